/// A row of `__dictionary`.
struct DictionaryRow {
  let rowID: Int64
  /// The value; nil if it is damaged.
  let value: DictionaryValue?

  /// The error for a value that is damaged.
  func damage(of entry: DictionaryEntryID, path: String?) -> WorkspaceError {
    WorkspaceError(
      .damagedValue, "The stored value is damaged; set or remove it.", path: path, rowID: rowID,
      key: entry.key)
  }
}

extension Connection {
  /// The row of an entry.
  func dictionaryRow(_ entry: DictionaryEntryID) throws(WorkspaceError) -> DictionaryRow? {
    try dictionaryRow(entry) { (row) in row }
  }

  /// Hands the row of an entry to `body` while the statement that found it runs; nil without a row.
  func dictionaryRow<Output>(
    _ entry: DictionaryEntryID, _ body: (DictionaryRow) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    try withFixed(
      "SELECT rowid, tag, type, value FROM __dictionary WHERE namespace = ? AND key = ?"
    ) { (statement) throws(WorkspaceError) -> Output? in
      try unsafe entry.withBytes { (namespace, key) throws(WorkspaceError) -> Output? in
        try unsafe statement.bindUncopied(1, text: namespace)
        try unsafe statement.bindUncopied(2, text: key)
        // What is bound in place goes with this closure.
        defer { statement.rewind() }
        guard try statement.step() else { return nil }
        return try body(
          DictionaryRow(
            rowID: statement.integer(0), value: DictionaryValue(statement: statement, from: 1)))
      }
    }
  }

  /// The keys of a namespace, in order of their UTF-8 bytes.
  package func dictionaryKeys(in namespace: String) throws(WorkspaceError) -> [String] {
    let sql = "SELECT key FROM __dictionary WHERE namespace = ? ORDER BY key"
    return try withStatement(sql) { (statement) throws(WorkspaceError) -> [String] in
      try statement.bind(1, namespace)
      var keys: [String] = []
      while try statement.step() { keys.append(statement.text(0)) }
      return keys
    }
  }

  /// The namespaces that have entries, in order of their UTF-8 bytes; those that start with `__`, which are this
  /// library's own, only if asked for.
  package func dictionaryNamespaces(
    withReserved: Bool
  ) throws(WorkspaceError) -> [String] {
    try withStatement("SELECT DISTINCT namespace FROM __dictionary ORDER BY namespace") {
      (statement) throws(WorkspaceError) -> [String] in
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return withReserved ? names : names.filter { !$0.hasPrefix("__") }
    }
  }

  /// An entry's value.
  ///
  /// - Throws: `damagedValue`.
  package func dictionaryValue(
    _ entry: DictionaryEntryID
  ) throws(WorkspaceError) -> DictionaryValue? {
    guard let row = try dictionaryRow(entry) else { return nil }
    guard let value = row.value else { throw row.damage(of: entry, path: path) }
    return value
  }
}
