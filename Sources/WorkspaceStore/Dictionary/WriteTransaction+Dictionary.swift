extension WriteTransaction {
  /// Sets an entry's value; nil removes it.
  ///
  /// A value that is stored alike changes nothing.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - entry: The entry.
  ///   - known: The type of a record, as the program that sets it knows it.
  /// - Throws: `unknownFields` if the record that is stored has what that type lacks.
  package func set(
    _ value: DictionaryValue?, for entry: DictionaryEntryID, known: RecordType? = nil
  ) throws(WorkspaceError) {
    try requireOpen()
    // The new first: one statement does for them.
    if let value, try insert(value, for: entry) { return }
    let row = try reading { () throws(WorkspaceError) in try connection.dictionaryRow(entry) }
    guard let value else {
      if let row { try delete(row.rowID, entry) }
      return
    }
    guard let row else {
      throw fail(
        WorkspaceError(
          .damagedStore, "The dictionary's index does not agree with its table; check the store.",
          key: entry.key))
    }
    if let old = row.value, old.isStored(as: value) { return }
    if let known { try row.value?.requireKnown(by: known, entry, path: connection.path) }
    try writing { () throws(WorkspaceError) in
      let statement = try connection.fixedStatement(
        "UPDATE __dictionary SET tag = ?2, type = ?3, value = ?4 WHERE rowid = ?1")
      try statement.bind(1, row.rowID)
      try value.withBound(to: statement, from: 2) { () throws(WorkspaceError) in try statement.run()
      }
    }
    changes.note(entry: entry, rowID: row.rowID, value: value)
  }

  /// Inserts an entry; false if there is one.
  private func insert(
    _ value: DictionaryValue, for entry: DictionaryEntryID
  ) throws(WorkspaceError) -> Bool {
    let rowID = session.mark.nextRowID
    // Behind the row with the highest id SQLite finds the place, and the id, faster.
    let isAppended = appendedEntry.map { $0 + 1 == rowID } ?? false
    let isNew = try writing { () throws(WorkspaceError) in
      do throws(WorkspaceError) {
        if isAppended, entry.namespace.isEmpty, value.typeName == nil {
          try runPlainInsert(value, for: entry.key)
        } else {
          try runInsert(value, for: entry, rowID: isAppended ? nil : rowID)
        }
      } catch {
        throw error.isRowIDTaken ? error.asDamage : error
      }
      guard connection.changes > 0 else { return false }
      try connection.requireInserted(rowID)
      return true
    }
    guard isNew else { return false }
    _ = session.takeRowID()
    appendedEntry = rowID
    changes.note(entry: entry, rowID: rowID, value: value)
    return true
  }

  /// Inserts an entry as most are, behind all others, with what need not be bound as part of the text.
  private func runPlainInsert(
    _ value: DictionaryValue, for key: String
  ) throws(WorkspaceError) {
    let statement = try connection.fixedStatement(
      """
      INSERT INTO __dictionary(namespace, key, tag, value) VALUES ('', ?1, ?2, ?3)
      ON CONFLICT(namespace, key) DO NOTHING
      """)
    try statement.bind(2, value.tag.rawValue)
    try value.withBound(to: statement, at: 3) { () throws(WorkspaceError) in
      try statement.run(binding: key, to: 1)
    }
  }

  /// Inserts any entry, without a row id behind all others.
  private func runInsert(
    _ value: DictionaryValue, for entry: DictionaryEntryID, rowID: Int64?
  ) throws(WorkspaceError) {
    let statement = try connection.fixedStatement(
      rowID == nil
        ? """
        INSERT INTO __dictionary(namespace, key, tag, type, value) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT(namespace, key) DO NOTHING
        """
        : """
        INSERT INTO __dictionary(rowid, namespace, key, tag, type, value) VALUES (?6, ?1, ?2, ?3, ?4, ?5)
        ON CONFLICT(namespace, key) DO NOTHING
        """)
    if let rowID { try statement.bind(6, rowID) }
    try unsafe entry.withBytes { (namespace, key) throws(WorkspaceError) in
      try unsafe statement.bindUncopied(1, text: namespace)
      try unsafe statement.bindUncopied(2, text: key)
      try value.withBound(to: statement, from: 3) { () throws(WorkspaceError) in try statement.run()
      }
    }
  }

  /// Removes every entry of a namespace, also those that were never read here.
  package func removeAll(in namespace: String) throws(WorkspaceError) {
    try requireOpen()
    let sql = "SELECT rowid, key FROM __dictionary WHERE namespace = ?"
    let rows = try reading { () throws(WorkspaceError) in
      try connection.withStatement(sql) {
        (statement) throws(WorkspaceError) -> [(Int64, DictionaryEntryID)] in
        try statement.bind(1, namespace)
        var rows: [(Int64, DictionaryEntryID)] = []
        while try statement.step() {
          let entry = DictionaryEntryID(namespace: namespace, key: statement.text(1))
          rows.append((statement.integer(0), entry))
        }
        return rows
      }
    }
    for (rowID, entry) in rows { try delete(rowID, entry) }
  }

  /// Writes sets that were made outside transactions.
  func write(_ sets: PendingSets) throws(WorkspaceError) {
    for cleared in sets.cleared { try removeAll(in: cleared.text) }
    for element in sets.sets {
      try set(element.value, for: element.entry, known: element.known)
    }
  }

  private func delete(_ rowID: Int64, _ entry: DictionaryEntryID) throws(WorkspaceError) {
    try writing { () throws(WorkspaceError) in
      let statement = try connection.fixedStatement("DELETE FROM __dictionary WHERE rowid = ?")
      try statement.bind(1, rowID)
      try statement.run()
    }
    appendedEntry = nil
    changes.note(entry: entry, rowID: rowID, value: nil)
  }
}
