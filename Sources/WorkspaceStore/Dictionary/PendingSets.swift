/// Sets of the dictionary that are visible and not yet committed.
struct PendingSets {
  /// Namespaces that were emptied, before the sets below.
  private(set) var cleared: Set<DictionaryNamespaceID> = []
  /// The last value of each entry; nil where it was removed.
  private(set) var values: [DictionaryEntryID: DictionaryValue?] = [:]

  /// What is known of an entry.
  enum Finding {
    case value(DictionaryValue)
    case removed
    case nothing
  }

  var isEmpty: Bool { cleared.isEmpty && values.isEmpty }

  /// Notes a value, or a removal.
  mutating func set(_ entry: DictionaryEntryID, _ value: DictionaryValue?) {
    values[entry] = .some(value)
  }

  /// Notes that a namespace was emptied.
  mutating func clear(_ namespace: String) {
    values = values.filter { !$0.key.isIn(namespace) }
    cleared.insert(DictionaryNamespaceID(namespace))
  }

  /// Looks an entry up.
  func find(_ entry: DictionaryEntryID) -> Finding {
    if let known = values[entry] { return known.map { .value($0) } ?? .removed }
    guard !cleared.isEmpty else { return .nothing }
    return cleared.contains(entry.namespaceID) ? .removed : .nothing
  }

  /// Changes a namespace's stored keys to those that are visible.
  func apply(to keys: inout Set<DictionaryEntryID>, in namespace: String) {
    if cleared.contains(DictionaryNamespaceID(namespace)) { keys = [] }
    for (entry, value) in values where entry.isIn(namespace) {
      if value == nil { keys.remove(entry) } else { keys.insert(entry) }
    }
  }

  /// Adds later sets.
  mutating func append(_ later: PendingSets) {
    for cleared in later.cleared { clear(cleared.name) }
    for (entry, value) in later.values { set(entry, value) }
  }
}
