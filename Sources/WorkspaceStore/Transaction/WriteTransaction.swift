internal import Synchronization

/// A transaction, or a member of a group of them, that is running on the writer's queue.
///
/// It works on stored types and bytes; `Transaction` is the typed shell over it.
package final class WriteTransaction {
  let session: WriteSession
  /// The writer's connection.
  package let connection: Connection
  var changes: ChangeCollector
  private let origin: [UInt8]
  private var depth = 0
  /// The error after which nothing of this transaction may be committed.
  private(set) var failure: WorkspaceError?
  /// Whether the transaction has neither ended nor failed.
  private var isOpen = true
  private var generation: Int64
  /// Entries of indexes that are not yet written; empty while anything but an insert runs.
  var held: [HeldEntries] = []
  /// The row that the last insert has put at the end of its table; nil once anything else was done.
  var appended: (statements: RowStatements, rowID: Int64)?
  /// The last entry that was put at the end of the dictionary's table, as long as it is there.
  var appendedEntry: Int64?

  init(session: WriteSession, origin: [UInt8]) {
    self.session = session
    self.origin = origin
    connection = session.connection
    changes = ChangeCollector(watched: session.watched)
    generation = session.connection.catalog.generation
  }

  /// Throws unless statements of this transaction still belong to it, and lets them see all that was done before.
  ///
  /// - Throws: `transactionEnded`, `rolledBack`; what SQLite reports of entries that were held.
  package func requireOpen() throws(WorkspaceError) {
    try requireOpenToInsert()
    appended = nil
    if !held.isEmpty { try writeHeldEntries() }
  }

  /// The same for an insert, which does not look at entries that are held.
  func requireOpenToInsert() throws(WorkspaceError) {
    if !isOpen { throw closed }
    // Who ran the statement that failed need not have told.
    if !connection.isInTransaction { throw fail(connection.rolledBack) }
  }

  private var closed: WorkspaceError {
    if let failure {
      if failure.code == .suspended { return failure }
      return WorkspaceError(
        .rolledBack, "An earlier error ended the transaction: \(failure.message)",
        sqliteCode: failure.sqliteCode, path: connection.path)
    }
    return WorkspaceError(
      .transactionEnded, "The transaction has ended; use the workspace.", path: connection.path)
  }

  /// Runs statements that write; an error among them ends the transaction, as half of them may be done.
  func writing<Output>(
    _ body: () throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      throw fail(error)
    }
  }

  /// Runs statements that only read; an error ends the transaction if SQLite has rolled it back.
  func reading<Output>(
    _ body: () throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      if !connection.isInTransaction { throw fail(error) }
      throw error
    }
  }

  /// Hands the connection to a read, which sees what was changed so far.
  func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try requireOpen()
    return try reading { () throws(WorkspaceError) in
      try body(ReadAccess(connection: connection))
    }
  }

  /// Marks the transaction as one that can't be committed, and gives the error back.
  @discardableResult
  func fail(_ error: WorkspaceError) -> WorkspaceError {
    let error = error.at(path: connection.path)
    if failure == nil { failure = error }
    isOpen = false
    return error
  }

  /// Ends the transaction, and writes its row of the commit log if it has changed anything.
  ///
  /// - Throws: The error that ended it before, or what SQLite reports.
  func finish() throws(WorkspaceError) {
    if let failure { throw failure }
    try requireOpen()
    isOpen = false
    let number = session.mark.number + 1
    let set = changes.finish(commit: number)
    let catalog = connection.catalog
    guard !set.types.isEmpty || !set.dictionary.isEmpty || catalog.generation != generation else {
      return
    }
    let mark = CommitMark(
      number: number, nextRowID: session.mark.nextRowID, generation: catalog.generation)
    // Damaged numbers must not get into the commit log, without which the store can't be opened.
    guard mark.isSane else {
      throw fail(
        WorkspaceError(
          .damagedStore, "Row ids or numbers of the catalog are used up; check the store.",
          path: connection.path))
    }
    try writing { () throws(WorkspaceError) in
      try connection.withFixed("INSERT INTO __commit VALUES (?, ?, ?, ?, ?)") {
        (statement) throws(WorkspaceError) in
        try statement.bind(1, number)
        try statement.bind(2, origin)
        try statement.bind(3, session.mark.nextRowID)
        try statement.bind(4, catalog.generation)
        try statement.bind(5, ChangeLog.encode(set))
        try statement.run()
      }
      if number.isMultiple(of: 100) {
        try connection.withFixed("DELETE FROM __commit WHERE number <= ?") {
          (statement) throws(WorkspaceError) in
          try statement.bind(1, number - 1000)
          try statement.run()
        }
      }
    }
    session.mark = mark
    session.changeSets.append(set)
  }

  /// Ends the transaction without committing anything of it.
  func abandon() {
    isOpen = false
  }

  /// Runs `body` in a savepoint: if it throws, what it changed is undone and the transaction goes on.
  package func savepoint<Output>(_ body: () throws -> Output) throws -> Output {
    try requireOpen()
    let outer = changes
    let catalog = connection.catalog
    try writing { () throws(WorkspaceError) in try connection.run("SAVEPOINT s\(depth)") }
    depth += 1
    changes = ChangeCollector(watched: session.watched)
    defer { depth -= 1 }
    do {
      let output = try body()
      try requireOpen()
      try writing { () throws(WorkspaceError) in try connection.run("RELEASE s\(depth - 1)") }
      outer.merge(changes)
      changes = outer
      return output
    } catch {
      changes = outer
      held = []
      (appended, appendedEntry) = (nil, nil)
      if failure == nil, !connection.isInTransaction {
        fail(connection.rolledBack)
      }
      if failure == nil {
        try writing { () throws(WorkspaceError) in
          try connection.run("ROLLBACK TO s\(depth - 1)")
          try connection.run("RELEASE s\(depth - 1)")
        }
        use(catalog)
      }
      throw error
    }
  }

  /// Makes a catalog the one that this transaction sees.
  func use(_ catalog: Catalog) {
    guard catalog !== connection.catalog else { return }
    connection.use(catalog)
    session.scratch.forgetTypes()
  }
}

extension Connection {
  /// The error after SQLite has rolled a transaction back by itself, as it also does where one is interrupted.
  var rolledBack: WorkspaceError {
    if isInterrupted.load(ordering: .acquiring) { return .suspended(path: path) }
    return WorkspaceError(.rolledBack, "SQLite has rolled the transaction back.", path: path)
  }
}
