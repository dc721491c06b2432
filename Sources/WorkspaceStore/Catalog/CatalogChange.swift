internal import FlatBufferCoding

/// Writes to the catalog's tables, in a transaction.
struct CatalogChange {
  let session: WriteSession

  var connection: Connection { session.connection }

  /// Records a new type, and makes its table and indexes.
  ///
  /// - Returns: What the catalog has of it now.
  /// - Throws: `invalidName`, `schemaMismatch`.
  func add(_ recordType: RecordType) throws(WorkspaceError) -> TypeRow {
    try refuseReserved(recordType.name)
    try refuseClash(recordType.name, except: nil)
    let layout = try keyLayout(of: recordType)
    let number = try nextNumber()
    try connection.withStatement("INSERT INTO __schema VALUES (?, ?, NULL, ?, ?)") {
      (statement) throws(WorkspaceError) in
      try statement.bind(1, number)
      try statement.bind(2, recordType.name)
      try statement.bind(3, recordType.binary)
      try statement.bind(4, recordType.schema.text())
      try statement.run()
    }
    try connection.execute(Self.table(StoredType.quoted(recordType.name), layout))
    return TypeRow(
      number: number, name: recordType.name, formerNames: [], binary: recordType.binary,
      indexes: try addIndexes(of: recordType, type: number, tableName: recordType.name))
  }

  /// Records a schema that adds to the recorded one, and makes the indexes that it adds.
  ///
  /// - Returns: The type's number.
  /// - Throws: `invalidName`; `notUnique` if a new unique index meets twins.
  func extend(_ stored: StoredType, to recordType: RecordType) throws(WorkspaceError) -> Int64 {
    var formerNames = stored.formerNames
    if recordType.name != stored.name {
      try refuseReserved(recordType.name)
      try refuseClash(recordType.name, except: stored)
      formerNames.append(stored.name)
    }
    let sql =
      "UPDATE __schema SET name = ?2, former_names = ?3, binary = ?4, text = ?5 WHERE type = ?1"
    try connection.withStatement(sql) { (statement) throws(WorkspaceError) in
      try statement.bind(1, stored.number)
      try statement.bind(2, recordType.name)
      if formerNames.isEmpty {
        try statement.bindNull(3)
      } else {
        try statement.bind(3, formerNames.joined(separator: "\n"))
      }
      try statement.bind(4, recordType.binary)
      try statement.bind(5, recordType.schema.text())
      try statement.run()
    }
    try extendIndexes(of: stored, to: recordType)
    return stored.number
  }

  /// A number that no type has.
  private func nextNumber() throws(WorkspaceError) -> Int64 {
    let highest = try connection.integer("SELECT max(type) FROM __schema") ?? 0
    guard CommitMark.sane.contains(highest), CommitMark.sane.contains(highest + 1) else {
      throw WorkspaceError(
        .damagedStore, "The catalog has a type with the number \(highest); check the store.",
        path: connection.path)
    }
    return highest + 1
  }

  private static func table(_ quoted: String, _ layout: KeyLayout) -> String {
    guard !layout.isRowID else {
      return "CREATE TABLE \(quoted)(rowid INTEGER PRIMARY KEY, p BLOB NOT NULL)"
    }
    let names = layout.fields.indices.map { "k\($0)" }
    let columns = names.map { "\($0) NOT NULL" }.joined(separator: ", ")
    return "CREATE TABLE \(quoted)(rowid INTEGER PRIMARY KEY, \(columns), p BLOB NOT NULL, "
      + "UNIQUE(\(names.joined(separator: ", "))))"
  }

  private func keyLayout(of recordType: RecordType) throws(WorkspaceError) -> KeyLayout {
    do throws(FlatBufferError) {
      return try KeyLayout(schema: recordType.schema, root: recordType.schema.rootIndex ?? 0)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The schema can't be stored: \(error.description)",
        path: connection.path, typeName: recordType.name)
    }
  }

  private func refuseReserved(_ name: String) throws(WorkspaceError) {
    let lower = name.lowercased()
    guard !lower.hasPrefix("__"), !lower.hasPrefix("sqlite_"), !lower.isEmpty else {
      throw WorkspaceError(
        .invalidName, "Names of types must not start with __ or sqlite_.", path: connection.path,
        typeName: name)
    }
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    guard isPlain else {
      throw WorkspaceError(
        .invalidName, "Names of types have letters, digits, underscores and dots only.",
        path: connection.path, typeName: name)
    }
  }

  /// Refuses a name that a table has or had, but for case.
  private func refuseClash(_ name: String, except own: StoredType?) throws(WorkspaceError) {
    guard let type = connection.catalog.claimant(of: name), type !== own else { return }
    throw WorkspaceError(
      .invalidName,
      "The name is that of \(type.name), or one that it had, or differs only in case.",
      path: connection.path, typeName: name)
  }
}
