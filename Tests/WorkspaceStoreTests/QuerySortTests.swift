import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct QuerySortTests {
  @Test(
    "Sort keys compare as the values and row ids do, and give the row id back", arguments: seeds(20)
  )
  func keys(seed: UInt64) throws {
    var oracle = QueryOracle(seed: seed)
    let schema = Queries.Probe.recordType.schema
    let fields = ProbeField.all
    for _ in 0..<20 {
      let terms = (0..<Int.random(in: 0...3, using: &oracle.random)).map { _ in
        (field: oracle.pick(fields), isAscending: Bool.random(using: &oracle.random))
      }
      let order = try SortOrder(
        terms.map { RecordQuery.Term(.field($0.field.path), isAscending: $0.isAscending) },
        in: schema)
      var builder = FlatBufferBuilder()
      let rows = try (0..<25).map { number in
        let record = oracle.record(id: UInt64(number), serial: Int64(number))
        let rowID = oracle.pick(QueryOracle.integers)
        builder.reset()
        builder.finish(record.write(to: &builder))
        let key = try FlatBuffer.withRoot(of: builder.bytes) { root throws(FlatBufferError) in
          try order.key(of: root, rowID: rowID)
        }
        #expect(key.rowID == rowID)
        return (record: record, rowID: rowID, key: key)
      }
      for a in rows {
        for b in rows {
          var expected: Bool?
          for term in terms where expected == nil {
            let (left, right) = (term.field.value(a.record), term.field.value(b.record))
            if left == right { continue }
            let precedes = left == .null || (right != .null && left.precedes(right) ?? false)
            expected = precedes == term.isAscending
          }
          let ascends = terms.last?.isAscending ?? true
          let result = expected ?? (a.rowID != b.rowID && (a.rowID < b.rowID) == ascends)
          #expect((a.key < b.key) == result)
        }
      }
    }
  }

  @Test("A sort that does not keep its bytes reads them again, with the same result")
  func sortWithoutBytes() throws {
    let workspace = try Workspace(inMemory: Configuration())
    typealias Item = Tests.Item
    try workspace.performChanges { changes in
      for id in 0..<200 as Range<Int64> {
        try changes.insert(
          Item(
            id: id, title: "a title that is longer than a key's head \(id % 13)",
            rank: Int32(id % 7)))
      }
    }
    let query = Item.order {
      $0.title.descending; $0.rank.ascending
    }.offset(3)
    let expected = try workspace.fetch(query)
    try workspace.read { (access) throws(WorkspaceError) in
      guard let type = access.connection.catalog.type(for: Item.recordType) else { return }
      let rows = try RowCursor(
        query.untyped, of: type, schema: type.schema, on: access.connection, sortMemory: 1000)
      var found: [Item] = []
      while try rows.next() { found.append(try rows.decode(Item.self)) }
      #expect(found == expected && found.count == 197)
    }
  }
  @Test(
    "A limit of any size keeps no more in memory than none does, with the same result",
    arguments: [1, 7, 196, 197, 5000, .max - 3, .max] as [Int], [1000, 1 << 20])
  func largeLimits(limit: Int, memory: Int) throws {
    let workspace = try Workspace(inMemory: Configuration())
    typealias Item = Tests.Item
    try workspace.performChanges { changes in
      for id in 0..<200 as Range<Int64> {
        try changes.insert(
          Item(id: id, title: "longer than a key's head \(id * 7 % 13)", rank: Int32(id % 7)))
      }
    }
    let query = Item.order {
      $0.title.ascending; $0.rank.descending
    }.offset(3)
    let expected = try workspace.fetch(query)
    #expect(expected.count == 197)
    try workspace.read { (access) throws(WorkspaceError) in
      guard let type = access.connection.catalog.type(for: Item.recordType) else { return }
      let rows = try RowCursor(
        query.limit(limit).untyped, of: type, schema: type.schema, on: access.connection,
        sortMemory: memory)
      var found: [Item] = []
      while try rows.next() { found.append(try rows.decode(Item.self)) }
      #expect(found == Array(expected.prefix(limit)))
      #expect(rows.heldBytes <= memory)
    }
    #expect(try workspace.fetch(query.limit(limit)) == Array(expected.prefix(limit)))
  }
}
