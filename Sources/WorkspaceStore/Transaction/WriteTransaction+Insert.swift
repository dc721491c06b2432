internal import FlatBufferCoding

extension WriteTransaction {
  /// Inserts a record's bytes.
  ///
  /// - Parameters:
  ///   - statements: The type's statements.
  ///   - bytes: The record.
  ///   - rowID: The row id of an object that was taken away and comes back under its key; nil for a new one.
  /// - Returns: The row id.
  /// - Throws: `keyExists`, `notUnique`, `invalidKey`, `damagedRecord`: then nothing of the record is left. What SQLite
  ///   reports otherwise ends the transaction.
  @discardableResult
  func insert(
    _ statements: RowStatements, _ bytes: UnsafeRawBufferPointer, rowID: Int64? = nil
  ) throws(WorkspaceError) -> Int64 {
    try requireOpenToInsert()
    try unsafe session.scratch.values.read(bytes, of: statements, rowID: nil, key: true)
    if statements.hasUniqueIndex {
      do throws(WorkspaceError) {
        try requireUnique(statements, except: nil)
      } catch {
        guard error.code == .notUnique, try hasReadKey(statements) else { throw error }
        throw keyExists(statements, sqliteCode: nil)
      }
    }
    return try unsafe insertRow(statements, bytes, rowID: rowID, holdsEntries: true)
  }

  /// Whether there is an object with the key that was just read.
  private func hasReadKey(_ statements: RowStatements) throws(WorkspaceError) -> Bool {
    try bindReadKey(statements.find, from: 1, statements)
    defer { statements.find.rewind() }
    return try reading { () throws(WorkspaceError) in try statements.find.step() }
  }

  private func keyExists(_ statements: RowStatements, sqliteCode: Int32?) -> WorkspaceError {
    WorkspaceError(
      .keyExists, "Another object has the key; upsert replaces it.", sqliteCode: sqliteCode,
      path: connection.path,
      typeName: statements.type.name, key: session.scratch.values.keyText)
  }

  /// Inserts the record whose values were just read, its unique values being free.
  ///
  /// The row comes first: where its key exists, SQLite has changed nothing.
  @discardableResult
  func insertRow(
    _ statements: RowStatements, _ bytes: UnsafeRawBufferPointer, rowID kept: Int64? = nil,
    holdsEntries: Bool = false
  ) throws(WorkspaceError) -> Int64 {
    let values = session.scratch.values
    let rowID: Int64
    do throws(WorkspaceError) {
      if kept == nil, let appended, appended.statements === statements,
        appended.rowID + 1 == session.mark.nextRowID
      {
        rowID = try unsafe append(statements, bytes)
      } else {
        rowID = try unsafe bindRow(statements.insert, statements, bytes, rowID: kept)
        try statements.insert.run()
      }
    } catch {
      if error.code == .invalidKey { throw error }
      if !statements.isKeyRowID, error.isRowIDTaken { throw fail(error.asDamage) }
      guard error.code == .keyExists else { throw fail(error) }
      throw keyExists(statements, sqliteCode: error.sqliteCode)
    }
    if !statements.indexes.isEmpty {
      try writing { () throws(WorkspaceError) in
        for place in statements.indexes.indices {
          let index = statements.indexes[place]
          if holdsEntries {
            try addEntrySoon(index, values.indexed(place), rowID: rowID)
          } else {
            try addEntry(index, values.indexed(place), rowID: rowID)
          }
        }
      }
    }
    if !statements.isKeyRowID, kept == nil {
      _ = session.takeRowID()
      appended = (statements, rowID)
    }
    unsafe changes.note(rowID, in: changes.changes(of: statements.type), before: nil, after: bytes)
    return rowID
  }

