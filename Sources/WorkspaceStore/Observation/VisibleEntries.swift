/// What entries of the dictionary are to those who look now, on the writer's queue: what is set and not yet committed,
/// else what a commit has made of them.
struct VisibleEntries {
  private let dictionary: DictionaryStore
  private let connection: Connection?
  /// What the commit that is being published has set.
  private var committed: [DictionaryEntryID: DictionaryValue?] = [:]
  /// What was looked up.
  private var known: [DictionaryEntryID: LiveEntry] = [:]

  /// Begins to look; what is in neither is read through a connection, if there is one.
  init(in dictionary: DictionaryStore, _ connection: Connection?) {
    self.dictionary = dictionary
    self.connection = connection
  }

  /// Takes note of what a commit has made of an entry, if it says so.
  mutating func note(_ change: DictionaryChange) {
    guard let entry = change.entry, case .value(let value) = change.content else { return }
    committed[entry] = .some(value)
  }

  /// What it means to a live result that entries have changed, all that there are if they are nil.
  ///
  /// What can't be read here it reads itself, and tells its subscribers if it can't.
  mutating func changes(of entries: [DictionaryEntryID]?) -> LiveChanges {
    guard let entries else { return .everything }
    var changes: [(name: DictionaryEntryID, entry: LiveEntry)] = []
    for name in entries {
      guard let entry = try? entry(name) else { return .everything }
      changes.append((name, entry))
    }
    return .entries(changes)
  }

  private mutating func entry(_ name: DictionaryEntryID) throws(WorkspaceError) -> LiveEntry {
    if let entry = known[name] { return entry }
    let entry = try look(for: name)
    known[name] = entry
    return entry
  }

  private func look(for name: DictionaryEntryID) throws(WorkspaceError) -> LiveEntry {
    switch dictionary.uncommitted(name) {
    case .value(let value): return LiveEntry(value: value)
    case .removed: return LiveEntry(value: nil)
    case .nothing: break
    }
    if let value = committed[name] { return LiveEntry(value: value) }
    guard let connection else { throw .shutDown }
    return try connection.liveEntry(name).entry
  }
}
