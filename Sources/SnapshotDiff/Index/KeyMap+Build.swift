extension KeyMap {
  /// A map of `entries`, whose keys rise.
  ///
  /// - Complexity: O(*n*).
  init(sorted entries: ContiguousArray<Entry>) {
    guard !entries.isEmpty else { return }
    var level = ContiguousArray<Child>()
    for range in evenRanges(of: entries.count, atMost: Self.leafCapacity * 7 / 8) {
      level.append(Child(Node(entries: ContiguousArray(entries[range]))))
    }
    while level.count > 1 {
      var above = ContiguousArray<Child>()
      for range in evenRanges(of: level.count, atMost: Self.fanOut * 7 / 8) {
        above.append(Child(Node(children: ContiguousArray(level[range]))))
      }
      level = above
    }
    root = level[0].node
  }
}
