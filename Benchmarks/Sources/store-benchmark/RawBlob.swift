import CSQLiteBaseline
import FlatBufferCoding

/// A table of keys and payloads: `raw-blob`, and with one log row per commit `raw-blob-log`.
final class RawBlob {
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
    inserting = try database.prepare("INSERT INTO doc(k, p) VALUES (?, ?)")
    upserting = try database.prepare(
      "INSERT INTO doc(k, p) VALUES (?, ?) ON CONFLICT(k) DO UPDATE SET p = excluded.p")
    updating = try database.prepare("UPDATE doc SET p = ?2 WHERE k = ?1")
    deleting = try database.prepare("DELETE FROM doc WHERE k = ?")
    selecting = try database.prepare("SELECT k, p FROM doc ORDER BY rowid")
    logging = try database.prepare("INSERT INTO log VALUES (?, ?, ?, 1, ?)")
  }

  func insert(_ row: RawRow) throws {
    database.bind(inserting, 1, row.title)
    database.bind(inserting, 2, row.payload)
    try database.run(inserting)
  }

  func upsert(_ row: RawRow) throws {
    database.bind(upserting, 1, row.title)
    database.bind(upserting, 2, row.payload)
    try database.run(upserting)
  }

  func update(_ row: RawRow) throws {
    database.bind(updating, 1, row.title)
    database.bind(updating, 2, row.payload)
    try database.run(updating)
  }

  func delete(_ row: RawRow) throws {
    database.bind(deleting, 1, row.title)
    try database.run(deleting)
  }

  /// Writes the log's row of a commit that changed one row.
  func log() throws {
    commits += 1
    try origin.withUnsafeBytes { origin in
      sqlite3_bind_int64(logging, 1, commits)
      database.bind(logging, 2, origin)
      sqlite3_bind_int64(logging, 3, commits + 1)
      database.bind(logging, 4, UnsafeRawBufferPointer(rebasing: origin[..<4]))
      try database.run(logging)
    }
  }

  /// Reads every key and payload; the number of bytes.
  func fetch() throws -> Int {
    defer { sqlite3_reset(selecting) }
    var bytes = 0
    while try database.next(selecting) {
      bytes += Int(sqlite3_column_bytes(selecting, 0) + sqlite3_column_bytes(selecting, 1))
      guard sqlite3_column_blob(selecting, 1) != nil else { throw database.error }
    }
    return bytes
  }

  /// Decodes every payload, one after the other.
  func eachDocument(_ body: (Bench.Doc) -> Void) throws {
    defer { sqlite3_reset(selecting) }
    while try database.next(selecting) {
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(selecting, 1), count: Int(sqlite3_column_bytes(selecting, 1)))
      body(
        try FlatBuffer.withRoot(of: bytes) { table throws(FlatBufferError) in
          try Bench.Doc(reading: table)
        })
    }
  }
}
