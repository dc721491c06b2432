extension StoreCheck {
  /// Compares the scripts that the store says it has run with its version.
  mutating func checkMigrations() throws(WorkspaceError) {
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let ran = try connection.integer("SELECT count(*) FROM __migration") ?? 0
    let newest = try connection.integer("SELECT max(number) FROM __migration") ?? 0
    if ran != version || newest != version {
      note(
        StoreFinding(
          .catalog, "the store has version \(version), and \(ran) scripts up to \(newest) ran"))
    }
    try StoreFormat(connection: connection).refuseChangedScripts()
  }

  /// Finds indexes and tables that belong to no type.
  ///
  /// The table of an index that was dropped is none of them: it is emptied in the background.
  mutating func checkOrphans() throws(WorkspaceError) {
    let indexes = try connection.prepare(
      "SELECT number FROM __index WHERE type NOT IN (SELECT type FROM __schema) ORDER BY number")
    while try indexes.step(), !isFull {
      note(StoreFinding(.catalog, "index \(indexes.integer(0)) belongs to no type"))
    }
    let catalog = connection.catalog
    let known = Set(catalog.types.map(\.tableName)).union(catalog.damaged.keys)
    let tables = try connection.prepare(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '__*'
      AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*/#[0-9]*' ORDER BY name
      """)
    while try tables.step(), !isFull {
      let name = tables.text(0)
      if !known.contains(name) {
        note(StoreFinding(.catalog, "table \"\(name)\" belongs to no type"))
      }
    }
  }

  /// Finds rows whose ids the store would give out again.
  mutating func checkRowIDs() throws(WorkspaceError) {
    // Inside a transaction of a store in memory the counter is not written yet.
    guard connection.path != nil || !connection.isInTransaction else { return }
    let next = connection.snapshot.nextRowID
    var tables = connection.catalog.types.filter { !$0.keyLayout.isRowID }
      .map { (name: Optional($0.name), quoted: $0.quotedTable) }
    tables.append((nil, "__dictionary"))
    for table in tables {
      let highest = try connection.integer("SELECT max(rowid) FROM \(table.quoted)") ?? 0
      guard highest >= next else { continue }
      note(
        StoreFinding(
          .commitLog, "the next row id is \(next), which is not above all that there are",
          typeName: table.name, rowID: highest))
    }
  }
}
