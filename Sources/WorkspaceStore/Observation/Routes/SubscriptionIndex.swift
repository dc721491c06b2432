import FlatBufferCoding

/// What a live result depends on.
package enum LiveInterest: Sendable {
  /// Records of a type, those alone that meet the term if there is one.
  case records(RecordType, RouteTerm?)
  /// An entry of a dictionary.
  case entry(DictionaryEntryID)
  /// All entries of a namespace.
  case namespace(DictionaryNamespaceID)

  /// Records of a type, those alone that meet a condition.
  static func records(_ type: RecordType, where condition: QueryNode?) -> LiveInterest {
    .records(type, RouteTerm(condition, in: type.schema))
  }
}

/// Which live results a commit can touch.
///
/// A changed row reaches the results that want every row of its type, and those that want a value that a field had or
/// has now, or values of an interval around it. So the cost is that of the changed rows and of what they match, not of
/// all results.
package struct SubscriptionIndex: Sendable {
  /// A live result and its number.
  typealias Live = any AnyLiveResult

  private var types: [String: TypeRoutes] = [:]
  private var entries: [DictionaryEntryID: [Int: Live]] = [:]
  private var namespaces: [DictionaryNamespaceID: [Int: Live]] = [:]

  /// Makes an index without results.
  package init() {}

  /// The types of all results, by each name that they have or had.
  package private(set) var watchedTypes = WatchedTypes()

  /// Whether there are no results.
  package var isEmpty: Bool { types.isEmpty && entries.isEmpty && namespaces.isEmpty }

  /// Adds a result.
  mutating func add(_ live: Live, number: Int, interest: LiveInterest) {
    switch interest {
    case .records(let type, let term):
      types[type.name, default: TypeRoutes(type)].add(live, number: number, term: term)
      watchedTypes.names.formUnion([type.name] + type.formerNames)
    case .entry(let entry): entries[entry, default: [:]][number] = live
    case .namespace(let name): namespaces[name, default: [:]][number] = live
    }
  }

  /// Removes a result.
  mutating func remove(number: Int, interest: LiveInterest) {
    switch interest {
    case .records(let type, let term):
      types[type.name]?.remove(number: number, term: term)
      guard types[type.name]?.isEmpty == true else { return }
      types[type.name] = nil
      watchedTypes.names = types.values.reduce(into: []) { $0.formUnion($1.names) }
    case .entry(let entry):
      entries[entry]?[number] = nil
      if entries[entry]?.isEmpty == true { entries[entry] = nil }
    case .namespace(let name):
      namespaces[name]?[number] = nil
      if namespaces[name]?.isEmpty == true { namespaces[name] = nil }
    }
  }

  /// The routes to the results of a stored type, whatever their programs call it.
  func routes(to type: StoredType) -> [TypeRoutes] {
    types.values.filter { $0.lead(to: type) }
  }

  /// The results that depend on what changed in dictionaries, with the entries that concern them; nil for all.
  func results(
    for changed: [DictionaryNotice]
  ) -> [(live: Live, entries: [DictionaryEntryID]?)] {
    var found: [Int: (live: Live, entries: [DictionaryEntryID]?)] = [:]
    func add(_ lives: [Int: Live]?, _ entry: DictionaryEntryID?) {
      for (number, live) in lives ?? [:] {
        if let entry {
          found[number, default: (live, [])].entries?.append(entry)
        } else {
          found[number] = (live, nil)
        }
      }
    }
    for notice in changed {
      switch notice {
      case .entry(let entry):
        add(namespaces[entry.namespaceID], entry)
        add(entries[entry], entry)
      case .emptied(let namespace):
        add(namespaces[namespace], nil)
        for (entry, lives) in entries where entry.namespaceID == namespace { add(lives, entry) }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// All results that depend on dictionaries.
  var dictionaryResults: [Live] {
    (Array(entries.values) + Array(namespaces.values)).flatMap(\.values)
  }

  /// All results.
  var results: [Live] { types.values.flatMap(\.results) + dictionaryResults }
}
