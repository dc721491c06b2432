internal import CSQLite

extension Connection {
  /// The kept statement of a text that never changes, found by the text's address: no byte of it is looked at.
  func fixedStatement(_ sql: StaticString) throws(WorkspaceError) -> Statement {
    let text = unsafe UInt(bitPattern: sql.utf8Start)
    // They are few, so that going through them takes less than hashing.
    for place in fixed.indices where fixed[place].text == text { return fixed[place].statement }
    let statement = try prepare("\(sql)")
    fixed.append((text, statement))
    return statement
  }

  /// Runs `body` with the kept statement of a text that never changes.
  ///
  /// Calls with one text must not nest. Bindings stay, so `body` binds every parameter.
  func withFixed<Output>(
    _ sql: StaticString, _ body: (Statement) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let statement = try fixedStatement(sql)
    defer { statement.rewind() }
    return try body(statement)
  }

  /// Runs a text that never changes, gives no rows and has no parameters.
  func run(fixed sql: StaticString) throws(WorkspaceError) {
    try fixedStatement(sql).run()
  }

  /// What SQLite calls the state of the file that the running read transaction sees.
  ///
  /// It changes with every commit, of this connection or of another (sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
  private var dataVersion: UInt32? {
    var version: UInt32 = 0
    let result = unsafe sqlite3_file_control(
      handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return result == SQLITE_OK ? version : nil
  }

  /// The newest commit that the running read transaction sees; looked up only if the file has changed since.
  ///
  /// A statement that has a row must be running, or BEGIN must have been followed by a read.
  ///
  /// - Throws: `newerVersion` if another program has brought the store to a later version; what reading throws.
  func currentCommit() throws(WorkspaceError) -> CommitMark {
    guard let version = dataVersion else { return try newestCommit() }
    if let known, known.dataVersion == version { return known.mark }
    try StoreFormat(connection: self).refuseNewer()
    let mark = try newestCommit()
    known = (version, mark)
    return mark
  }

  /// Notes the newest commit, right after it was committed or read.
  func note(_ mark: CommitMark) {
    known = dataVersion.map { ($0, mark) }
  }
}

extension Connection {
  /// How often statements that are still prepared were run: work counted for tests.
  package var statementRuns: Int { sum(of: SQLITE_STMTSTATUS_RUN) }

  /// How many steps of SQLite's machine they took.
  package var statementSteps: Int { sum(of: SQLITE_STMTSTATUS_VM_STEP) }

  /// How often the statements of a text were run.
  package func statementRuns(of sql: String) -> Int {
    sum(of: SQLITE_STMTSTATUS_RUN, text: sql)
  }

  private func sum(of counter: Int32, text: String? = nil) -> Int {
    var sum = 0
    var statement = unsafe sqlite3_next_stmt(handle, nil)
    while let current = unsafe statement {
      let own = unsafe sqlite3_sql(current).map { unsafe String(cString: $0) }
      if text == nil || own == text {
        sum += Int(unsafe sqlite3_stmt_status(current, counter, 0))
      }
      unsafe statement = unsafe sqlite3_next_stmt(handle, current)
    }
    return sum
  }
}
