/// The changes of one transaction, while its closure runs.
///
/// It can't be copied and does not outlive the closure. Its methods do not mutate the value, so that closures inside
/// closures can use it. Reads see what was changed so far.
///
/// A key or unique value that exists is an error that leaves no trace of the object, and the transaction goes on
/// if the error is caught. After an error of the disk, or any other in the middle of a change, everything throws
/// `rolledBack`, and nothing of the transaction is committed.
public struct Transaction: ~Copyable {
  package let core: WriteTransaction

  init(_ core: WriteTransaction) {
    self.core = core
  }

  /// Inserts a record.
  ///
  /// - Throws: `keyExists`, `notUnique`, `invalidKey`, `schemaMismatch`, `invalidName`, `rolledBack`, what SQLite reports.
  public func insert<R: Record>(_ record: R) throws(WorkspaceError) {
    let type = try core.open(R.recordType)
    try unsafe core.insert(type.statements, core.encode(record))
  }

  /// Replaces the object that has the record's key.
  ///
  /// - Throws: `notFound` if there is none; `notUnique`, `unknownFields`, and what `insert` throws.
  public func update<R: Record>(_ record: R) throws(WorkspaceError) {
    let type = try core.open(R.recordType)
    guard try unsafe core.update(type, core.encode(record)) else {
      throw Self.notFound(R.self, record.id)
    }
  }

  /// Replaces one object by another, whose key may differ: observers then see a delete and an insert.
  ///
  /// - Throws: `notFound` if there is none with the old key; `keyExists` if another object has the new one, both
  ///   unchanged; `notUnique`, `unknownFields`, and what `insert` throws.
  public func update<R: Record>(_ old: R, to new: R) throws(WorkspaceError) {
    let type = try core.open(R.recordType)
    guard try unsafe core.update(type, from: old.id.keyValues, to: core.encode(new)) else {
      throw Self.notFound(R.self, old.id)
    }
  }

  /// Inserts a record, or replaces the object that has its key.
  ///
  /// - Returns: Whether it was inserted.
  /// - Throws: `notUnique`, `unknownFields`, and what `insert` throws.
  @discardableResult
  public func upsert<R: Record>(_ record: R) throws(WorkspaceError) -> Bool {
    let type = try core.open(R.recordType)
    return try unsafe core.upsert(type, core.encode(record)).isNew
  }

  /// Deletes the object that has the record's key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `rolledBack`, what SQLite reports.
  @discardableResult
  public func delete<R: Record>(_ record: R) throws(WorkspaceError) -> Bool {
    try delete(R.self, key: record.id)
  }

  /// Deletes the object with a key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `invalidKey` for NaN; `rolledBack`, what SQLite reports.
  @discardableResult
  public func delete<R: Record>(_ type: R.Type, key: R.Key) throws(WorkspaceError) -> Bool {
    try delete(R.recordType, key: key.keyValues)
  }

  /// Deletes every object of a type.
  ///
  /// - Returns: How many there were.
  /// - Throws: `rolledBack`, what SQLite reports.
  @discardableResult
  public func deleteAll<R: Record>(_ type: R.Type) throws(WorkspaceError) -> Int {
    try deleteAll(R.recordType)
  }

  /// Runs `body` in a savepoint: if it throws, what it changed is undone, and the transaction can go on.
  ///
  /// - Throws: What `body` throws; `rolledBack`, what SQLite reports.
  @discardableResult
  public func savepoint<Output>(_ body: () throws -> Output) throws -> Output {
    try core.savepoint(body)
  }

  private static func notFound<R: Record>(_ type: R.Type, _ key: R.Key) -> WorkspaceError {
    WorkspaceError(
      .notFound, "There is no object with the key.", typeName: R.recordType.name,
      key: key.keyValues.description)
  }
}

extension Transaction: WorkspaceReading {
  /// Runs `body` in this transaction: it sees what was changed so far.
  ///
  /// - Throws: `rolledBack`, and what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try core.read(body)
  }
}
