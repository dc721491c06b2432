/// A workspace's dictionary, outside transactions.
///
/// Sets are visible at once and committed soon, many in one transaction. If that fails they go back to what they were,
/// their subscribers are told, and the next `synchronize()` throws. Reads are cached.
public struct WorkspaceDictionary: DictionaryAccess, Sendable {
  /// The namespace of the keys; empty for the dictionary itself.
  public let namespace: String
  let workspace: Workspace

  var writer: Writer { workspace.writer }

  /// The keys of another namespace, apart from those of this one.
  ///
  /// Names that start with `__` are for this library's own records.
  public func namespace(_ name: String) -> WorkspaceDictionary {
    WorkspaceDictionary(namespace: name, workspace: workspace)
  }

  /// Commits every value set so far, and waits for it.
  ///
  /// - Throws: The first failure of a set since the last call; `shutDown`, `suspended`, `readOnly`;
  ///   `nestedTransaction` inside a transaction.
  public func synchronize() throws {
    try workspace.requireWritable()
    try writer.drainNow()
    if let failure = writer.dictionary.takeFailure() { throw failure }
  }

  /// The keys, in order of their UTF-8 bytes.
  ///
  /// - Complexity: One pass over the namespace's keys.
  public func keys() throws(WorkspaceError) -> [String] {
    let namespace = namespace
    // Taken before the read, as what is committed in between is then in both.
    let uncommitted = writer.dictionary.uncommitted(inTransaction: isInTransaction)
    let stored = try workspace.read { (access) throws(WorkspaceError) in
      try access.connection.dictionaryKeys(in: namespace)
    }
    var keys = Set(stored.map { DictionaryEntryID(namespace: namespace, key: $0) })
    uncommitted.apply(to: &keys, in: namespace)
    return keys.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes every key of the namespace, also those that were never read here.
  public func removeAll() throws(WorkspaceError) {
    try workspace.requireWritable()
    let isFirst = writer.dictionary.clear(namespace)
    announce(.emptied(DictionaryNamespaceID(namespace)), isFirst: isFirst)
  }

  /// The value of a key as it is stored; for this library only.
  public func stored(_ key: String) throws(WorkspaceError) -> StoredValue? {
    try workspace.requireOpen()
    let entry = DictionaryEntryID(namespace: namespace, key: key)
    switch writer.dictionary.find(entry, inTransaction: isInTransaction) {
    case .absent: return nil
    case .value(let value): return StoredValue(value)
    case .decoded(let value, let decoded): return StoredValue(value, decoded: decoded)
    case .unknown:
      return try workspace.readEntry(entry).map { StoredValue($0) }
    }
  }

  /// Whether a read now sees what a transaction around it has done, as one through a store in memory does.
  private var isInTransaction: Bool { workspace.readers == nil && writer.isOnQueue }

  /// Stores a value, or removes it; for this library only.
  public func store(_ value: StoredValue?, for key: String) throws(WorkspaceError) {
    try workspace.requireWritable()
    let entry = DictionaryEntryID(namespace: namespace, key: key)
    if let known = value?.known { try requireKnown(entry, by: known) }
    announce(
      .entry(entry), isFirst: writer.dictionary.set(entry, value?.value, known: value?.known))
  }

  /// Looks at the value that is known here, so that the caller is told at once; one that was never read the
  /// transaction looks at.
  private func requireKnown(
    _ entry: DictionaryEntryID, by known: RecordType
  ) throws(WorkspaceError) {
    switch writer.dictionary.find(entry) {
    case .absent, .unknown: return
    case .value(let old), .decoded(let old, _):
      try old.requireKnown(by: known, entry, path: workspace.path)
    }
  }

  /// Takes note of a set that failed where nothing can be thrown: the next `synchronize()` throws it.
  public func noteFailure(_ error: WorkspaceError) {
    writer.dictionary.noteFailure(error)
  }

  private func announce(_ notice: DictionaryNotice, isFirst: Bool) {
    writer.sink.withLock { $0 }?.publish(uncommitted: [notice])
    if isFirst { writer.scheduleFlush() }
  }
}

extension Workspace {
  /// Reads an entry and keeps it in the cache.
  fileprivate func readEntry(_ entry: DictionaryEntryID) throws(WorkspaceError) -> DictionaryValue?
  {
    if let readers, !configuration.isReadOnly {
      let connection = try readers.take()
      defer { readers.giveBack(connection) }
      let found = try connection.dictionaryRow(entry) {
        (row) throws(WorkspaceError) -> DictionaryValue in
        // The statement is still running, and with it the read transaction that the commit belongs to.
        try keep(row, of: entry, commit: connection.currentCommit().number, connection)
      }
      if let found { return found }
    }
    return try read { (access) throws(WorkspaceError) -> DictionaryValue? in
      // Inside a transaction of a store in memory the value may not be committed.
      let commit = writer.isOnQueue ? -1 : access.connection.snapshot.number
      let found = try access.connection.dictionaryRow(entry) {
        (row) throws(WorkspaceError) -> DictionaryValue in
        try keep(row, of: entry, commit: commit, access.connection)
      }
      if found == nil { writer.dictionary.keep(entry, nil, rowID: nil, commit: commit) }
      return found
    }
  }

  private func keep(
    _ row: DictionaryRow, of entry: DictionaryEntryID, commit: Int64, _ connection: Connection
  ) throws(WorkspaceError) -> DictionaryValue {
    guard let value = row.value else { throw row.damage(of: entry, path: connection.path) }
    writer.dictionary.keep(entry, value, rowID: row.rowID, commit: commit)
    return value
  }
}
