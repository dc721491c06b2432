internal import FlatBufferCoding

/// Fills a new index from its table, all at once or a step at a time.
///
/// Between steps others may write: they keep the entries of every row that they touch, also of those that the
/// building has not come to. It then finds such an entry already there.
struct IndexBuild {
  /// How much a step takes in before it ends, in rows and in bytes.
  static let stepRows = 1000
  static let stepBytes = 1 << 20

  let connection: Connection
  /// The type's name, for errors.
  let typeName: String
  /// The table, quoted for SQL.
  let quotedTable: String
  /// The schema in which the index's path is resolved.
  let schema: Schema
  let index: StoredIndex

  /// Adds rows, and records how far that went or that the index is whole.
  ///
  /// Rows whose bytes are damaged are entered as null, so that queries meet them.
  ///
  /// - Parameter progress: The row id that the step before ended with; nil at the start.
  /// - Returns: Whether the index is whole now.
  /// - Throws: `notUnique`, naming two rows with one value.
  /// - Complexity: One pass over the rows that are added.
  func run(after progress: Int64?) throws(WorkspaceError) -> Bool {
    let statements = try IndexStatements(index: index, connection: connection)
    let isWhole = index.state == .whole
    let condition = progress == nil ? "" : "WHERE rowid > ?"
    let rows = try connection.prepare(
      "SELECT rowid, p FROM \(quotedTable) \(condition) ORDER BY rowid")
    if let progress { try rows.bind(1, progress) }
    var last = progress ?? 0
    var count = 0
    var bytes = 0
    while try rows.step() {
      last = rows.integer(0)
      count += 1
      bytes += unsafe rows.bytes(1).count
      try unsafe add(rows.bytes(1), rowID: last, statements)
      guard isWhole || count < Self.stepRows && bytes < Self.stepBytes else {
        try record(.building, progress: last)
        return false
      }
    }
    try record(.whole, progress: last)
    return true
  }

  private func add(
    _ bytes: UnsafeRawBufferPointer, rowID: Int64, _ statements: IndexStatements
  ) throws(WorkspaceError) {
    let value = unsafe value(of: bytes)
    try statements.insert.bindIndexed(
      present: 1, value: 2, value, isUnique: index.isUnique, rowID: rowID)
    try statements.insert.bind(3, rowID)
    do throws(WorkspaceError) {
      try statements.insert.run()
    } catch {
      guard error.code == .keyExists else { throw error }
      throw try twins(statements, value, rowID: rowID)
    }
  }

  private func record(_ state: StoredIndex.State, progress: Int64) throws(WorkspaceError) {
    let sql = "UPDATE __index SET state = ?2, progress = ?3 WHERE number = ?1"
    try connection.withStatement(sql) { (statement) throws(WorkspaceError) in
      try statement.bind(1, index.number)
      try statement.bind(2, state.rawValue)
      try statement.bind(3, progress)
      try statement.run()
    }
  }

  private func value(of bytes: UnsafeRawBufferPointer) -> PathValue {
    do throws(FlatBufferError) {
      return try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try index.resolved.value(in: root)
      }
    } catch {
      return .null
    }
  }

  private func twins(
    _ statements: IndexStatements, _ value: PathValue, rowID: Int64
  ) throws(WorkspaceError) -> WorkspaceError {
    try statements.find.bindIndexed(1, value)
    let other = try statements.find.step() ? statements.find.integer(0) : rowID
    return WorkspaceError(
      .notUnique,
      "The field is to be unique, and rows \(other) and \(rowID) both have the value \(value.text).",
      path: connection.path, typeName: typeName, rowID: rowID,
      field: schema.name(of: index.path))
  }
}
