extension Transaction {
  /// Deletes the records that a query describes.
  ///
  /// The rows are found first and deleted then. No record is decoded.
  ///
  /// - Returns: How many there were.
  /// - Throws: `rolledBack`; as `fetch` and `delete`.
  @discardableResult
  public func delete<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> Int {
    let rowIDs = try read { (access) throws(WorkspaceError) -> [Int64] in
      var rowIDs: [Int64] = []
      guard let rows = try access.cursor(query) else { return rowIDs }
      while try rows.next() { rowIDs.append(rows.rowID) }
      return rowIDs
    }
    for rowID in rowIDs { _ = try delete(R.recordType, rowID: rowID) }
    return rowIDs.count
  }

  /// Changes the records that a query describes, their keys too.
  ///
  /// The records are fetched first: `change` sees each once, as it was before.
  ///
  /// ```swift
  /// try changes.update(Todo.where { $0.list == "home" }) { $0.isDone = true }
  /// ```
  ///
  /// - Returns: How many records are different now.
  /// - Throws: What `change` throws; as `fetch` and `update`.
  @discardableResult
  public func update<R: Record>(
    _ query: Query<R>, _ change: (inout R) throws -> Void
  ) throws -> Int {
    var count = 0
    for old in try fetch(query) {
      var new = old
      try change(&new)
      if new == old { continue }
      try update(old, to: new)
      count += 1
    }
    return count
  }
}
