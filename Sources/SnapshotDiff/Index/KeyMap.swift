/// A persistent sorted map from 64-bit keys to 32-bit numbers: a B-tree whose copies share nodes.
///
/// Sorted rather than hashed, so no choice of keys makes it slow, and keys that are neighbours, as
/// those of rows inserted together mostly are, share nodes.
struct KeyMap: Sendable {
  struct Entry: Sendable {
    let key: Int64
    var value: UInt32
  }

  /// A node: entries if it is a leaf, else children with the least key of each.
  final class Node: @unchecked Sendable {
    // Safe because an edit changes a node only if it holds the one reference to it.
    var entries: ContiguousArray<Entry>
    var children: ContiguousArray<Node>
    var leastKeys: ContiguousArray<Int64>

    init(
      entries: ContiguousArray<Entry> = [], children: ContiguousArray<Node> = [],
      leastKeys: ContiguousArray<Int64> = []
    ) {
      self.entries = entries
      self.children = children
      self.leastKeys = leastKeys
    }

    var isLeaf: Bool { children.isEmpty }
    var fill: Int { isLeaf ? entries.count : children.count }
    var leastKey: Int64 { isLeaf ? entries[0].key : leastKeys[0] }
    var copy: Node { Node(entries: entries, children: children, leastKeys: leastKeys) }
  }

  static var leafCapacity: Int { 64 }
  static var fanOut: Int { 32 }

  var root = Node()

  /// The number of `key`, or nil.
  ///
  /// - Complexity: O(log *n*).
  subscript(key: Int64) -> UInt32? {
    var node = root
    while !node.isLeaf { node = node.children[node.childIndex(for: key)] }
    let index = node.entryIndex(for: key)
    guard index < node.entries.count, node.entries[index].key == key else { return nil }
    return node.entries[index].value
  }
}

extension KeyMap.Node {
  /// The child in which `key` belongs: the last whose least key is not above it, or the first.
  func childIndex(for key: Int64) -> Int {
    var low = 1
    var high = leastKeys.count
    while low < high {
      let middle = (low + high) / 2
      if leastKeys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Where `key` is, or would have to be inserted.
  func entryIndex(for key: Int64) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
