internal import FlatBufferCoding

/// Fills a new index from its table, in the transaction that introduces it.
struct IndexBuild {
  let connection: Connection
  let stored: StoredType
  let schema: Schema
  let number: Int64
  let path: FieldPath
  let isUnique: Bool

  /// Adds every row, and records the index as whole.
  ///
  /// Rows whose bytes are damaged are entered as null, so that queries meet them.
  ///
  /// - Throws: `notUnique`, naming two rows with one value.
  /// - Complexity: One pass over the table.
  func run() throws(WorkspaceError) {
    let resolved: ResolvedPath
    do throws(FlatBufferError) {
      resolved = try schema.resolve(path)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The index can't be made: \(error.description)", typeName: stored.name)
    }
    let index = StoredIndex(
      number: number, path: path, isUnique: isUnique, state: .whole,
      progress: 0, resolved: resolved,
      quotedTable: StoredType.quoted("\(stored.tableName)/#\(number)"))
    let statements = try IndexStatements(index: index, connection: connection)
    var last: Int64 = 0
    let rows = try connection.prepare("SELECT rowid, p FROM \(stored.quotedTable) ORDER BY rowid")
    while try rows.step() {
      last = rows.integer(0)
      let value = unsafe Self.value(of: rows.bytes(1), resolved)
      try statements.insert.bindIndexed(
        present: 1, value: 2, value, isUnique: isUnique, rowID: last)
      try statements.insert.bind(3, last)
      do throws(WorkspaceError) {
        try statements.insert.run()
      } catch {
        guard error.code == .keyExists else { throw error }
        throw try twins(statements, value, rowID: last)
      }
    }
    try connection.withStatement("UPDATE __index SET progress = ?2 WHERE number = ?1") {
      (statement) throws(WorkspaceError) in
      try statement.bind(1, number)
      try statement.bind(2, last)
      try statement.run()
    }
  }

  private static func value(
    of bytes: UnsafeRawBufferPointer, _ resolved: ResolvedPath
  ) -> PathValue {
    do throws(FlatBufferError) {
      return try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try resolved.value(in: root)
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
      path: connection.path, typeName: stored.name, rowID: rowID,
      field: schema.name(of: path))
  }
}
