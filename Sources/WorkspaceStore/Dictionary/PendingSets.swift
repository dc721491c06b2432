/// Sets of the dictionary that are visible and not yet committed.
struct PendingSets {
  /// Namespaces that were emptied, before the sets below.
  private(set) var cleared: Set<DictionaryNamespaceID> = []
  /// An entry that was set or removed.
  struct Element {
    let entry: DictionaryEntryID
    /// The last value; nil for a removal.
    var value: DictionaryValue?
    /// The type of a record, as the program knows it.
    var known: RecordType?
  }

  /// Each entry once, in the order of first sets: what belongs together is written together.
  private(set) var sets: [Element] = []
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
      part.clear(namespace.text)
      return part
    }
    return emptied
      + sets.map { element in
        var part = PendingSets()
        part.set(element)
        return part
      }
  }

  /// Notes a value, or a removal.
  mutating func set(
    _ entry: DictionaryEntryID, _ value: DictionaryValue?, known: RecordType? = nil
  ) {
    set(Element(entry: entry, value: value, known: known))
  }

  private mutating func set(_ element: Element) {
    // Most are new: so they are looked up once.
    guard let place = places.updateValue(sets.count, forKey: element.entry) else {
      return sets.append(element)
    }
    places[element.entry] = place
    // What was removed or replaced by something else before is not saved over any more.
    let known = sets[place].known == nil ? nil : element.known
    sets[place] = Element(entry: element.entry, value: element.value, known: known)
  }

  /// Notes that a namespace was emptied.
  mutating func clear(_ namespace: String) {
    let kept = sets.filter { !$0.entry.isIn(namespace) }
    if kept.count < sets.count {
      sets = []
      places = [:]
      for element in kept { set(element) }
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
    for element in sets where element.entry.isIn(namespace) {
      if element.value == nil { keys.remove(element.entry) } else { keys.insert(element.entry) }
    }
  }

  /// Adds later sets.
  mutating func append(_ later: PendingSets) {
    for cleared in later.cleared { clear(cleared.text) }
    for element in later.sets { set(element) }
  }
}
