extension Transaction {
  /// Deletes the records that a query describes.
  ///
  /// The rows are found first and deleted then. No record is decoded. If not all of them can be deleted, the transaction
  /// ends with the error.
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
    guard !rowIDs.isEmpty else { return 0 }
    let type = try core.open(R.recordType)
    // Half of them must not be committed, even by a caller who catches the error.
    try core.writing { [core] () throws(WorkspaceError) in
      for rowID in rowIDs { _ = try core.delete(type, rowID: rowID) }
    }
    return rowIDs.count
  }

  /// Changes the records that a query describes, their keys and unique values too.
  ///
  /// The records are fetched first, and written when `change` has seen them all, each once and as it was before. What
  /// matters is how they are in the end: keys and unique values may pass from one of them to another. If
  /// anything is thrown, none of them is changed.
  ///
  /// ```swift
  /// try changes.update(Todo.where { $0.list == "home" }) { $0.isDone = true }
  /// ```
  ///
  /// - Returns: How many records are different now.
  /// - Throws: What `change` throws; as `fetch` and `update`.
  /// - Complexity: The records are held in memory. One update each; a delete and an insert each where a key
  ///   changes or the type has a unique field.
  @discardableResult
  public func update<R: Record>(
    _ query: Query<R>, _ change: (inout R) throws -> Void
  ) throws -> Int {
    var changed: [(old: R, new: R)] = []
    for old in try fetch(query) {
      var new = old
      try change(&new)
      if try core.isStoredDifferently(new, from: old) { changed.append((old, new)) }
    }
    guard !changed.isEmpty else { return 0 }
    try core.savepoint { [core] in try core.replace(changed) }
    return changed.count
  }
}

extension WriteTransaction {
  /// Whether two records have different bytes, which are what a store compares.
  ///
  /// Swift's `==` takes the spellings of "é" for equal, and 0.0 and −0.0; and NaN for different from itself.
  fileprivate func isStoredDifferently<R: Record>(
    _ new: R, from old: R
  ) throws(WorkspaceError) -> Bool {
    let before = unsafe [UInt8](try encode(old))
    let after = unsafe try encode(new)
    return unsafe !before.withUnsafeBytes { unsafe $0.hasSameBytes(as: after) }
  }

  /// Replaces records by others, which may have the keys and unique values of one another.
  fileprivate func replace<R: Record>(_ changed: [(old: R, new: R)]) throws(WorkspaceError) {
    let type = try open(R.recordType)
    if !type.statements.hasUniqueIndex,
      changed.allSatisfy({ $0.old.id.keyValues == $0.new.id.keyValues })
    {
      for (_, new) in changed {
        guard try unsafe update(type, encode(new)) else { throw missing(new) }
      }
      return
    }
    // All go before any comes.
    var rowIDs: [Int64?] = []
    for (old, new) in changed {
      guard let rowID = try take(type, key: old.id.keyValues) else { throw missing(old) }
      rowIDs.append(old.id.keyValues == new.id.keyValues ? rowID : nil)
    }
    for (rowID, (_, new)) in zip(rowIDs, changed) {
      try unsafe insert(type.statements, encode(new), rowID: rowID)
    }
  }

  private func missing<R: Record>(_ record: R) -> WorkspaceError {
    WorkspaceError(
      .notFound, "There is no object with the key.", path: connection.path,
      typeName: R.recordType.name, key: record.id.keyValues.description)
  }
}
