/// A namespace of a dictionary: which of its keys have other values now.
package struct LiveNamespaceModel: LiveModel {
  private let namespace: String
  private let readKeys: @Sendable () throws(WorkspaceError) -> [String]
  private let readValue: @Sendable (String) throws(WorkspaceError) -> DictionaryValue?
  /// The values of the keys that were set since the last fetch.
  private var known: [DictionaryEntryID: LiveEntry] = [:]
  /// The keys of the last fetch that were not removed since; what is neither here nor in `known` is absent.
  private var keys: Set<DictionaryEntryID> = []
  /// The keys that the last commit has changed.
  package var value: any LiveValue { changed }
  private var changed = LiveNamespace(keys: [])

  /// Makes the model of a namespace; the closures read what is visible.
  package init(
    _ namespace: String, keys: @escaping @Sendable () throws(WorkspaceError) -> [String],
    value: @escaping @Sendable (String) throws(WorkspaceError) -> DictionaryValue?
  ) {
    self.namespace = namespace
    readKeys = keys
    readValue = value
  }

  /// All keys as of the last fetch.
  package var initialValue: any LiveValue {
    LiveNamespace(keys: keys.union(known.keys), isEverything: true)
  }

  package func failure(_ error: WorkspaceError) -> any LiveValue {
    LiveNamespace(keys: [], isEverything: true, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    .keys(try readKeys())
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .keys(let fetched) = fetched else { return false }
    keys = Set(fetched.map { DictionaryEntryID(namespace: namespace, key: $0) })
    known = [:]
    changed = LiveNamespace(keys: keys, isEverything: true)
    return true
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    guard case .entries(let entries) = changes else { return .refetch }
    var others: Set<DictionaryEntryID> = []
    var removed: Set<DictionaryEntryID> = []
    for entry in entries {
      let current: LiveEntry
      do throws(WorkspaceError) {
        current = LiveEntry(value: try readValue(entry.key))
      } catch {
        current = LiveEntry(value: nil, error: error)
      }
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

/// Which keys of a namespace one or more commits have changed.
package final class LiveNamespace: LiveValue {
  /// The keys that were set or removed; all that there are, if anything may have changed.
  package let keys: Set<DictionaryEntryID>
  /// Those of them that were removed.
  private let removed: Set<DictionaryEntryID>
  /// Whether anything may have changed.
  package let isEverything: Bool
  /// Why the keys could not be read.
  package let error: WorkspaceError?

  init(
    keys: Set<DictionaryEntryID>, removed: Set<DictionaryEntryID> = [],
    isEverything: Bool = false, error: WorkspaceError? = nil
  ) {
    self.keys = keys
    self.removed = removed
    self.isEverything = isEverything
    self.error = error
  }

  package func merged(over older: any LiveValue) -> any LiveValue {
    guard !isEverything, let older = older as? LiveNamespace else { return self }
    let all = keys.union(older.keys)
    if older.isEverything {
      return LiveNamespace(keys: all.subtracting(removed), isEverything: true, error: error)
    }
    return LiveNamespace(
      keys: all, removed: older.removed.subtracting(keys).union(removed), error: error)
  }
}
