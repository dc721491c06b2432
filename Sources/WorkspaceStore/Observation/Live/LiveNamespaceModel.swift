/// A namespace of a dictionary: which of its keys have other values now.
package struct LiveNamespaceModel: LiveModel {
  private let namespace: String
  private let readKeys: @Sendable () throws(WorkspaceError) -> [String]
  private let readValue: @Sendable (String) throws(WorkspaceError) -> DictionaryValue?
  /// The values of the keys that have changed since the model was made.
  private var known: [DictionaryEntryID: LiveEntry] = [:]
  /// The keys of the last fetch; what is neither here nor in `known` is absent.
  private var keys: Set<DictionaryEntryID> = []
  /// The keys that the last commit has changed.
  package private(set) var value = LiveNamespace(keys: [])

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
  package var initialValue: LiveNamespace {
    var present = keys
    for (entry, value) in known {
      if value.value == nil, value.error == nil {
        present.remove(entry)
      } else {
        present.insert(entry)
      }
    }
    return LiveNamespace(keys: present, isEverything: true)
  }

  package static func failure(
    _ error: WorkspaceError, after value: LiveNamespace?
  ) -> LiveNamespace {
    LiveNamespace(keys: [], isEverything: true, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> [String] {
    try readKeys()
  }

  package mutating func load(_ fetched: [String]) -> Bool {
    keys = Set(fetched.map { DictionaryEntryID(namespace: namespace, key: $0) })
    known = [:]
    value = LiveNamespace(keys: keys, isEverything: true)
    return true
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    guard case .entries(let entries) = changes else { return .refetch }
    var changed: Set<DictionaryEntryID> = []
    for entry in entries {
      var current = LiveEntry(value: nil)
      do throws(WorkspaceError) { current.value = try readValue(entry.key) } catch {
        current.error = error
      }
      let old = known[entry] ?? (keys.contains(entry) ? nil : LiveEntry(value: nil))
      if let old, old.isSame(as: current) { continue }
      known[entry] = current
      changed.insert(entry)
    }
    guard !changed.isEmpty else { return .unchanged }
    value = LiveNamespace(keys: changed)
    return .changed
  }
}

/// Which keys of a namespace one or more commits have changed.
package struct LiveNamespace: LiveValue {
  /// The keys that were set or removed; all that there are, if anything may have changed.
  package var keys: Set<DictionaryEntryID>
  /// Whether anything may have changed.
  package var isEverything = false
  /// Why the keys could not be read.
  package var error: WorkspaceError?

  package func merged(over older: LiveNamespace) -> LiveNamespace {
    guard !isEverything else { return self }
    var merged = self
    merged.keys.formUnion(older.keys)
    merged.isEverything = older.isEverything
    return merged
  }
}
