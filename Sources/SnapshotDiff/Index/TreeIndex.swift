/// Where each key of one or several trees is: key → leaf, and node → parent.
///
/// Persistent like the trees, so every version has its own at no cost.
struct TreeIndex: Sendable {
  /// Set in the "parent" of a root; the other bits say whose root it is.
  static var ownerBit: UInt32 { 1 << 31 }

  var leaves: KeyMap
  var parents: NumberMap

  /// An index of nothing.
  static let empty = TreeIndex(rows: [], nodes: [])

  /// An index of these rows by leaf and nodes by parent, in any order.
  init(
    rows: consuming ContiguousArray<KeyMap.Entry>, nodes: consuming ContiguousArray<KeyMap.Entry>
  ) {
    sortByKey(&rows)
    leaves = KeyMap(sorted: rows)
    parents = NumberMap()
    for node in nodes { parents.set(UInt32(truncatingIfNeeded: node.key), to: node.value) }
  }

  /// Follows `edit`.
  mutating func apply(_ edit: TreeEdit) {
    for key in edit.removed { leaves.remove(key) }
    for (key, leaf, row) in edit.placed { leaves.set(key, to: leaf, hint: row) }
    for node in edit.dissolved { parents.remove(node) }
    for (node, parent) in edit.adopted { parents.set(node, to: parent) }
  }

  /// The way to `key`; nil if it is in none of the trees.
  func path(to key: Int64) -> NodePath? {
    defer { withExtendedLifetime(self) {} }
    return maps.path(to: key)
  }

  /// The maps, for whoever keeps the index meanwhile.
  var maps: Maps { Maps(leaves: Uncounted(leaves.root), parents: parents.pages) }

  /// Maps of an index that somebody else keeps.
  struct Maps {
    fileprivate let leaves: Uncounted<KeyMap.Node>
    fileprivate let parents: NumberMap.Pages

    /// The way to `key`; nil if it is in none of the trees.
    func path(to key: Int64) -> NodePath? {
      guard let entry = leaves.entry(of: key) else { return nil }
      var node = entry.value
      var path = NodePath(hint: Int(entry.hint))
      while path.count < NodePath.limit {
        path.append(node)
        guard let parent = parents[node] else { return nil }
        if parent & TreeIndex.ownerBit != 0 {
          path.owner = parent & ~TreeIndex.ownerBit
          return path
        }
        node = parent
      }
      return nil
    }
  }
}

/// The numbers of the nodes from a leaf up to a root, and whose root that is.
struct NodePath {
  /// More levels than any tree of 2³¹ rows has.
  static var limit: Int { 16 }

  private var nodes = SIMD16<UInt32>()
  private(set) var count = 0
  /// What owns the tree.
  var owner: UInt32 = 0
  /// Which row of the leaf the row was when it came there.
  let hint: Int

  init(hint: Int) {
    self.hint = hint
  }

  /// The number of the node at a height; a leaf's is 0.
  subscript(height: Int) -> UInt32 { nodes[height] }

  mutating func append(_ node: UInt32) {
    nodes[count] = node
    count += 1
  }
}

extension Tree {
  /// Where `key` is, on `path`; nil if it is not there.
  func offset(of key: Int64, path: NodePath) -> Int? {
    root.flatMap { Uncounted($0.node).offset(of: key, path: path) }
  }
}

extension Uncounted {
  /// Where `key` is below this root, on `path`; nil if it is not there.
  func offset<Row>(of key: Int64, path: NodePath) -> Int? where Object == Node<Row> {
    var node = self
    var offset: Int32 = 0
    var height = path.count - 1
    while height > 0 {
      height -= 1
      let number = path[height]
      let below = node.look { node -> Uncounted? in
        for child in node.children.indices {
          if node.children[child].number == number {
            return Uncounted(node.children[child].node)
          }
          offset += node.children[child].count
        }
        return nil
      }
      guard let below else { return nil }
      node = below
    }
    return node.look { node in
      node.rows.index(of: key, near: path.hint).map { Int(offset) + $0 }
    }
  }
}

extension ContiguousArray where Element: TreeRow {
  /// The row with `key`, or nil; those next to `hint` are looked at first.
  fileprivate func index(of key: Int64, near hint: Int) -> Int? {
    var before = Swift.min(hint, count - 1)
    var after = before + 1
    while before >= 0 || after < count {
      if before >= 0 {
        if self[before].key == key { return before }
        before -= 1
      }
      if after < count {
        if self[after].key == key { return after }
        after += 1
      }
    }
    return nil
  }
}
