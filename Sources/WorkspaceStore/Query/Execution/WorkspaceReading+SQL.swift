extension WorkspaceReading where Self: ~Copyable {
  /// Runs a SELECT in plain SQL: the way out for what queries can't say.
  ///
  /// Tables and columns are those of the store's format: payloads are FlatBuffers in the column `p`. Only SELECT, VALUES
  /// and WITH are let through, and only if they write nothing.
  ///
  /// ```swift
  /// try workspace.sql("SELECT count(*) FROM \"App.Todo\" WHERE rowid > ?", [7])
  /// ```
  ///
  /// - Parameters:
  ///   - text: One statement; what follows it is not run.
  ///   - bindings: The values of the parameters, from the first one on; the others are NULL.
  /// - Returns: The columns' names and all rows.
  /// - Throws: `readOnly` for a statement that is no query; `sqlite` for wrong SQL; what reading throws.
  public func sql(
    _ text: String, _ bindings: [SQLValue] = []
  ) throws(WorkspaceError) -> SQLRows {
    try read { (access) throws(WorkspaceError) -> SQLRows in
      let statement = try Statement(sql: text, connection: access.connection, isPersistent: false)
      guard statement.isReadOnly, statement.columnCount > 0, isSelect(text) else {
        throw WorkspaceError(
          .readOnly, "Only SELECT, VALUES and WITH that write nothing can be run as plain SQL.",
          path: access.connection.path)
      }
      for (index, value) in bindings.enumerated() {
        let index = Int32(index + 1)
        switch value {
        case .null: try statement.bindNull(index)
        case .integer(let value): try statement.bind(index, value)
        case .real(let value): try statement.bind(index, value)
        case .text(let value): try statement.bind(index, value)
        case .blob(let value): try statement.bind(index, value)
        }
      }
      var rows: [[SQLValue]] = []
      let columns = 0..<Int32(statement.columnCount)
      while try statement.step() { rows.append(columns.map { statement.value($0) }) }
      return SQLRows(columns: columns.map { statement.columnName($0) }, rows: rows)
    }
  }

  /// Whether the first word, after spaces and comments, starts a query.
  ///
  /// SQLite itself counts BEGIN, COMMIT, ATTACH and some PRAGMAs as writing nothing.
  private func isSelect(_ text: String) -> Bool {
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == ";" }
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    let word = rest.prefix { $0.isLetter }.uppercased()
    return ["SELECT", "VALUES", "WITH"].contains(word)
  }
}

extension Statement {
  /// A column's value.
  fileprivate func value(_ column: Int32) -> SQLValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .blob: .blob(array(column))
    }
  }
}
