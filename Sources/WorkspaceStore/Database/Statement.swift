internal import CSQLite

/// A prepared statement.
///
/// Parameters count from 1, columns from 0, as in SQLite.
///
/// Bounds: SQLite checks parameter and column numbers. Lifetime: the connection outlives its statements; pointers to a
/// column's bytes are valid until the next `step` or `reset` and are only handed out under that rule. Bytes bound
/// with `bindUncopied` must stay valid until `reset`, or until another value is bound in their place.
@safe package final class Statement {
  /// The connection, which keeps its statements and outlives them.
  unowned let connection: Connection
  private let handle: OpaquePointer

  /// Prepares the first statement of `sql`.
  init(sql: String, connection: Connection, isPersistent: Bool) throws(WorkspaceError) {
    var prepared: OpaquePointer?
    var text = sql
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = text.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { bytes in
        unsafe sqlite3_prepare_v3(
          connection.handle, bytes.baseAddress, Int32(bytes.count), flags, &prepared, nil)
      }
    }
    guard result == SQLITE_OK else { throw connection.error(result) }
    guard let handle = unsafe prepared else {
      throw WorkspaceError(.sqlite, "The statement is empty.", path: connection.path)
    }
    unsafe self.handle = handle
    self.connection = connection
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Moves to the next row; false at the end.
  package func step() throws(WorkspaceError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw connection.error(result)
    }
  }

  /// Runs a statement that gives no rows, and makes it ready for the next run.
  package func run() throws(WorkspaceError) {
    try endRun(unsafe sqlite3_step(handle))
  }

  /// Makes the statement ready for the next run after what SQLite says of this one.
  func endRun(_ result: Int32) throws(WorkspaceError) {
    guard result == SQLITE_DONE || result == SQLITE_ROW else {
      let error = connection.error(result)
      unsafe sqlite3_reset(handle)
      throw error
    }
    unsafe sqlite3_reset(handle)
  }

  /// Ends the run and clears all bindings.
  package func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Ends the run and keeps the bindings; their bytes must not be read any more.
  package func rewind() {
    unsafe sqlite3_reset(handle)
  }

  /// Whether the statement has begun and not ended.
  var isBusy: Bool { unsafe sqlite3_stmt_busy(handle) != 0 }

  /// Whether the statement writes nothing.
  package var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

  /// How many columns the rows have.
  package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// The name of a column, from 0.
  package func columnName(_ column: Int32) -> String {
    guard let name = unsafe sqlite3_column_name(handle, column) else { return "" }
    return unsafe String(cString: name)
  }

  // The handle is for the extensions in Statement+Values.swift.
  var pointer: OpaquePointer { unsafe handle }
}
