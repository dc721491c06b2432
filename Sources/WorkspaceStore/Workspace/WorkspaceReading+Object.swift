internal import FlatBufferCoding

extension WorkspaceReading where Self: ~Copyable {
  /// The object with a key, nil if there is none.
  ///
  /// - Throws: `damagedRecord`; `invalidKey` for NaN; what reading throws.
  /// - Complexity: One look-up.
  public func object<R: Record>(_ type: R.Type, key: R.Key) throws(WorkspaceError) -> R? {
    try read { (access) throws(WorkspaceError) -> R? in
      try access.object(type, key: key)
    }
  }
}

extension Workspace {
  /// The object with a key, nil if there is none.
  ///
  /// - Throws: `damagedRecord`; `invalidKey` for NaN; what reading throws.
  /// - Complexity: One look-up.
  public func object<R: Record>(_ type: R.Type, key: R.Key) throws(WorkspaceError) -> R? {
    try requireOpen()
    guard let readers, !configuration.isReadOnly else {
      return try read { (access) throws(WorkspaceError) in try access.object(type, key: key) }
    }
    let connection = try readers.take()
    defer { readers.giveBack(connection) }
    // A type's table and key stay what they are, so the catalog may be out of date; and one statement is a read
    // transaction by itself.
    if let stored = try connection.storedType(of: R.recordType) {
      return try connection.record(type, of: stored, key: key)
    }
    try connection.beginRead(newest: writer.catalog)
    defer { connection.endRead(log: configuration.log) }
    return try ReadAccess(connection: connection).object(type, key: key)
  }
}

extension ReadAccess {
  func object<R: Record>(_ type: R.Type, key: R.Key) throws(WorkspaceError) -> R? {
    guard let stored = try connection.storedType(of: R.recordType) else { return nil }
    return try connection.record(type, of: stored, key: key)
  }
}

extension Connection {
  /// Finds a record by key and decodes it.
  fileprivate func record<R: Record>(
    _ type: R.Type, of stored: StoredType, key: R.Key
  ) throws(WorkspaceError) -> R? {
    try unsafe withRow(of: stored, key: key.keyValues) {
      (rowID, bytes) throws(WorkspaceError) -> R in
      try unsafe R.decode(bytes, rowID: rowID)
    }
  }
}

extension Record {
  /// Decodes a record's bytes.
  ///
  /// - Throws: `damagedRecord`, with the row id.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, rowID: Int64
  ) throws(WorkspaceError) -> Self {
    do throws(FlatBufferError) {
      return try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try Self(reading: root)
      }
    } catch {
      throw WorkspaceError(damaged: error, typeName: recordType.name, rowID: rowID)
    }
  }
}

extension Connection {
  /// Finds a row by key and hands on its row id and bytes.
  ///
  /// - Returns: What `body` returns, nil without a row.
  package func withRow<Output>(
    of type: StoredType, key: KeyValues,
    _ body: (Int64, UnsafeRawBufferPointer) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    guard let statement = try lookUp(of: type) else {
      return try withStatement(type.readSQL) { (statement) throws(WorkspaceError) -> Output? in
        try unsafe Self.withRow(statement, of: type, key: key, body)
      }
    }
    defer { statement.rewind() }
    return try unsafe Self.withRow(statement, of: type, key: key, body)
  }

  private static func withRow<Output>(
    _ statement: Statement, of type: StoredType, key: KeyValues,
    _ body: (Int64, UnsafeRawBufferPointer) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    try statement.bind(key, from: 1, fields: type.keyFields)
    guard try statement.step() else { return nil }
    return try unsafe body(statement.integer(0), statement.bytes(1))
  }

  /// The statement that reads a type's rows by key; nil while it runs.
  private func lookUp(of type: StoredType) throws(WorkspaceError) -> Statement? {
    if let lastLookUp, lastLookUp.type === type {
      return lastLookUp.statement.isBusy ? nil : lastLookUp.statement
    }
    let known = earlierLookUps.firstIndex { $0.type === type }
    let next: Statement
    if let known {
      next = earlierLookUps.remove(at: known).statement
    } else {
      next = try prepare(type.readSQL)
    }
    if let lastLookUp {
      if earlierLookUps.count == Self.lookUpLimit { earlierLookUps.removeFirst() }
      earlierLookUps.append(lastLookUp)
    }
    lastLookUp = (type, next)
    return next.isBusy ? nil : next
  }

  /// For how many types besides the last one statements that read by key are kept.
  private static let lookUpLimit = 15

  /// Hands on a row's bytes.
  ///
  /// - Returns: What `body` returns, nil without a row.
  package func withRow<Output>(
    of type: StoredType, rowID: Int64,
    _ body: (UnsafeRawBufferPointer) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    try withStatement("SELECT p FROM \(type.quotedTable) WHERE rowid = ?") {
      (statement) throws(WorkspaceError) -> Output? in
      try statement.bind(1, rowID)
      guard try statement.step() else { return nil }
      return try unsafe body(statement.bytes(0))
    }
  }

  /// Hands on every row of a type in order of row id, until `body` returns false.
  package func forEachRow(
    of type: StoredType,
    _ body: (Int64, UnsafeRawBufferPointer) throws(WorkspaceError) -> Bool
  ) throws(WorkspaceError) {
    try withStatement("SELECT rowid, p FROM \(type.quotedTable) ORDER BY rowid") {
      (statement) throws(WorkspaceError) in
      while try statement.step() {
        guard try unsafe body(statement.integer(0), statement.bytes(1)) else { return }
      }
    }
  }

  /// The row ids of a type that `isIncluded` accepts, in order.
  package func rowIDs(
    of type: StoredType, where isIncluded: (Int64) -> Bool
  ) throws(WorkspaceError) -> [Int64] {
    try withStatement("SELECT rowid FROM \(type.quotedTable) ORDER BY rowid") {
      (statement) throws(WorkspaceError) -> [Int64] in
      var rowIDs: [Int64] = []
      while try statement.step() {
        let rowID = statement.integer(0)
        if isIncluded(rowID) { rowIDs.append(rowID) }
      }
      return rowIDs
    }
  }

  /// How many rows a type has.
  package func rowCount(of type: StoredType) throws(WorkspaceError) -> Int {
    Int(try integer("SELECT count(*) FROM \(type.quotedTable)") ?? 0)
  }
}
