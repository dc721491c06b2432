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
    var changed: [Replacement] = []
    for old in try fetch(query) {
      var new = old
      try change(&new)
      if let replacement = try core.replacement(of: old, by: new) { changed.append(replacement) }
    }
    guard !changed.isEmpty else { return 0 }
    try core.savepoint { [core] in try core.replace(changed, of: R.recordType) }
    return changed.count
  }
}

/// A record that another one, as its bytes, is put in the place of.
private struct Replacement {
  let key: KeyValues
  let isKeySame: Bool
  let bytes: [UInt8]
}

extension WriteTransaction {
  /// What to put in the place of a record; nil if that has the same bytes, which are what a store compares.
  ///
  /// Swift's `==` takes the spellings of "é" for equal, and 0.0 and −0.0; and NaN for different from itself.
  fileprivate func replacement<R: Record>(
    of old: R, by new: R
  ) throws(WorkspaceError) -> Replacement? {
    let before = unsafe [UInt8](try encode(old))
    let after = unsafe [UInt8](try encode(new))
    if before == after { return nil }
    let key = old.id.keyValues
    return Replacement(key: key, isKeySame: key == new.id.keyValues, bytes: after)
  }

  /// Replaces records by others, which may have the keys and unique values of one another.
  fileprivate func replace(_ changed: [Replacement], of recordType: RecordType) throws {
    let type = try open(recordType)
    if !type.statements.hasUniqueIndex, changed.allSatisfy(\.isKeySame) {
      for new in changed {
        guard try unsafe new.bytes.withUnsafeBytes({ try unsafe update(type, $0) }) else {
          throw missing(new, recordType)
        }
      }
      return
    }
    // All go before any comes.
    var rowIDs: [Int64?] = []
    for old in changed {
      guard let rowID = try take(type, key: old.key) else { throw missing(old, recordType) }
      rowIDs.append(old.isKeySame ? rowID : nil)
    }
    for (rowID, new) in zip(rowIDs, changed) {
      _ = try unsafe new.bytes.withUnsafeBytes {
        try unsafe insert(type.statements, $0, rowID: rowID)
      }
    }
  }

  private func missing(_ record: Replacement, _ recordType: RecordType) -> WorkspaceError {
    WorkspaceError(
      .notFound, "There is no object with the key.", path: connection.path,
      typeName: recordType.name, key: record.key.description)
  }
}
