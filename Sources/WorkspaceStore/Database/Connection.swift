internal import CSQLite
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// One connection of SQLite, with its statements and the catalog as this connection sees it.
///
/// Not `Sendable`: the writer's belongs to the writer's queue, a reader's to whom the pool gave it.
///
/// Bounds and lifetime: `handle` is valid from `init` to `close`; those who use a statement
/// hold its connection, and `sqlite3_close_v2` waits for statements that are finalized late.
@safe package final class Connection {
  /// SQLite's handle.
  let handle: OpaquePointer
  /// The file of the store; nil for a store in memory.
  package let path: String?
  /// The catalog as of this connection's last transaction.
  package internal(set) var catalog: Catalog
  /// The newest commit that this connection's transaction sees, as of its start.
  package internal(set) var snapshot = CommitMark.start
  /// The store's files as they were when this connection was opened, for one that reads without locks.
  var mark: StoreFileMark?
  /// How long a lock of others is waited for, in milliseconds.
  var busyTimeout: Int32 = 0
  /// How long the lock that is waited for was waited for so far, in milliseconds.
  var waitedForLock: Int32 = 0
  /// Whether what ran was made to fail, for a suspension: then no lock is waited for any more.
  let isInterrupted = Atomic(false)
  /// Objects that belong to this connection, such as prepared statements of a type, by their owner's identity.
  var attachments: [ObjectIdentifier: AnyObject] = [:]
  /// How many different texts are kept as statements.
  private static let statementLimit = 256
  private var statements: [String: [Statement]] = [:]
  /// How many statements were prepared: work counted for tests.
  package private(set) var preparedStatements = 0
  /// Statements whose texts never change, by the texts' addresses.
  var fixed: [(text: UInt, statement: Statement)] = []
  private var isClosed = false
  /// The last look-up of a type by a program's, as most calls repeat it.
  private var lastType: (identity: RecordType.Identity, type: StoredType)?
  /// The last statement that reads by key, and its type.
  var lastLookUp: (type: StoredType, statement: Statement)?
  /// Statements that were that before, the last one last.
  var earlierLookUps: [(type: StoredType, statement: Statement)] = []
  /// The idle statements of queries, by the type's number.
  var planned: [Int64: PlannedStatements] = [:]
  /// Whether SQLite knows the function of `ScanCondition` here.
  var hasScanCondition = false
  /// The statement that holds the running read transaction, if it is not one of BEGIN and COMMIT.
  var readHold: Statement?
  /// The newest commit, and what SQLite called the state of the file then.
  var known: (dataVersion: UInt32, mark: CommitMark)?

  /// The row that was changed last, told from the first use on.
  private(set) lazy var changedRows = ChangedRows(self)
  /// The row that is about to be changed, for statements that ask for it.
  private var knownBeforeImage: BeforeImage?

  /// Takes over an open handle.
  init(handle: OpaquePointer, path: String?) {
    unsafe self.handle = handle
    self.path = path
    catalog = Catalog.empty
  }

  deinit {
    close()
  }

  /// Closes the connection now, whoever still holds it; nobody may use it any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    dropStatements()
    unsafe sqlite3_close_v2(handle)
  }

  /// Prepares a statement that its caller keeps.
  ///
  /// - Throws: `damagedStore` if the store lacks what the statement needs; what SQLite reports otherwise.
  package func prepare(_ sql: String) throws(WorkspaceError) -> Statement {
    preparedStatements += 1
    do throws(WorkspaceError) {
      return try Statement(sql: sql, connection: self, isPersistent: true)
    } catch {
      throw error.ofOwnStatement
    }
  }

  /// A prepared statement for `sql`, a kept one if there is one; to be given back.
  package func takeStatement(_ sql: String) throws(WorkspaceError) -> Statement {
    if let kept = statements[sql]?.popLast() { return kept }
    return try prepare(sql)
  }

  /// Keeps a statement, its rows and bindings cleared, for the next call with the same text.
  package func giveBack(_ statement: Statement, _ sql: String) {
    statement.reset()
    // Texts with changing parts would pile up.
    if statements.count >= Self.statementLimit { statements.removeAll() }
    statements[sql, default: []].append(statement)
  }

  /// Runs `body` with a prepared statement that is kept for the next call with the same text.
  ///
  /// Bindings and rows are cleared afterwards. Calls may nest, also with the same text.
  package func withStatement<Output>(
    _ sql: String, _ body: (Statement) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let statement = try takeStatement(sql)
    defer { giveBack(statement, sql) }
    return try body(statement)
  }

  /// The row that is about to be changed, told from the first call on.
  func beforeImage() throws(WorkspaceError) -> BeforeImage {
    if let knownBeforeImage { return knownBeforeImage }
    let image = try BeforeImage(self)
    knownBeforeImage = image
    return image
  }

  /// Runs statements, separated by semicolons, that give no rows.
  package func execute(_ sql: String) throws(WorkspaceError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result).ofOwnStatement }
  }

  /// Runs one kept statement that gives no rows and has no parameters.
  package func run(_ sql: String) throws(WorkspaceError) {
    try withStatement(sql) { statement throws(WorkspaceError) in
      while try statement.step() {}
    }
  }

  /// The first column of the first row of a statement without parameters; nil without a row.
  package func integer(_ sql: String) throws(WorkspaceError) -> Int64? {
    try withStatement(sql) { statement throws(WorkspaceError) in
      try statement.step() ? statement.integer(0) : nil
    }
  }

  /// Whether a transaction is open.
  ///
  /// SQLite may end one by itself, after a full disk say.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  package var changes: Int64 { unsafe sqlite3_changes64(handle) }

  /// Throws unless the last row that was inserted has a certain id, as one behind the highest has that was given out.
  func requireInserted(_ rowID: Int64) throws(WorkspaceError) {
    guard unsafe sqlite3_last_insert_rowid(handle) == rowID else {
      throw WorkspaceError(
        .damagedStore, "The store has rows with ids that were not given out yet; check it.",
        path: path)
    }
  }

  /// The error for a result code of this connection.
  func error(_ result: Int32) -> WorkspaceError {
    let extended = unsafe sqlite3_extended_errcode(handle)
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let code = extended & 0xFF == result & 0xFF ? extended : result
    var error = WorkspaceError(sqliteCode: code, message: message, path: path)
    let gaveUp = code & 0xFF == SQLITE_BUSY && isInterrupted.load(ordering: .acquiring)
    if error.code == .interrupted || gaveUp {
      // Nothing else interrupts.
      error = .suspended(path: path, sqliteCode: code)
    }
    if error.code == .inputOutput, isFull(unsafe sqlite3_system_errno(handle), code) {
      error = WorkspaceError(.full, "The disk is full.", sqliteCode: code, path: path)
    }
    return error
  }

  /// Whether the system refused more room: on the disk, by a quota, or by a limit of the process.
  private func isFull(_ reason: Int32, _ code: Int32) -> Bool {
    let refused = [ENOSPC, EFBIG, EDQUOT].contains(reason)
    return refused || code == SQLITE_IOERR | (19 << 8)
  }

  /// Makes the statement that runs fail, also one that waits for a lock; from any thread, while the connection is open.
  func interrupt() {
    isInterrupted.store(true, ordering: .releasing)
    unsafe sqlite3_interrupt(handle)
  }

  /// Drops all kept statements, so that the connection can close or change its settings.
  func dropStatements() {
    statements.removeAll()
    attachments.removeAll()
    fixed.removeAll()
    planned.removeAll()
    lastLookUp = nil
    earlierLookUps.removeAll()
    readHold = nil
  }

  /// The stored type of a program's type; nil if the catalog, as this connection sees it, has none.
  ///
  /// - Throws: `damagedStore` if what the catalog records of it can't be read.
  func storedType(of recordType: RecordType) throws(WorkspaceError) -> StoredType? {
    if let lastType, lastType.identity === recordType.identity { return lastType.type }
    guard let type = try catalog.find(recordType) else { return nil }
    lastType = (recordType.identity, type)
    return type
  }

  /// Forgets what was looked up in the catalog.
  fileprivate func forgetTypes() {
    lastType = nil
    lastLookUp = nil
    earlierLookUps.removeAll()
  }
}

extension Connection {
  /// Makes a catalog the one that this connection sees, and drops the statements of types that it does not keep.
  func use(_ catalog: Catalog) {
    self.catalog = catalog
    forgetTypes()
    attachments = attachments.filter { _, attachment in
      guard let statements = attachment as? RowStatements else { return true }
      return catalog.type(number: statements.type.number) === statements.type
    }
  }

  /// Makes a catalog the one that this connection sees which has all that the one before has, and more.
  func useLarger(_ catalog: Catalog) {
    self.catalog = catalog
    forgetTypes()
  }

  /// The prepared statements of a type.
  func rowStatements(of type: StoredType) throws(WorkspaceError) -> RowStatements {
    if let kept = attachments[ObjectIdentifier(type)] as? RowStatements { return kept }
    let statements = try RowStatements(type: type, connection: self)
    attachments[ObjectIdentifier(type)] = statements
    return statements
  }
}
