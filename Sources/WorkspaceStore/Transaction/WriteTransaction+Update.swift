internal import FlatBufferCoding

extension WriteTransaction {
  /// What a transaction knows of a program's type.
  final class OpenType {
    let statements: RowStatements
    /// Whether the recorded schema has what the program's does not.
    let isRecordedNewer: Bool
    /// The program's schema.
    let known: Schema

    init(statements: RowStatements, isRecordedNewer: Bool, known: Schema) {
      self.statements = statements
      self.isRecordedNewer = isRecordedNewer
      self.known = known
    }
  }

  /// Whether the bytes of rows have to be read before they are changed.
  func needsBefore(_ type: OpenType) -> Bool {
    !type.statements.indexes.isEmpty || type.isRecordedNewer
      || changes.changes(of: type.statements.type).keepsBytes
  }

  /// Finds a row by key and hands on its row id and, where they are needed, its bytes.
  ///
  /// - Returns: What `body` returns, nil without a row.
  func withRow<Output>(
    _ type: OpenType, key bind: (Statement) throws(WorkspaceError) -> Void,
    _ body: (Int64, UnsafeRawBufferPointer?) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    let wantsBytes = needsBefore(type)
    let find = wantsBytes ? type.statements.read : type.statements.find
    try bind(find)
    defer { find.rewind() }
    guard try reading({ () throws(WorkspaceError) in try find.step() }) else { return nil }
    let rowID = find.integer(0)
    return try unsafe body(rowID, wantsBytes ? find.bytes(1) : nil)
  }

