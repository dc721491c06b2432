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
  public func namespace(_ name: String) -> WorkspaceDictionary {
    WorkspaceDictionary(namespace: name, workspace: workspace)
  }

  /// Commits every value set so far, and waits for it.
  ///
  /// - Throws: The first failure of a set since the last call; `shutDown`; `nestedTransaction` inside a transaction.
  public func synchronize() throws {
    try writer.perform(workspace.configuration.durability) { _ in }
    if let failure = writer.dictionary.takeFailure() { throw failure }
  }

  /// The keys, in order of their UTF-8 bytes.
  ///
  /// - Complexity: One pass over the namespace's keys.
  public func keys() throws(WorkspaceError) -> [String] {
    let namespace = namespace
    // Taken before the read, as what is committed in between is then in both.
    let uncommitted = writer.dictionary.uncommitted
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
    switch writer.dictionary.find(entry) {
    case .absent: return nil
    case .value(let value): return StoredValue(value)
    case .decoded(let value, let decoded): return StoredValue(value, decoded: decoded)
    case .unknown:
      return try workspace.read { (access) throws(WorkspaceError) -> StoredValue? in
        let row = try access.connection.dictionaryRow(entry)
        if let row, row.value == nil {
          throw WorkspaceError(
            .damagedValue, "The stored value is damaged; set or remove it.",
            path: access.connection.path, rowID: row.rowID, key: key)
        }
        writer.dictionary.keep(
          entry, row?.value, rowID: row?.rowID,
          // Inside a transaction of a store in memory the value may not be committed.
          commit: writer.isOnQueue ? -1 : access.connection.snapshot.number)
        return row?.value.map { StoredValue($0) }
      }
    }
  }

  /// Stores a value, or removes it; for this library only.
  public func store(_ value: StoredValue?, for key: String) throws(WorkspaceError) {
    try workspace.requireWritable()
    let entry = DictionaryEntryID(namespace: namespace, key: key)
    announce(.entry(entry), isFirst: writer.dictionary.set(entry, value?.value))
  }

  /// Takes note of a set that failed where nothing can be thrown: the next `synchronize()` throws it.
  public func noteFailure(_ error: WorkspaceError) {
    writer.dictionary.noteFailure(error)
  }

  private func announce(_ notice: DictionaryNotice, isFirst: Bool) {
    writer.sink.withLock { $0 }?.publish(uncommitted: [notice])
    if isFirst { writer.scheduleDrain() }
  }
}
