package import FlatBufferCoding

/// The compiled order of a query: gives each row the key by which it is sorted.
///
/// Null, and NaN, come before every value when ascending. Ties break by row id, in the direction of the last term.
package struct SortOrder: Sendable {
  private struct Term {
    let operand: Int32
    let isAscending: Bool
    let isWide: Bool
  }

  private let program: EvaluatorProgram
  private let terms: [Term]
  private let rowIDsAscend: Bool

  /// Compiles the order's terms; none means the order of row ids.
  ///
  /// - Throws: `FlatBufferError` for a path that the schema lacks, and where kinds of values do not go together.
  package init(_ order: [RecordQuery.Term], in schema: Schema) throws(FlatBufferError) {
    var compiler = EvaluatorCompiler(schema: schema)
    var terms: [Term] = []
    for term in order {
      let (operand, isWide) = try compiler.sortOperand(term.node)
      terms.append(Term(operand: operand, isAscending: term.isAscending, isWide: isWide))
    }
    program = compiler.finish()
    self.terms = terms
    rowIDsAscend = order.last?.isAscending ?? true
  }

  /// The key of a row.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes.
  package func key(of root: TableReader, rowID: Int64) throws(FlatBufferError) -> SortKey {
    var writer = SortKeyWriter(SortKey(rowID: rowID, ascends: rowIDsAscend))
    for term in terms {
      writer.startTerm(isAscending: term.isAscending)
      Self.write(try program.value(term.operand, root), isWide: term.isWide, to: &writer)
    }
    return writer.key
  }

  /// The key of an encoded row.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes.
  package func key(
    of record: UnsafeRawBufferPointer, rowID: Int64
  ) throws(FlatBufferError) -> SortKey {
    if terms.isEmpty { return SortKey(rowID: rowID, ascends: rowIDsAscend) }
    return try unsafe FlatBuffer.withRoot(of: record) { root throws(FlatBufferError) in
      try key(of: root, rowID: rowID)
    }
  }

  /// Narrow numbers and reals are one word, in which 0 is null; wide integers and texts have a byte for their kind
  /// in front: 0 null, 1 negative, 2 other.
  private static func write(_ value: PathValue, isWide: Bool, to writer: inout SortKeyWriter) {
    switch value {
    case .null:
      if isWide { writer.append(0 as UInt8) } else { writer.append(0 as UInt64) }
    case .bool(let value):
      writer.append(value ? 2 : 1 as UInt64)
    case .integer(let value):
      if isWide {
        writer.append(value < 0 ? 1 : 2 as UInt8)
        writer.append(UInt64(bitPattern: value))
      } else {
        writer.append(UInt64(bitPattern: value &+ (1 << 40)))
      }
    case .unsigned(let value):
      writer.append(2 as UInt8)
      writer.append(value)
    case .real(let value):
      writer.append(word(of: value))
    case .text(let bytes):
      writer.append(2 as UInt8)
      unsafe writer.append(bytes)
    }
  }

  /// The bits of a real so that they compare unsigned; −0 as 0, NaN as null.
  private static func word(of value: Double) -> UInt64 {
    if value.isNaN { return 0 }
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
