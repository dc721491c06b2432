internal import FlatBufferCoding

/// Looks through a whole store for what is wrong, in a read transaction.
package struct StoreCheck {
  let connection: Connection
  let limit: Int
  /// What is wrong.
  package private(set) var findings: [StoreFinding] = []

  /// Prepares a check that stops after `limit` findings.
  package init(connection: Connection, limit: Int = 1000) {
    self.connection = connection
    self.limit = limit
  }

  /// Checks everything.
  ///
  /// - Throws: `suspended`: what could not be looked at is no finding.
  package mutating func run() throws(WorkspaceError) {
    try part(.database) { (check) throws(WorkspaceError) in try check.checkDatabase() }
    try part(.catalog) { (check) throws(WorkspaceError) in try check.checkMigrations() }
    try part(.catalog) { (check) throws(WorkspaceError) in try check.checkOrphans() }
    for (name, error) in connection.catalog.damaged.sorted(by: { $0.key < $1.key }) {
      note(StoreFinding(.catalog, error.message, typeName: name))
    }
    for type in connection.catalog.types {
      try part(.record, type.name) { (check) throws(WorkspaceError) in try check.checkRows(type) }
      for index in type.indexes where index.state == .whole {
        try part(.index, type.name) { (check) throws(WorkspaceError) in
          try check.checkIndex(index, of: type)
        }
      }
    }
    try part(.dictionary) { (check) throws(WorkspaceError) in try check.checkDictionary() }
    try part(.commitLog) { (check) throws(WorkspaceError) in try check.checkLog() }
    try part(.commitLog) { (check) throws(WorkspaceError) in try check.checkRowIDs() }
  }

  mutating func note(_ finding: StoreFinding) {
    if findings.count < limit { findings.append(finding) }
  }

  var isFull: Bool { findings.count >= limit }

  /// Runs a part; an error in it is a finding, and the other parts go on.
  private mutating func part(
    _ kind: StoreFinding.Kind, _ typeName: String? = nil,
    _ body: (inout StoreCheck) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    guard !isFull else { return }
    do throws(WorkspaceError) {
      try body(&self)
    } catch {
      if error.code == .suspended { throw error }
      note(StoreFinding(kind, "it can't be read: \(error.message)", typeName: typeName))
    }
  }

  private mutating func checkDatabase() throws(WorkspaceError) {
    let lines = try connection.withStatement("PRAGMA integrity_check") {
      (statement) throws(WorkspaceError) -> [String] in
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(0)) }
      return lines
    }
    for line in lines where line != "ok" { note(StoreFinding(.database, line)) }
  }

  private mutating func checkRows(_ type: StoredType) throws(WorkspaceError) {
    let columns = type.keyLayout.isRowID ? 0 : type.keyLayout.fields.count
    let names = (0..<columns).map { ", k\($0)" }.joined()
    let rows = try connection.prepare(
      "SELECT rowid, p\(names) FROM \(type.quotedTable) ORDER BY rowid")
    var finders: [(StoredIndex, Statement)] = []
    for index in type.indexes {
      let sql =
        "SELECT 1 FROM \(index.quotedTable) WHERE present = ? AND value = ? AND rowid = ?"
      finders.append((index, try connection.prepare(sql)))
    }
    while try rows.step(), !isFull {
      let rowID = rows.integer(0)
      do throws(FlatBufferError) {
        try unsafe type.schema.verify(rows.bytes(1))
      } catch {
        note(
          StoreFinding(.record, error.description, typeName: type.name, rowID: rowID))
        continue
      }
      try checkRow(type, rows, rowID: rowID, finders)
    }
  }

  private mutating func checkRow(
    _ type: StoredType, _ rows: Statement, rowID: Int64, _ finders: [(StoredIndex, Statement)]
  ) throws(WorkspaceError) {
    let fields = type.keyLayout.fields
    var key: [PathValue] = []
    var values: [PathValue] = []
    do throws(FlatBufferError) {
      try unsafe FlatBuffer.withRoot(of: rows.bytes(1)) { (root) throws(FlatBufferError) in
        for field in fields { key.append(try field.resolved.value(in: root)) }
        for (index, _) in finders { values.append(try index.resolved.value(in: root)) }
      }
    } catch {
      return note(StoreFinding(.record, error.description, typeName: type.name, rowID: rowID))
    }
    let isRight =
      if type.keyLayout.isRowID {
        key[0].indexedInteger == rowID
      } else {
        fields.indices.allSatisfy { key[$0].isStored(in: rows, column: Int32(2 + $0)) }
      }
    if !isRight {
      note(
        StoreFinding(
          .key, "the record's key is not its row's", typeName: type.name, rowID: rowID))
    }
    for place in finders.indices {
      let (index, find) = finders[place]
      if index.state == .building, rowID > index.progress { continue }
      try find.bindIndexed(
        present: 1, value: 2, values[place], isUnique: index.isUnique, rowID: rowID)
      try find.bind(3, rowID)
      if try !find.step() {
        note(
          StoreFinding(
            .index, "index \(index.number) lacks the row", typeName: type.name, rowID: rowID))
      }
      find.rewind()
    }
  }

  /// Finds entries of an index without a row, or a second one for a row; those that are missing are found row by row.
  private mutating func checkIndex(
    _ index: StoredIndex, of type: StoredType
  ) throws(WorkspaceError) {
    let entries = try connection.integer("SELECT count(*) FROM \(index.quotedTable)") ?? 0
    let rows = try connection.integer("SELECT count(*) FROM \(type.quotedTable)") ?? 0
    guard entries != rows else { return }
    note(
      StoreFinding(
        .index, "index \(index.number) has \(entries) entries for \(rows) rows",
        typeName: type.name))
    let orphans = try connection.prepare(
      "SELECT rowid FROM \(index.quotedTable) WHERE rowid NOT IN (SELECT rowid FROM \(type.quotedTable))"
    )
    while try orphans.step(), !isFull {
      note(
        StoreFinding(
          .index, "index \(index.number) has an entry for a row that is not there",
          typeName: type.name, rowID: orphans.integer(0)))
    }
  }

  private mutating func checkDictionary() throws(WorkspaceError) {
    let rows = try connection.prepare(
      "SELECT rowid, tag, type, value, key, namespace FROM __dictionary ORDER BY rowid")
    while try rows.step(), !isFull {
      for (column, name) in [(4 as Int32, "key"), (5, "namespace")] where !rows.isText(column) {
        note(StoreFinding(.dictionary, "the \(name) is no text", rowID: rows.integer(0)))
      }
      let value = DictionaryValue(statement: rows, from: 1)
      guard value.map({ !$0.isReadable(connection.catalog) }) ?? true else { continue }
      note(
        StoreFinding(
          .dictionary, "the value of \"\(rows.text(4))\" is damaged", rowID: rows.integer(0)))
    }
  }

  private mutating func checkLog() throws(WorkspaceError) {
    let rows = try connection.prepare("SELECT number, changes FROM __commit ORDER BY number")
    var last: Int64?
    while try rows.step(), !isFull {
      let number = rows.integer(0)
      if let last, number != last &+ 1 {
        note(StoreFinding(.commitLog, "commits between \(last) and \(number) are missing"))
      }
      last = number
      if unsafe ChangeLog.decode(rows.bytes(1)) == nil {
        note(StoreFinding(.commitLog, "commit \(number) can't be read"))
      }
    }
  }
}

extension PathValue {
  /// The integer that is stored for the value, where it is one.
  var indexedInteger: Int64? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): value
    case .unsigned(let value): Int64(bitPattern: value ^ 1 << 63)
    default: nil
    }
  }

  /// Whether a key column holds the value.
  func isStored(in row: Statement, column: Int32) -> Bool {
    switch self {
    case .null: false
    case .real(let value): row.type(column) == .real && row.real(column) == value
    case .text(let bytes):
      unsafe row.type(column) == .text && row.bytes(column).hasSameBytes(as: bytes)
    default: row.type(column) == .integer && row.integer(column) == indexedInteger
    }
  }
}

extension DictionaryValue {
  /// Whether what is in the value can be read: JSON, or a record of a type that the catalog has.
  fileprivate func isReadable(_ catalog: Catalog) -> Bool {
    do {
      switch self {
      case .codable(let bytes):
        _ = try unsafe bytes.withUnsafeBytes {
          try unsafe JSONValue(parsing: $0)
        }
      case .record(let name, let bytes):
        let type = catalog.types.first { $0.name == name || $0.formerNames.contains(name) }
        try type?.schema.verify(bytes)
      default: break
      }
      return true
    } catch {
      return false
    }
  }
}