  /// Inserts the record whose values were just read behind the row that was inserted last, which has the highest id.
  ///
  /// - Returns: The row id, which is the next one.
  private func append(
    _ statements: RowStatements, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Int64 {
    let rowID = session.mark.nextRowID
    try bindReadKey(statements.append, from: 1, statements)
    try unsafe statements.append.bindUncopied(
      Int32(1 + session.scratch.values.keyCount), blob: bytes)
    try statements.append.run()
    try connection.requireInserted(rowID)
    return rowID
  }

  /// Binds a row id, the key that was just read, and the bytes to a statement that inserts.
  ///
  /// - Returns: The row id: the key, `kept`, or else the next one, which is not yet taken.
  func bindRow(
    _ statement: Statement, _ statements: RowStatements, _ bytes: UnsafeRawBufferPointer,
    rowID kept: Int64? = nil
  ) throws(WorkspaceError) -> Int64 {
    let values = session.scratch.values
    guard !statements.isKeyRowID else {
      let rowID = try values.key(0).rowID(field: statements.keyFields[0])
      try statement.bind(1, rowID)
      try unsafe statement.bindUncopied(2, blob: bytes)
      return rowID
    }
    let rowID = kept ?? session.mark.nextRowID
    try statement.bind(1, rowID)
    try bindReadKey(statement, from: 2, statements)
    try unsafe statement.bindUncopied(Int32(2 + values.keyCount), blob: bytes)
    return rowID
  }

  /// Binds the key that was just read, from a parameter on.
  func bindReadKey(
    _ statement: Statement, from start: Int32, _ statements: RowStatements
  ) throws(WorkspaceError) {
    let values = session.scratch.values
    for offset in 0..<values.keyCount {
      try statement.bindKey(
        start + Int32(offset), values.key(offset), field: statements.keyFields[offset])
    }
  }

  /// Throws if another row has one of the unique values that were just read.
  func requireUnique(_ statements: RowStatements, except rowID: Int64?) throws(WorkspaceError) {
    for place in statements.indexes.indices where statements.indexes[place].isUnique {
      let index = statements.indexes[place]
      let value = session.scratch.values.indexed(place)
      guard value.isIndexed else { continue }
      let other = try reading { () throws(WorkspaceError) -> Int64? in
        defer { index.find.rewind() }
        try index.find.bindIndexed(1, value)
        return try index.find.step() ? index.find.integer(0) : nil
      }
      if let other, other != rowID {
        throw WorkspaceError(
          .notUnique, "Row \(other) has the value \(value.text), which is unique.",
          path: connection.path, typeName: statements.type.name, rowID: rowID,
          key: session.scratch.values.keyCount == 0 ? nil : session.scratch.values.keyText,
          field: statements.type.schema.name(of: index.index.path))
      }
    }
  }

  /// Adds a row to an index.
  func addEntry(
    _ index: IndexStatements, _ value: PathValue, rowID: Int64
  ) throws(WorkspaceError) {
    try index.insert.bindIndexed(
      present: 1, value: 2, value, isUnique: index.isUnique, rowID: rowID)
    try index.insert.bind(3, rowID)
    do throws(WorkspaceError) {
      try index.insert.run()
    } catch {
      // Unique values were looked up before.
      throw disagreement(of: index, error)
    }
  }

  /// Removes a row from an index.
  func removeEntry(
    _ index: IndexStatements, _ value: PathValue, rowID: Int64
  ) throws(WorkspaceError) {
    try index.delete.bindIndexed(
      present: 1, value: 2, value, isUnique: index.isUnique, rowID: rowID)
    try index.delete.bind(3, rowID)
    try index.delete.run()
  }
}

extension PathValue {
  /// The row id of a key that is a single integer.
  ///
  /// - Throws: `invalidKey` for null.
  func rowID(field: @autoclosure () -> KeyField) throws(WorkspaceError) -> Int64 {
    switch self {
    case .integer(let value): return value
    case .unsigned(let value): return Int64(bitPattern: value ^ 1 << 63)
    default:
      throw WorkspaceError(.invalidKey, "A key can't be null.", field: field().field.name)
    }
  }
}
