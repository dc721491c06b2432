import CSQLiteBaseline
import FlatBufferCoding
import Foundation

/// A table of keys and payloads, through SQLite's C interface and prepared statements: `raw-blob`.
///
/// The pragmas are those of the store: WAL, the same synchronous level and page cache.
final class RawStore {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens or makes a database.
  init(path: String) throws {
    var handle: OpaquePointer?
    guard
      sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK,
      let handle
    else { throw RawError(message: "cannot open \(path)") }
    self.handle = handle
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
    try run("PRAGMA cache_size = -8192")
    try run(
      "CREATE TABLE IF NOT EXISTS doc(rowid INTEGER PRIMARY KEY, k NOT NULL UNIQUE, p BLOB NOT NULL)"
    )
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs a statement that gives no rows that matter.
  func run(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// A statement that is prepared once and lives as long as the store.
  func prepare(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { throw RawError(message: "no statement in \(sql)") }
    statements[sql] = statement
    return statement
  }

  /// Binds a key as text.
  func bind(_ statement: OpaquePointer, _ index: Int32, _ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { bytes in
        try check(
          csqlite_bind_text_transient(
            statement, index, bytes.baseAddress, sqlite3_uint64(bytes.count)))
      }
    }
  }

  /// Binds a payload, which must live until the statement has run.
  func bind(_ statement: OpaquePointer, _ index: Int32, _ bytes: UnsafeRawBufferPointer) throws {
    try check(
      csqlite_bind_blob_static(statement, index, bytes.baseAddress, sqlite3_uint64(bytes.count)))
  }

  /// Steps a statement that gives no row, and resets it.
  func finish(_ statement: OpaquePointer) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else { throw error }
    sqlite3_reset(statement)
  }

  /// Inserts keys and payloads.
  func insert(_ rows: some Sequence<(key: String, payload: [UInt8])>) throws {
    let insert = try prepare("INSERT INTO doc(k, p) VALUES (?, ?)")
    for row in rows {
      try row.payload.withUnsafeBytes { bytes in
        try bind(insert, 1, row.key)
        try bind(insert, 2, bytes)
        try finish(insert)
      }
    }
  }

  /// Every payload, decoded.
  func documents() throws -> [Bench.Doc] {
    let select = try prepare("SELECT p FROM doc ORDER BY rowid")
    defer { sqlite3_reset(select) }
    var documents: [Bench.Doc] = []
    while sqlite3_step(select) == SQLITE_ROW { documents.append(try decode(select)) }
    return documents
  }

  /// The payload of a key, decoded.
  func document(_ key: String) throws -> Bench.Doc? {
    let select = try prepare("SELECT p FROM doc WHERE k = ?")
    defer { sqlite3_reset(select) }
    try bind(select, 1, key)
    return sqlite3_step(select) == SQLITE_ROW ? try decode(select) : nil
  }

  private func decode(_ statement: OpaquePointer) throws -> Bench.Doc {
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, 0), count: Int(sqlite3_column_bytes(statement, 0)))
    return try FlatBuffer.withRoot(of: bytes) { table throws(FlatBufferError) in
      try Bench.Doc(reading: table)
    }
  }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw error }
  }

  private var error: RawError {
    RawError(message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// What SQLite said.
struct RawError: Error {
  let message: String
}
