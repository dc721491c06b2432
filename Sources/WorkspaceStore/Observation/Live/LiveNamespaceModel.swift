/// A namespace of a dictionary: which of its keys have other values now.
package struct LiveNamespaceModel: LiveModel {
  private let namespace: String
  private let dictionary: DictionaryStore
  /// The values of the keys that were set since the last fetch.
  private var known: [DictionaryEntryID: LiveEntry] = [:]
  /// The keys of the last fetch that were not removed since; what is neither here nor in `known` is absent.
  private var keys: Set<DictionaryEntryID> = []
  /// The keys that the last commit has changed.
  package var value: any LiveValue { changed }
  private var changed = LiveNamespace(keys: [])

  /// Makes the model of a namespace; `dictionary` knows what is not yet committed.
  package init(_ namespace: String, in dictionary: DictionaryStore) {
    self.namespace = namespace
    self.dictionary = dictionary
  }

  /// All keys as of the last fetch.
  package var initialValue: any LiveValue {
    LiveNamespace(keys: keys.union(known.keys), isEverything: true)
  }

  package func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
    LiveNamespace(keys: keys.union(known.keys), isEverything: true, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    let commit = try connection.newestCommit().number
    var keys = Set(
      try connection.dictionaryKeys(in: namespace).map {
        DictionaryEntryID(namespace: namespace, key: $0)
      })
    dictionary.uncommitted(asOf: commit).apply(to: &keys, in: namespace)
    return .keys(keys)
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .keys(let fetched) = fetched else { return false }
    keys = fetched
    known = [:]
    changed = LiveNamespace(keys: keys, isEverything: true)
    return true
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    guard case .entries(let entries) = changes else { return .refetch }
    var others: Set<DictionaryEntryID> = []
    var removed: Set<DictionaryEntryID> = []
    for (entry, current) in entries where entry.isIn(namespace) {
      let old = known[entry] ?? (keys.contains(entry) ? nil : LiveEntry(value: nil))
      if let old, old.isSame(as: current) { continue }
      others.insert(entry)
      if current.value == nil, current.error == nil {
        known[entry] = nil
        keys.remove(entry)
        removed.insert(entry)
      } else {
        known[entry] = current
      }
    }
    guard !others.isEmpty else { return .unchanged }
    changed = LiveNamespace(keys: others, removed: removed)
    return .changed
  }
}
