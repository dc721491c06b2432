import BenchmarkRecords
import CSQLiteBaseline
import FlatBufferCoding

/// A table of keys and payloads: `raw-blob`, and with one log row per commit `raw-blob-log`.
@safe final class RawBlob {
  let database: RawDatabase
  private let inserting: OpaquePointer
  private let upserting: OpaquePointer
  private let updating: OpaquePointer
  private let deleting: OpaquePointer
  private let selecting: OpaquePointer
  private let logging: OpaquePointer
  private var commits: Int64 = 0
  private let origin = [UInt8](repeating: 7, count: 16)

  init(path: String) throws {
    database = try RawDatabase(
      path: path,
      schema: """
        CREATE TABLE IF NOT EXISTS doc(rowid INTEGER PRIMARY KEY, k NOT NULL UNIQUE, p BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS log(number INTEGER PRIMARY KEY, origin BLOB NOT NULL,
        next_rowid INTEGER NOT NULL, generation INTEGER NOT NULL, changes BLOB NOT NULL)
        """)
    unsafe inserting = try database.prepare("INSERT INTO doc(k, p) VALUES (?, ?)")
    unsafe upserting = try database.prepare(
      "INSERT INTO doc(k, p) VALUES (?, ?) ON CONFLICT(k) DO UPDATE SET p = excluded.p")
    unsafe updating = try database.prepare("UPDATE doc SET p = ?2 WHERE k = ?1")
    unsafe deleting = try database.prepare("DELETE FROM doc WHERE k = ?")
    unsafe selecting = try database.prepare("SELECT k, p FROM doc ORDER BY rowid")
    unsafe logging = try database.prepare("INSERT INTO log VALUES (?, ?, ?, 1, ?)")
  }

  func insert(_ row: RawRow) throws {
    unsafe database.bind(inserting, 1, row.title)
    unsafe database.bind(inserting, 2, row.payload)
    try unsafe database.run(inserting)
  }

  func upsert(_ row: RawRow) throws {
    unsafe database.bind(upserting, 1, row.title)
    unsafe database.bind(upserting, 2, row.payload)
    try unsafe database.run(upserting)
  }

  func update(_ row: RawRow) throws {
    unsafe database.bind(updating, 1, row.title)
    unsafe database.bind(updating, 2, row.payload)
    try unsafe database.run(updating)
  }

  func delete(_ row: RawRow) throws {
    unsafe database.bind(deleting, 1, row.title)
    try unsafe database.run(deleting)
  }

  /// Writes the log's row of a commit that changed one row.
  func log() throws {
    commits += 1
    try unsafe origin.withUnsafeBytes { origin in
      unsafe sqlite3_bind_int64(logging, 1, commits)
      unsafe database.bind(logging, 2, origin)
      unsafe sqlite3_bind_int64(logging, 3, commits + 1)
      unsafe database.bind(logging, 4, UnsafeRawBufferPointer(rebasing: origin[..<4]))
      try unsafe database.run(logging)
    }
  }

  /// Reads every key and payload; the number of bytes.
  func fetch() throws -> Int {
    defer { unsafe sqlite3_reset(selecting) }
    var bytes = 0
    while try unsafe database.next(selecting) {
      unsafe bytes += Int(sqlite3_column_bytes(selecting, 0) + sqlite3_column_bytes(selecting, 1))
      guard unsafe sqlite3_column_blob(selecting, 1) != nil else { throw database.error }
    }
    return bytes
  }

  /// Decodes every payload, one after the other.
  func eachDocument(_ body: (Bench.Doc) -> Void) throws {
    defer { unsafe sqlite3_reset(selecting) }
    while try unsafe database.next(selecting) {
      let bytes = unsafe UnsafeRawBufferPointer(
        start: sqlite3_column_blob(selecting, 1), count: Int(sqlite3_column_bytes(selecting, 1)))
      unsafe body(
        try FlatBuffer.withRoot(of: bytes) { table throws(FlatBufferError) in
          try Bench.Doc(reading: table)
        })
    }
  }
}
