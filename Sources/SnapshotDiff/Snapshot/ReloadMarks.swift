/// What was reloaded and reconfigured, by key, until the marks are cleared.
struct ReloadMarks: Sendable {
  var reloadedSections = MarkedKeys()
  var reloadedItems = MarkedKeys()
  var reconfiguredItems = MarkedKeys()

  /// How many items are marked, one that was reloaded and reconfigured twice.
  var itemCount: Int { reloadedItems.keys.count + reconfiguredItems.keys.count }

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
  private(set) var keys = ContiguousArray<Int64>()
  private var known: Set<Int64> = []

  /// Adds those of `added` that are not there yet.
  mutating func add(_ added: ContiguousArray<Int64>) {
    for key in added where known.insert(key).inserted { keys.append(key) }
  }
}
