internal import FlatBufferCoding

// The same operations on bytes, for types that were not compiled in.
extension Transaction {
  /// Inserts a record's bytes.
  ///
  /// - Returns: The row id.
  @discardableResult
  package func insert(
    _ type: RecordType, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Int64 {
    try unsafe core.insert(core.open(type).statements, bytes)
  }

  /// Replaces the object that has the key of the bytes.
  ///
  /// - Returns: Whether there is one.
  package func update(
    _ type: RecordType, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Bool {
    try unsafe core.update(core.open(type), bytes)
  }

  /// Inserts bytes, or replaces the object that has their key.
  ///
  /// - Returns: The row id, and whether it is new.
  @discardableResult
  package func upsert(
    _ type: RecordType, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> (rowID: Int64, isNew: Bool) {
    try unsafe core.upsert(core.open(type), bytes)
  }

  /// Deletes the object with a key.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func delete(_ type: RecordType, key: KeyValues) throws(WorkspaceError) -> Bool {
    try core.requireOpen()
    // Deleting what is not stored makes no table.
    guard try core.connection.catalog.find(type) != nil else { return false }
    return try core.delete(core.open(type), key: key)
  }

  /// Deletes a row.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package func delete(_ type: RecordType, rowID: Int64) throws(WorkspaceError) -> Bool {
    try core.requireOpen()
    guard try core.connection.catalog.find(type) != nil else { return false }
    return try core.delete(core.open(type), rowID: rowID)
  }

  /// Deletes every object of a type.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func deleteAll(_ type: RecordType) throws(WorkspaceError) -> Int {
    try core.requireOpen()
    guard try core.connection.catalog.find(type) != nil else { return 0 }
    return try core.deleteAll(core.open(type).statements.type)
  }

  /// Makes the table and the indexes of a type, if it has none.
  package func register(_ type: RecordType) throws(WorkspaceError) {
    _ = try core.open(type)
  }
}

extension WriteTransaction {
  /// Encodes a record in the writer's room.
  ///
  /// - Returns: Its bytes, valid until the next record is encoded.
  /// - Throws: `invalidValue` if it is too large or too deeply nested.
  @unsafe func encode<R: Record>(_ record: R) throws(WorkspaceError) -> UnsafeRawBufferPointer {
    try unsafe session.scratch.builder.pointee.encode(record)
  }
}

extension FlatBufferBuilder {
  fileprivate mutating func encode<R: Record>(
    _ record: R
  ) throws(WorkspaceError) -> UnsafeRawBufferPointer {
    reset()
    finish(record.write(to: &self))
    do throws(FlatBufferError) {
      try check()
    } catch {
      throw WorkspaceError(
        .invalidValue, "The record can't be stored: \(error.description)",
        typeName: R.recordType.name)
    }
    return unsafe withBytes { unsafe $0 }
  }
}
