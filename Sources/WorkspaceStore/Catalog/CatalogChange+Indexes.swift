internal import FlatBufferCoding

extension CatalogChange {
  /// Whether a program's schema declares an index that the store lacks.
  static func hasNewIndexes(_ recordType: RecordType, _ stored: StoredType) -> Bool {
    recordType.schema.indexDefinitions().contains { definition in
      !stored.indexes.contains {
        $0.path == definition.path && ($0.isUnique || !definition.isUnique)
      }
    }
  }

  /// Makes the indexes of a type that has no rows yet.
  ///
  /// - Returns: What the catalog has of them now.
  func addIndexes(
    of recordType: RecordType, type: Int64, tableName: String
  ) throws(WorkspaceError) -> [IndexRow] {
    var rows: [IndexRow] = []
    for definition in recordType.schema.indexDefinitions() {
      let index = try addIndex(
        definition.path, isUnique: definition.isUnique, state: .whole, schema: recordType.schema,
        type: type, tableName: tableName)
      rows.append(IndexRow(index))
    }
    return rows
  }

  /// Makes the indexes that a schema adds to a type that has rows.
  ///
  /// A unique index is built here and now; of another one only the first rows are taken in, and the rest in the
  /// background.
  ///
  /// - Throws: `notUnique` if a new unique index meets twins.
  func extendIndexes(of stored: StoredType, to recordType: RecordType) throws(WorkspaceError) {
    for definition in recordType.schema.indexDefinitions() {
      if let known = stored.indexes.first(where: { $0.path == definition.path }) {
        guard definition.isUnique, !known.isUnique else { continue }
        try removeIndex(known)
      }
      let index = try addIndex(
        definition.path, isUnique: definition.isUnique,
        state: definition.isUnique ? .whole : .building, schema: recordType.schema,
        type: stored.number, tableName: stored.tableName)
      _ = try IndexBuild(
        connection: connection, typeName: recordType.name, quotedTable: stored.quotedTable,
        schema: recordType.schema, index: index
      ).run(after: nil)
    }
  }

  /// Takes an index out of the catalog; its table is emptied and dropped in the background.
  func removeIndex(_ index: StoredIndex) throws(WorkspaceError) {
    // A store of an earlier version may have given the number without counting it.
    try session.countIndexNumber(index.number)
    try connection.withStatement("DELETE FROM __index WHERE number = ?") {
      (statement) throws(WorkspaceError) in
      try statement.bind(1, index.number)
      try statement.run()
    }
  }

  private func addIndex(
    _ path: FieldPath, isUnique: Bool, state: StoredIndex.State, schema: Schema, type: Int64,
    tableName: String
  ) throws(WorkspaceError) -> StoredIndex {
    let resolved: ResolvedPath
    do throws(FlatBufferError) {
      resolved = try schema.resolve(path)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The index can't be made: \(error.description)", path: connection.path)
    }
    try session.countIndexNumber(try connection.integer("SELECT max(number) FROM __index") ?? 0)
    // A number is never given twice, as the table of a dropped index may still be there.
    let number = session.takeRowID()
    try connection.withStatement("INSERT INTO __index VALUES (?, ?, ?, ?, ?, 0)") {
      (statement) throws(WorkspaceError) in
      try statement.bind(1, number)
      try statement.bind(2, type)
      try statement.bind(3, path.bytes)
      try statement.bind(4, isUnique ? 1 : 0 as Int64)
      try statement.bind(5, state.rawValue)
      try statement.run()
    }
    let table = StoredType.quoted("\(tableName)/#\(number)")
    let key = isUnique ? "present, value" : "present, value, rowid"
    try connection.execute(
      "CREATE TABLE \(table)(present INTEGER NOT NULL, value NOT NULL, rowid INTEGER NOT NULL, "
        + "PRIMARY KEY(\(key))) WITHOUT ROWID")
    return StoredIndex(
      number: number, path: path, isUnique: isUnique, state: state, progress: 0,
      resolved: resolved, quotedTable: table)
  }
}
