internal import FlatBufferCoding

/// The prepared statements of one type on one connection, and room for a row's values.
///
/// Kept with the connection as long as the catalog keeps the type.
final class RowStatements {
  let type: StoredType
  /// Row id by key.
  let find: Statement
  /// Row id and bytes by key.
  let read: Statement
  /// Bytes by row id.
  let readRow: Statement
  let insert: Statement
  /// Inserts with the row id behind the highest, which SQLite finds faster than any other; the same as `insert` where
  /// the key is the row id.
  let append: Statement
  let update: Statement
  let delete: Statement
  /// Inserts a row, or replaces the bytes of the one with its key.
  let upsert: Statement
  /// Replaces bytes by key.
  let updateByKey: Statement
  let deleteByKey: Statement
  let indexes: [IndexStatements]
  let keyFields: [KeyField]
  /// The paths of the key's fields, which are the record's own.
  let keyPaths: [FlatPath]
  /// Whether the key is the row id.
  let isKeyRowID: Bool
  let hasUniqueIndex: Bool
  private unowned let connection: Connection
  private var replaceByKeyStatement: Statement?

  init(type: StoredType, connection: Connection) throws(WorkspaceError) {
    self.type = type
    self.connection = connection
    let table = type.quotedTable
    let columns = type.keyLayout.isRowID ? 0 : type.keyLayout.fields.count
    let names = (0..<columns).map { "k\($0), " }.joined()
    find = try connection.prepare(type.findSQL)
    read = try connection.prepare(type.readSQL)
    readRow = try connection.prepare("SELECT p FROM \(table) WHERE rowid = ?")
    let insertion =
      "INSERT INTO \(table)(rowid, \(names)p) VALUES (?\(String(repeating: ", ?", count: columns + 1)))"
    insert = try connection.prepare(insertion)
    append =
      type.keyLayout.isRowID
      ? insert
      : try connection.prepare(
        "INSERT INTO \(table)(\(names)p) VALUES (?\(String(repeating: ", ?", count: columns)))")
    let key = type.keyLayout.isRowID ? "rowid" : String(names.dropLast(2))
    upsert = try connection.prepare("\(insertion) ON CONFLICT(\(key)) DO UPDATE SET p = excluded.p")
    updateByKey = try connection.prepare(
      "UPDATE \(table) SET p = ?\(max(1, columns) + 1) WHERE \(type.keyCondition)")
    deleteByKey = try connection.prepare("DELETE FROM \(table) WHERE \(type.keyCondition)")
    update = try connection.prepare("UPDATE \(table) SET p = ?2 WHERE rowid = ?1")
    delete = try connection.prepare("DELETE FROM \(table) WHERE rowid = ?")
    var indexes: [IndexStatements] = []
    for index in type.indexes {
      indexes.append(try IndexStatements(index: index, connection: connection))
    }
    self.indexes = indexes
    keyFields = type.keyLayout.fields
    keyPaths = type.keyLayout.fields.compactMap(\.resolved.flat)
    isKeyRowID = type.keyLayout.isRowID
    hasUniqueIndex = type.indexes.contains { $0.isUnique }
  }

  /// Replaces bytes by key, as `updateByKey` does, and tells what they were.
  func replaceByKey() throws(WorkspaceError) -> Statement {
    if let replaceByKeyStatement { return replaceByKeyStatement }
    _ = try connection.beforeImage()
    let bytes = "?\(max(1, isKeyRowID ? 0 : keyFields.count) + 1)"
    let statement = try connection.prepare(
      """
      UPDATE \(type.quotedTable) SET p = \(bytes)
      WHERE \(type.keyCondition) AND \(BeforeImage.function)(rowid, p, \(bytes))
      """)
    replaceByKeyStatement = statement
    return statement
  }
}

/// The prepared statements of one index on one connection.
final class IndexStatements {
  let index: StoredIndex
  let find: Statement
  let insert: Statement
  let delete: Statement
  /// The path of the indexed field, if it goes through no other table.
  let flatPath: FlatPath?
  let isUnique: Bool
  /// Deletes by row id alone: a scan, for rows whose bytes are damaged.
  let purge: Statement
  /// Whether entries may be written later than their rows, as `HeldEntries` does.
  let canHoldEntries: Bool
  private unowned let connection: Connection
  private var statementsByRows: [Int: Statement] = [:]

  init(index: StoredIndex, connection: Connection) throws(WorkspaceError) {
    self.index = index
    self.connection = connection
    canHoldEntries = index.state == .whole && !index.isUnique
    flatPath = index.resolved.flat
    isUnique = index.isUnique
    let table = index.quotedTable
    find = try connection.prepare("SELECT rowid FROM \(table) WHERE present = 1 AND value = ?")
    // While the index is being built its rows may be there already.
    let verb = index.state == .whole ? "INSERT" : "INSERT OR IGNORE"
    insert = try connection.prepare(
      "\(verb) INTO \(table)(present, value, rowid) VALUES (?, ?, ?)")
    delete = try connection.prepare(
      "DELETE FROM \(table) WHERE present = ? AND value = ? AND rowid = ?")
    purge = try connection.prepare("DELETE FROM \(table) WHERE rowid = ?")
  }

  /// Inserts as many present values, each with its row id, as `HeldEntries` writes at once.
  func manyInserts() throws(WorkspaceError) -> Statement {
    try insert(rows: HeldEntries.rowsPerStatement)
  }

  /// Inserts one present value with its row id.
  func presentInsert() throws(WorkspaceError) -> Statement {
    try insert(rows: 1)
  }

  private func insert(rows: Int) throws(WorkspaceError) -> Statement {
    if let known = statementsByRows[rows] { return known }
    let values = repeatElement("(1, ?, ?)", count: rows).joined(separator: ", ")
    // FAIL needs no journal of its own for what a failure would have to undo: the whole transaction goes then.
    let statement = try connection.prepare(
      "INSERT OR FAIL INTO \(index.quotedTable)(present, value, rowid) VALUES \(values)")
    statementsByRows[rows] = statement
    return statement
  }
}
