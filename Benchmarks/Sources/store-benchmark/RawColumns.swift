import BenchmarkRecords
import CSQLiteBaseline

/// A table with a column for each field: `raw-columns`.
///
/// It makes the same Swift values as the store. The two images are columns of their own, as no list fits into one.
@safe final class RawColumns {
  let database: RawDatabase
  /// What a statement selects.
  enum Selection: Int {
    case all, byKey, lowPriority, byScore, range
  }

  private static let columns =
    "title, tag, x, y, z, color, priority, text, score, created, kind, first, second"
  private let inserting: OpaquePointer
  private let selecting: [OpaquePointer]
  private let beginningRead: OpaquePointer
  private let endingRead: OpaquePointer

  init(path: String, isIndexed: Bool = false) throws {
    let table = """
      CREATE TABLE IF NOT EXISTS doc(rowid INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, tag TEXT, x REAL, y REAL,
      z REAL, color INTEGER, priority INTEGER, text TEXT, score REAL, created INTEGER, kind INTEGER, first TEXT,
      second TEXT)
      """
    let index = "; CREATE INDEX IF NOT EXISTS doc_created ON doc(created)"
    let database = try RawDatabase(path: path, schema: isIndexed ? table + index : table)
    self.database = database
    unsafe inserting = try database.prepare(
      "INSERT INTO doc(\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    unsafe selecting = try [
      "ORDER BY rowid", "WHERE title = ?", "WHERE priority < ? ORDER BY rowid",
      "ORDER BY score, rowid", "WHERE created >= ? AND created < ? ORDER BY created, rowid",
    ].map { try unsafe database.prepare("SELECT \(Self.columns) FROM doc \($0)") }
    unsafe beginningRead = try database.prepare("BEGIN")
    unsafe endingRead = try database.prepare("COMMIT")
  }

  func insert(_ row: RawRow) throws {
    unsafe database.bind(inserting, 1, row.title)
    unsafe database.bind(inserting, 2, row.tag)
    unsafe sqlite3_bind_double(inserting, 3, row.position.0)
    unsafe sqlite3_bind_double(inserting, 4, row.position.1)
    unsafe sqlite3_bind_double(inserting, 5, row.position.2)
    unsafe sqlite3_bind_int(inserting, 6, row.color)
    unsafe sqlite3_bind_int(inserting, 7, row.priority)
    unsafe database.bind(inserting, 8, row.text)
    unsafe sqlite3_bind_double(inserting, 9, row.score)
    unsafe sqlite3_bind_int64(inserting, 10, row.created)
    unsafe sqlite3_bind_int(inserting, 11, row.kind)
    unsafe database.bind(inserting, 12, row.first)
    if let second = row.second {
      unsafe database.bind(inserting, 13, second)
    } else {
      unsafe sqlite3_bind_null(inserting, 13)
    }
    try unsafe database.run(inserting)
  }

  /// Runs a body in one read transaction.
  func snapshot(_ body: () throws -> Int) throws -> Int {
    try unsafe database.run(beginningRead)
    let count = try body()
    try unsafe database.run(endingRead)
    return count
  }

  /// The record with a key.
  func document(_ key: RawText) throws -> Bench.Doc? {
    let statement = unsafe selecting[Selection.byKey.rawValue]
    defer { unsafe sqlite3_reset(statement) }
    unsafe database.bind(statement, 1, key)
    return try unsafe database.next(statement) ? Self.document(statement) : nil
  }

  /// Every record, by row id or by score.
  func documents(_ selection: Selection = .all) throws -> [Bench.Doc] {
    try unsafe collect(selecting[selection.rawValue])
  }

  /// The records below a priority.
  func documents(priorityBelow limit: Int32) throws -> [Bench.Doc] {
    let statement = unsafe selecting[Selection.lowPriority.rawValue]
    unsafe sqlite3_bind_int(statement, 1, limit)
    return try unsafe collect(statement)
  }

  /// The records of a range of times, in order of time.
  func documents(created: Range<Int64>) throws -> [Bench.Doc] {
    let statement = unsafe selecting[Selection.range.rawValue]
    unsafe sqlite3_bind_int64(statement, 1, created.lowerBound)
    unsafe sqlite3_bind_int64(statement, 2, created.upperBound)
    return try unsafe collect(statement)
  }

  /// Reads every record, one after the other.
  func eachDocument(_ body: (Bench.Doc) -> Void) throws {
    let statement = unsafe selecting[Selection.all.rawValue]
    defer { unsafe sqlite3_reset(statement) }
    while try unsafe database.next(statement) { unsafe body(Self.document(statement)) }
  }

  private func collect(_ statement: OpaquePointer) throws -> [Bench.Doc] {
    defer { unsafe sqlite3_reset(statement) }
    var documents: [Bench.Doc] = []
    while try unsafe database.next(statement) { unsafe documents.append(Self.document(statement)) }
    return documents
  }

  private static func document(_ row: OpaquePointer) -> Bench.Doc {
    let content: Bench.Content =
      unsafe sqlite3_column_int(row, 10) == 1
      ? .textContent(Bench.TextContent(text: RawDatabase.string(row, 11)))
      : .imageContent(
        Bench.ImageContent(images: [RawDatabase.string(row, 11), RawDatabase.string(row, 12)]))
    return unsafe Bench.Doc(
      title: RawDatabase.string(row, 0), tag: RawDatabase.string(row, 1),
      pos: Bench.Vec3(
        x: Float(sqlite3_column_double(row, 2)), y: Float(sqlite3_column_double(row, 3)),
        z: Float(sqlite3_column_double(row, 4))),
      color: Bench.Color(knownOrUnknown: Int8(truncatingIfNeeded: sqlite3_column_int(row, 5))),
      priority: sqlite3_column_int(row, 6), text: RawDatabase.string(row, 7),
      score: sqlite3_column_double(row, 8), created: sqlite3_column_int64(row, 9),
      content: content)
  }
}
