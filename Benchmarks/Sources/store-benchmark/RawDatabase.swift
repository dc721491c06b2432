import CSQLiteBaseline

/// A database through SQLite's C interface and prepared statements, with the pragmas of the store: WAL, the same
/// synchronous level and page cache.
@safe final class RawDatabase {
  let handle: OpaquePointer
  private var statements: [OpaquePointer] = unsafe []
  private let beginning: OpaquePointer
  private let committing: OpaquePointer

  /// Opens or makes a database and runs its schema.
  init(path: String, schema: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard unsafe sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened = unsafe opened
    else {
      throw RawError(message: "cannot open \(path)")
    }
    unsafe handle = opened
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -8192",
      schema,
    ] where unsafe sqlite3_exec(opened, sql, nil, nil, nil) != SQLITE_OK {
      throw unsafe RawError(message: String(cString: sqlite3_errmsg(opened)))
    }
    unsafe beginning = try Self.prepare("BEGIN IMMEDIATE", opened)
    unsafe committing = try Self.prepare("COMMIT", opened)
    unsafe statements = [beginning, committing]
  }

  deinit {
    unsafe statements.forEach { _ = unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs a body in a transaction.
  func transaction(_ body: () throws -> Void) throws {
    try unsafe run(beginning)
    try body()
    try unsafe run(committing)
  }

  /// Prepares a statement that lives as long as the database.
  func prepare(_ sql: String) throws -> OpaquePointer {
    let statement = try unsafe Self.prepare(sql, handle)
    unsafe statements.append(statement)
    return unsafe statement
  }

  private static func prepare(_ sql: String, _ handle: OpaquePointer) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    guard unsafe sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK,
      let statement = unsafe statement
    else { throw unsafe RawError(message: String(cString: sqlite3_errmsg(handle))) }
    return unsafe statement
  }

  /// Runs a statement that gives no row.
  func run(_ statement: OpaquePointer) throws {
    guard unsafe sqlite3_step(statement) == SQLITE_DONE else { throw error }
    unsafe sqlite3_reset(statement)
  }

  /// Whether a statement has another row.
  func next(_ statement: OpaquePointer) throws -> Bool {
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw error
    }
  }

  /// Binds text, which must live until the statement has run.
  func bind(_ statement: OpaquePointer, _ index: Int32, _ text: RawText) {
    unsafe csqlite_bind_text(statement, index, text.start, text.count)
  }

  /// Binds a payload, which must live until the statement has run.
  func bind(_ statement: OpaquePointer, _ index: Int32, _ bytes: UnsafeRawBufferPointer) {
    unsafe csqlite_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count))
  }

  /// A column's text as a Swift string.
  static func string(_ statement: OpaquePointer, _ column: Int32) -> String {
    let start = unsafe sqlite3_column_text(statement, column)
    let count = unsafe sqlite3_column_bytes(statement, column)
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }

  /// What SQLite said.
  var error: RawError {
    unsafe RawError(message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// What went wrong in a baseline.
struct RawError: Error {
  let message: String
}
