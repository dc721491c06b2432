/// Where each key of one or several trees is: key → leaf, and node → parent.
///
/// Persistent like the trees, so every version has its own at no cost.
struct TreeIndex: Sendable {
  /// Set in the "parent" of a root; the other bits say whose root it is.
  static var ownerBit: UInt32 { 1 << 31 }

  var leaves: KeyMap
  var parents: KeyMap

  /// An index of nothing.
  init() {
    leaves = KeyMap()
    parents = KeyMap()
  }

  /// An index of these rows by leaf and nodes by parent, in any order.
  init(
    rows: consuming ContiguousArray<KeyMap.Entry>, nodes: consuming ContiguousArray<KeyMap.Entry>
  ) {
    sortByKey(&rows)
    leaves = KeyMap(sorted: rows)
    sortByKey(&nodes)
    parents = KeyMap(sorted: nodes)
  }

  /// Follows `edit`.
  mutating func apply(_ edit: TreeEdit) {
    for key in edit.removed { leaves.remove(key) }
    for (key, leaf) in edit.placed { leaves.set(key, to: leaf) }
    for node in edit.dissolved { parents.remove(Int64(node)) }
    for (node, parent) in edit.adopted { parents.set(Int64(node), to: parent) }
  }

  /// The numbers of the nodes above `key`, leaf first, and whose root the last of them is; nil if
  /// the key is in none of the trees.
  func path(to key: Int64) -> (nodes: [UInt32], owner: UInt32)? {
    guard let leaf = leaves[key] else { return nil }
    var nodes = [leaf]
    nodes.reserveCapacity(6)
    var node = leaf
    while let parent = parents[Int64(node)] {
      if parent & Self.ownerBit != 0 { return (nodes, parent & ~Self.ownerBit) }
      nodes.append(parent)
      node = parent
    }
    return nil
  }
}

extension Tree {
  /// Where `key` is, below the nodes of `path`, leaf first; nil if it is not there.
  func offset(of key: Int64, path: [UInt32]) -> Int? {
    guard var node = root?.node else { return nil }
    var offset = 0
    for number in path.dropLast().reversed() {
      var index = 0
      while index < node.children.count, node.children[index].number != number {
        offset += Int(node.children[index].count)
        index += 1
      }
      guard index < node.children.count else { return nil }
      node = node.children[index].node
    }
    return node.rows.firstIndex { $0.key == key }.map { offset + $0 }
  }
}
