extension KeyMap {
  /// A map of `entries`, whose keys rise.
  ///
  /// - Complexity: O(*n*).
  init(sorted entries: ContiguousArray<Entry>) {
    guard !entries.isEmpty else { return }
    var level = ContiguousArray<Node>()
    var least = ContiguousArray<Int64>()
    for range in evenRanges(of: entries.count, atMost: Self.leafCapacity * 7 / 8) {
      level.append(Node(entries: ContiguousArray(entries[range])))
      least.append(entries[range.lowerBound].key)
    }
    while level.count > 1 {
      var above = ContiguousArray<Node>()
      var aboveLeast = ContiguousArray<Int64>()
      for range in evenRanges(of: level.count, atMost: Self.fanOut * 7 / 8) {
        above.append(
          Node(
            children: ContiguousArray(level[range]), leastKeys: ContiguousArray(least[range])))
        aboveLeast.append(least[range.lowerBound])
      }
      level = above
      least = aboveLeast
    }
    root = level[0]
  }
}
