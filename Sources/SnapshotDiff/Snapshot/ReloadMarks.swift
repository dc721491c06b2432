/// What was reloaded and reconfigured, by key, until the marks are cleared.
struct ReloadMarks: Sendable {
  var reloadedSections = MarkedKeys()
  var reloadedItems = MarkedKeys()
  var reconfiguredItems = MarkedKeys()

  /// How many items are marked, one that was reloaded and reconfigured twice.
  var itemCount: Int { reloadedItems.count + reconfiguredItems.count }

  /// Whether items are marked.
  var hasItems: Bool { itemCount > 0 }

  /// Forgets that the items with `keys` were marked.
  mutating func removeItems(_ keys: ContiguousArray<Int64>) {
    reloadedItems.remove(keys)
    reconfiguredItems.remove(keys)
  }

  /// The marks of what is still there, by its key anew.
  func mapped(
    section: (Int64) -> Int64?, item: (Int64) -> Int64?
  ) -> ReloadMarks {
    var marks = ReloadMarks()
    marks.reloadedSections.add(ContiguousArray(reloadedSections.keys.compactMap(section)))
    marks.reloadedItems.add(ContiguousArray(reloadedItems.keys.compactMap(item)))
    marks.reconfiguredItems.add(ContiguousArray(reconfiguredItems.keys.compactMap(item)))
    return marks
  }
}

/// Keys in the order in which they were first added, each once.
struct MarkedKeys: Sendable {
  /// The keys, among others that were removed since.
  private var added = ContiguousArray<Int64>()
  /// Where in `added` each key is.
  private var places: [Int64: Int] = [:]

  /// How many there are.
  var count: Int { places.count }

  /// The keys, in order.
  var keys: ContiguousArray<Int64> {
    guard added.count > count else { return added }
    return ContiguousArray(
      added.indices.lazy.filter { places[added[$0]] == $0 }.map { added[$0] })
  }

  /// Adds those of `keys` that are not there yet.
  mutating func add(_ keys: ContiguousArray<Int64>) {
    for key in keys where places[key] == nil {
      places[key] = added.count
      added.append(key)
    }
  }

  /// Removes those of `keys` that are there.
  ///
  /// - Complexity: O(`keys`), on average over many calls.
  mutating func remove(_ keys: ContiguousArray<Int64>) {
    guard count > 0 else { return }
    for key in keys { places[key] = nil }
    guard added.count > 2 * count + 64 else { return }
    let left = self.keys
    self = MarkedKeys()
    add(left)
  }
}
