package import FlatBufferCoding

/// A query compiled for live use; never changed, so that the versions of its result hold it by one reference.
package final class LiveQueryDefinition: Sendable {
  /// The queried type, as the program knows it.
  package let recordType: RecordType
  /// The query.
  package let query: RecordQuery
  /// The visible part of all rows that match, by position.
  package let window: Range<Int>
  private let evaluator: Evaluator?
  private let order: SortOrder

  /// Compiles a query.
  ///
  /// - Throws: `schemaMismatch` for a path that the schema lacks, and where kinds of values do not go together.
  package init(_ query: RecordQuery, of recordType: RecordType) throws(WorkspaceError) {
    self.recordType = recordType
    self.query = query
    do throws(FlatBufferError) {
      evaluator = try query.condition.map { condition throws(FlatBufferError) in
        try Evaluator(condition: condition, in: recordType.schema)
      }
      order = try SortOrder(query.order, in: recordType.schema)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The query does not fit the type: \(error.description)",
        typeName: recordType.name)
    }
    let count = query.limit ?? Int.max
    let start = count == 0 ? 0 : query.offset
    // No table has that many rows; and spare rows are added to the end.
    window = start..<(start > Int.max / 4 || count > Int.max / 4 ? .max : start + count)
  }

  /// Whether every row that matches is kept.
  package var keepsAll: Bool { window.upperBound == .max }

  /// How many spare rows are kept behind the window, after a fetch; at most twice as many later.
  package var spare: Int { keepsAll ? 0 : min(max(16, window.count / 4), 1024) }

  /// Whether a row matches.
  package func matches(_ payload: UnsafeRawBufferPointer) throws(FlatBufferError) -> Bool {
    guard let evaluator else { return true }
    return try unsafe evaluator.matches(payload)
  }

  /// Whether a row matches.
  package func matches(_ payload: [UInt8]) throws(FlatBufferError) -> Bool {
    try unsafe payload.withUnsafeBufferPointer { (buffer) throws(FlatBufferError) in
      try unsafe matches(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Where a row stands in the order.
  package func key(
    of payload: UnsafeRawBufferPointer, rowID: Int64
  ) throws(FlatBufferError) -> SortKey {
    try unsafe order.key(of: payload, rowID: rowID)
  }

  /// Where a row stands in the order; nil if there is none, or it does not match.
  package func key(matching payload: [UInt8]?, rowID: Int64) throws(FlatBufferError) -> SortKey? {
    guard let payload else { return nil }
    return try unsafe payload.withUnsafeBufferPointer {
      (buffer) throws(FlatBufferError) -> SortKey? in
      let bytes = UnsafeRawBufferPointer(buffer)
      guard let evaluator else { return try unsafe key(of: bytes, rowID: rowID) }
      return try unsafe FlatBuffer.withRoot(of: bytes) {
        (root) throws(FlatBufferError) -> SortKey? in
        try evaluator.matches(root) ? order.key(of: root, rowID: rowID) : nil
      }
    }
  }
}
