extension WriteTransaction {
  /// Deletes the object with a key.
  ///
  /// - Returns: Whether there was one.
  func delete(_ type: OpenType, key: KeyValues) throws(WorkspaceError) -> Bool {
    try requireOpen()
    let bind = { (statement: Statement) throws(WorkspaceError) in
      try statement.bind(key, from: 1, fields: type.statements.keyFields)
    }
    guard needsBefore(type) else {
      try bind(type.statements.deleteByKey)
      return try unsafe change(type, by: type.statements.deleteByKey, after: nil) != nil
    }
    let done = try unsafe withRow(type, key: bind) { (rowID, before) throws(WorkspaceError) in
      try unsafe deleteRow(type.statements, rowID: rowID, before: before)
      return true
    }
    return done ?? false
  }

  /// Deletes a row.
  ///
  /// - Returns: Whether there was one.
  func delete(_ type: OpenType, rowID: Int64) throws(WorkspaceError) -> Bool {
    try requireOpen()
    let readRow = type.statements.readRow
    try readRow.bind(1, rowID)
    defer { readRow.rewind() }
    guard try reading({ () throws(WorkspaceError) in try readRow.step() }) else { return false }
    try unsafe deleteRow(type.statements, rowID: rowID, before: readRow.bytes(0))
    return true
  }

  /// Deletes a row that is there.
  func deleteRow(
    _ statements: RowStatements, rowID: Int64, before: UnsafeRawBufferPointer?
  ) throws(WorkspaceError) {
    let isDamaged = try unsafe readOld(statements, before, rowID: rowID)
    try writing { () throws(WorkspaceError) in
      try statements.delete.bind(1, rowID)
      try statements.delete.run()
      for place in statements.indexes.indices {
        let index = statements.indexes[place]
        if isDamaged {
          try purge(index, rowID: rowID)
        } else {
          try removeEntry(index, session.scratch.oldValues.indexed(place), rowID: rowID)
        }
      }
    }
    unsafe changes.note(
      rowID, in: changes.changes(of: statements.type), before: before, after: nil)
  }

  /// Deletes every object of a type.
  ///
  /// - Returns: How many there were.
  func deleteAll(_ type: StoredType) throws(WorkspaceError) -> Int {
    try requireOpen()
    return try writing { () throws(WorkspaceError) in
      try connection.run("DELETE FROM \(type.quotedTable)")
      let count = connection.changes
      for index in type.indexes { try connection.run("DELETE FROM \(index.quotedTable)") }
      if count > 0 { changes.changes(of: type).noteEverything() }
      return Int(count)
    }
  }
}
