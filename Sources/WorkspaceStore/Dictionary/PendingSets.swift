/// Sets of the dictionary that are visible and not yet committed.
struct PendingSets {
  /// Namespaces that were emptied, before the sets below.
  private(set) var cleared: Set<DictionaryNamespaceID> = []
  /// Each entry that was set or removed, with its last value, in the order of first sets: what belongs together is
  /// written together.
  private(set) var sets: [(entry: DictionaryEntryID, value: DictionaryValue?)] = []
  private var places: [DictionaryEntryID: Int] = [:]

  /// What is known of an entry.
  enum Finding {
    case value(DictionaryValue)
    case removed
    case nothing
  }

  var isEmpty: Bool { cleared.isEmpty && sets.isEmpty }

  /// The same, one by one, in the order that they have to be written in.
  var parts: [PendingSets] {
    let emptied = cleared.map { namespace in
      var part = PendingSets()
      part.clear(namespace.name)
      return part
    }
    return emptied
      + sets.map { entry, value in
        var part = PendingSets()
        part.set(entry, value)
        return part
      }
  }

  /// Notes a value, or a removal.
  mutating func set(_ entry: DictionaryEntryID, _ value: DictionaryValue?) {
    if let place = places[entry] {
      sets[place].value = value
    } else {
      places[entry] = sets.count
      sets.append((entry, value))
    }
  }

  /// Notes that a namespace was emptied.
  mutating func clear(_ namespace: String) {
    let kept = sets.filter { !$0.entry.isIn(namespace) }
    if kept.count < sets.count {
      sets = []
      places = [:]
      for (entry, value) in kept { set(entry, value) }
    }
    cleared.insert(DictionaryNamespaceID(namespace))
  }

  /// Looks an entry up.
  func find(_ entry: DictionaryEntryID) -> Finding {
    if let place = places[entry] { return sets[place].value.map { .value($0) } ?? .removed }
    guard !cleared.isEmpty else { return .nothing }
    return cleared.contains(entry.namespaceID) ? .removed : .nothing
  }

  /// Changes a namespace's stored keys to those that are visible.
  func apply(to keys: inout Set<DictionaryEntryID>, in namespace: String) {
    if cleared.contains(DictionaryNamespaceID(namespace)) { keys = [] }
    for (entry, value) in sets where entry.isIn(namespace) {
      if value == nil { keys.remove(entry) } else { keys.insert(entry) }
    }
  }

  /// Adds later sets.
  mutating func append(_ later: PendingSets) {
    for cleared in later.cleared { clear(cleared.name) }
    for (entry, value) in later.sets { set(entry, value) }
  }
}
