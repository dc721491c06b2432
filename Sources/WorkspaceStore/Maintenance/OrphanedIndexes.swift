/// Tables of indexes that the catalog does not have any more.
///
/// Dropping a large table takes long; so they are emptied a step at a time and dropped at last. No index gets
/// the number of another, so that what has no row in `__index` is surely not in use.
struct OrphanedIndexes {
  let connection: Connection

  /// How many entries a step deletes.
  private static let stepEntries = 3000

  /// The names of the tables, quoted for SQL.
  ///
  /// None where the catalog is damaged: what it has lost may still be of use.
  func tables() throws(WorkspaceError) -> [String] {
    guard connection.catalog.damaged.isEmpty, connection.catalog.gaps.isEmpty else { return [] }
    let sql = """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '*/#[0-9]*'
      AND CAST(substr(name, instr(name, '/#') + 2) AS INTEGER) NOT IN (SELECT number FROM __index)
      """
    return try connection.withStatement(sql) { (statement) throws(WorkspaceError) -> [String] in
      var names: [String] = []
      while try statement.step() { names.append(StoredType.quoted(statement.text(0))) }
      return names
    }
  }

  /// Deletes some entries, or drops a table that has none left.
  ///
  /// - Returns: Whether there was a table.
  func step() throws(WorkspaceError) -> Bool {
    guard let table = try tables().first else { return false }
    let sql = """
      DELETE FROM \(table) WHERE (present, value, rowid) IN
      (SELECT present, value, rowid FROM \(table) LIMIT \(Self.stepEntries))
      """
    try connection.execute(sql)
    if connection.changes < Int64(Self.stepEntries) {
      try connection.execute("DROP TABLE \(table)")
    }
    return true
  }
}
