import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

/// Integers of every width, with and without sign, as an indexed field and as a plain one.
@Suite struct UnsignedTests {
  static let bases: [(Schema.BaseType, ClosedRange<Int128>)] = [
    (.uint64, 0...Int128(UInt64.max)), (.uint32, 0...Int128(UInt32.max)),
    (.uint16, 0...Int128(UInt16.max)), (.uint8, 0...Int128(UInt8.max)),
    (.int64, Int128(Int64.min)...Int128(Int64.max)),
    (.int32, Int128(Int32.min)...Int128(Int32.max)),
  ]

  /// The ends of the range, the middle, where the sign bit turns, and what lies beside them.
  private static func values(_ range: ClosedRange<Int128>) -> [Int128] {
    let middle = (range.upperBound - range.lowerBound + 1) / 2
    let turns = [range.lowerBound, middle, range.upperBound, 0, range.lowerBound + middle]
    return Set(turns.flatMap { [$0 - 1, $0, $0 + 1] }.filter(range.contains)).sorted()
  }

  private static func constant(_ value: Int128, _ base: Schema.BaseType) -> QueryConstant {
    base == .uint64
      ? .unsigned(UInt64(truncatingIfNeeded: value))
      : .integer(Int64(truncatingIfNeeded: value))
  }

  private static func key(_ value: Int128, _ base: Schema.BaseType) -> KeyValue {
    base == .uint64
      ? .unsigned(UInt64(truncatingIfNeeded: value))
      : .integer(Int64(truncatingIfNeeded: value))
  }

  @Test(
    "Every comparison, range and order of integers is that of the numbers, above 2⁶³ too (CASES 14)",
    arguments: bases.indices, ["indexed", "unique", "plain"])
  func comparisons(place: Int, index: String) throws {
    let (base, range) = Self.bases[place]
    let values = Self.values(range)
    let workspace = try Workspace(inMemory: Configuration())
    let table = try StoreTable([
      .init(name: "id", base: .int32, attributes: ["primary"]),
      .init(name: "value", base: base, attributes: index == "plain" ? [] : [index]),
    ])
    try workspace.performChanges { changes in
      for (id, value) in values.enumerated().shuffled() {
        try changes.insert(table, [.integer(Int64(id)), Self.key(value, base)])
      }
    }
    #expect(try workspace.check() == [])
    let field = QueryNode.field(FieldPath([1]))
    func compare(_ comparison: QueryNode.Comparison, _ value: Int128) -> QueryNode {
      .compare(comparison, field, .constant(Self.constant(value, base)))
    }
    for low in values {
      try expect(workspace, table, compare(.equal, low), values, [low])
      try expect(workspace, table, compare(.notEqual, low), values, values.filter { $0 != low })
      try expect(workspace, table, compare(.less, low), values, values.filter { $0 < low })
      try expect(workspace, table, compare(.greater, low), values, values.filter { $0 > low })
      for high in values {
        let node = QueryNode.and(compare(.greaterOrEqual, low), compare(.lessOrEqual, high))
        try expect(workspace, table, node, values, values.filter { low <= $0 && $0 <= high })
        let either = QueryNode.in(field, [low, high].map { Self.constant($0, base) })
        try expect(workspace, table, either, values, values.filter { $0 == low || $0 == high })
      }
    }
  }

  /// Runs a condition in both orders of the values, with and without a limit, which an index takes in different ways.
  private func expect(
    _ workspace: Workspace, _ table: StoreTable, _ node: QueryNode, _ values: [Int128],
    _ expected: [Int128]
  ) throws {
    let ids = expected.compactMap { values.firstIndex(of: $0) }.map(Int64.init)
    for isAscending in [true, false] {
      for limit in [nil, 2] as [Int?] {
        let order = RecordQuery.Term(.field(FieldPath([1])), isAscending: isAscending)
        let query = RecordQuery(condition: node, order: [order], limit: limit)
        let found = try workspace.read { (access) throws(WorkspaceError) -> [Int64] in
          guard let type = access.connection.catalog.type(for: table.recordType) else { return [] }
          var found: [Int64] = []
          try unsafe access.connection.rows(query, of: type) { rowID, _ in
            found.append(rowID)
            return true
          }
          return found
        }
        let sorted = isAscending ? ids : ids.reversed()
        #expect(found == Array(sorted.prefix(limit ?? .max)), "\(node)")
      }
    }
  }
}