  /// Finds the row that has the key of the record whose values were just read, as `withRow` does.
  private func withReadRow<Output>(
    _ type: OpenType,
    _ body: (Int64, UnsafeRawBufferPointer?) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output? {
    let bind = { [self] (statement: Statement) throws(WorkspaceError) in
      try bindReadKey(statement, from: 1, type.statements)
    }
    return try unsafe withRow(type, key: bind, body)
  }

  /// Runs a statement that changes at most one row, found by its key, and notes the change.
  ///
  /// For where the bytes before do not matter: one statement finds and changes the row.
  ///
  /// - Returns: What was changed; nil if nothing was.
  func change(
    _ type: OpenType, by statement: Statement, after: UnsafeRawBufferPointer?
  ) throws(WorkspaceError) -> ChangedRow? {
    let changed = connection.changedRows
    changed.forget()
    try writing { () throws(WorkspaceError) in try statement.run() }
    guard let row = changed.newest else { return nil }
    unsafe changes.note(
      row.id, in: changes.changes(of: type.statements.type), before: nil, after: after)
    return row
  }

  /// Replaces the bytes of the object that has their key.
  ///
  /// - Returns: Whether there is one.
  func update(_ type: OpenType, _ bytes: UnsafeRawBufferPointer) throws(WorkspaceError) -> Bool {
    try requireOpen()
    try unsafe session.scratch.values.read(bytes, of: type.statements, rowID: nil, key: true)
    if needsBefore(type) { return try unsafe replaceRead(type, bytes) != nil }
    let statement = type.statements.updateByKey
    try bindReadKey(statement, from: 1, type.statements)
    try unsafe statement.bindUncopied(Int32(1 + session.scratch.values.keyCount), blob: bytes)
    return try unsafe change(type, by: statement, after: bytes) != nil
  }

  /// Inserts bytes, or replaces those of the object that has their key.
  ///
  /// - Returns: The row id, and whether it is new.
  func upsert(
    _ type: OpenType, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> (rowID: Int64, isNew: Bool) {
    try requireOpen()
    try unsafe session.scratch.values.read(bytes, of: type.statements, rowID: nil, key: true)
    guard needsBefore(type) else {
      let statement = type.statements.upsert
      let next = try unsafe bindRow(statement, type.statements, bytes)
      guard let row = try unsafe change(type, by: statement, after: bytes) else {
        return (next, false)
      }
      if row.isNew, !type.statements.isKeyRowID { _ = session.takeRowID() }
      return (row.id, row.isNew)
    }
    if let rowID = try unsafe replaceRead(type, bytes) { return (rowID, false) }
    if type.statements.hasUniqueIndex { try requireUnique(type.statements, except: nil) }
    return (try unsafe insertRow(type.statements, bytes), true)
  }

  /// Replaces the bytes of the object whose values were just read.
  ///
  /// - Returns: The row id, nil if there is no such object.
  private func replaceRead(
    _ type: OpenType, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Int64? {
    if type.statements.indexes.isEmpty, !type.isRecordedNewer {
      return try unsafe replaceWatched(type.statements, bytes)
    }
    return try unsafe withReadRow(type) { (rowID, before) throws(WorkspaceError) in
      try unsafe replace(type, rowID: rowID, before: before, bytes)
      return rowID
    }
  }

  /// The same where what was there is only noted: one statement finds and changes the row.
  private func replaceWatched(
    _ statements: RowStatements, _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Int64? {
    let statement = try statements.replaceByKey()
    try bindReadKey(statement, from: 1, statements)
    try unsafe statement.bindUncopied(Int32(1 + session.scratch.values.keyCount), blob: bytes)
    let image = try connection.beforeImage()
    _ = image.take()
    try writing { () throws(WorkspaceError) in try statement.run() }
    guard let row = image.take() else { return nil }
    if let before = row.bytes {
      unsafe changes.note(
        row.id, in: changes.changes(of: statements.type), before: before, after: bytes)
    }
    return row.id
  }

  /// Replaces a row's bytes with those whose values were just read.
  func replace(
    _ type: OpenType, rowID: Int64, before: UnsafeRawBufferPointer?,
    _ bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) {
    let statements = type.statements
    if let before = unsafe before {
      if unsafe before.hasSameBytes(as: bytes) { return }
      try unsafe requireKnown(type, before, rowID: rowID)
    }
    let isDamaged = try unsafe readOld(statements, before, rowID: rowID)
    if statements.hasUniqueIndex { try requireUnique(statements, except: rowID) }
    try writing { () throws(WorkspaceError) in
      try statements.update.bind(1, rowID)
      try unsafe statements.update.bindUncopied(2, blob: bytes)
      try statements.update.run()
      for place in statements.indexes.indices {
        let index = statements.indexes[place]
        let new = session.scratch.values.indexed(place)
        if isDamaged {
          try purge(index, rowID: rowID)
        } else {
          let old = session.scratch.oldValues.indexed(place)
          if old.hasSamePlace(as: new) { continue }
          try removeEntry(index, old, rowID: rowID)
        }
        try addEntry(index, new, rowID: rowID)
      }
    }
    unsafe changes.note(
      rowID, in: changes.changes(of: statements.type), before: before, after: bytes)
  }

  /// Replaces one object by another, whose key may differ.
  ///
  /// - Returns: Whether there was one with the old key.
  /// - Throws: `keyExists` or `notUnique` before anything is written.
  func update(
    _ type: OpenType, from oldKey: KeyValues, to bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) -> Bool {
    try requireOpen()
    let statements = type.statements
    try unsafe session.scratch.values.read(bytes, of: statements, rowID: nil, key: true)
    let target = try unsafe withReadRow(type) { (rowID, _) throws(WorkspaceError) in rowID }
    let bindOld = { (statement: Statement) throws(WorkspaceError) in
      try statement.bind(oldKey, from: 1, fields: statements.keyFields)
    }
    let done = try unsafe withRow(type, key: bindOld) {
      (rowID, before) throws(WorkspaceError) -> Bool in
      if let target {
        guard target == rowID else {
          throw WorkspaceError(
            .keyExists, "Another object has the new key; delete it first, or choose another.",
            path: connection.path,
            typeName: statements.type.name, rowID: target, key: session.scratch.values.keyText)
        }
        try unsafe replace(type, rowID: rowID, before: before, bytes)
        return true
      }
      if let before = unsafe before { try unsafe requireKnown(type, before, rowID: rowID) }
      if statements.hasUniqueIndex { try requireUnique(statements, except: rowID) }
      try unsafe deleteRow(statements, rowID: rowID, before: before)
      _ = try writing { () throws(WorkspaceError) in try unsafe insertRow(statements, bytes) }
      return true
    }
    return done ?? false
  }

  /// Deletes an object that comes back, changed, in the same savepoint.
  ///
  /// - Returns: Its row id, nil if there is none.
  func take(_ type: OpenType, key: KeyValues) throws(WorkspaceError) -> Int64? {
    try requireOpen()
    let bind = { (statement: Statement) throws(WorkspaceError) in
      try statement.bind(key, from: 1, fields: type.statements.keyFields)
    }
    return try unsafe withRow(type, key: bind) { (rowID, before) throws(WorkspaceError) in
      if let before = unsafe before { try unsafe requireKnown(type, before, rowID: rowID) }
      try unsafe deleteRow(type.statements, rowID: rowID, before: before)
      return rowID
    }
  }

  /// Reads the indexed values of a row that is about to go; true if its bytes are damaged.
  func readOld(
    _ statements: RowStatements, _ before: UnsafeRawBufferPointer?, rowID: Int64
  ) throws(WorkspaceError) -> Bool {
    guard let before = unsafe before, !statements.indexes.isEmpty else { return false }
    do throws(WorkspaceError) {
      try unsafe session.scratch.oldValues.read(before, of: statements, rowID: rowID, key: false)
      return false
    } catch {
      guard error.code == .damagedRecord else { throw error }
      return true
    }
  }

  /// Removes a row from an index whose value for it is not known: a scan.
  func purge(_ index: IndexStatements, rowID: Int64) throws(WorkspaceError) {
    try index.purge.bind(1, rowID)
    try index.purge.run()
  }

  private func requireKnown(
    _ type: OpenType, _ before: UnsafeRawBufferPointer, rowID: Int64
  ) throws(WorkspaceError) {
    guard type.isRecordedNewer else { return }
    let stored = type.statements.type
    let field: String?
    do throws(FlatBufferError) {
      field = try unsafe UnknownFields(known: type.known, recorded: stored.schema).first(in: before)
    } catch {
      throw WorkspaceError(damaged: error, typeName: stored.name, rowID: rowID)
    }
    guard let field else { return }
    throw WorkspaceError(
      .unknownFields,
      "The object has what only a newer schema knows, and saving would drop it; update the program.",
      path: connection.path, typeName: stored.name, rowID: rowID, field: field)
  }
}
