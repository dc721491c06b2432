/// Where each section and each item of a forest is.
struct ForestIndex: Sendable {
  /// Section key → place in the tree of sections.
  var sections: TreeIndex
  /// Item key → place in its section's tree; the owner of a root is the section's key.
  var items: TreeIndex

  /// An index of nothing.
  init() {
    sections = .empty
    items = .empty
  }

  /// The index of `forest`.
  ///
  /// - Complexity: O(*n*), or O(*n* log *n*) for keys that are unevenly spread.
  init(of forest: Forest) {
    var sectionRecord = TreeRecord()
    var itemRecord = TreeRecord()
    itemRecord.rows.reserveCapacity(forest.itemCount)
    sectionRecord.add(forest.sections, ownedBy: TreeIndex.ownerBit)
    forest.sections.forEachLeaf { rows, _ in
      for row in rows { itemRecord.add(row.items, ownedBy: Self.owner(row.key)) }
    }
    sections = TreeIndex(rows: sectionRecord.rows, nodes: sectionRecord.nodes)
    items = TreeIndex(rows: itemRecord.rows, nodes: itemRecord.nodes)
  }

  /// What stands as "parent" of the root of a section's tree.
  static func owner(_ section: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: section) | TreeIndex.ownerBit
  }
}

/// All rows by leaf and all nodes by parent.
private struct TreeRecord {
  var rows = ContiguousArray<KeyMap.Entry>()
  var nodes = ContiguousArray<KeyMap.Entry>()

  mutating func add<Row>(_ tree: Tree<Row>, ownedBy owner: UInt32) {
    guard let root = tree.root else { return }
    add(root, parent: owner)
  }

  private mutating func add<Row>(_ child: Child<Row>, parent: UInt32) {
    nodes.append(KeyMap.Entry(key: Int64(child.number), value: parent))
    for (place, row) in child.node.rows.enumerated() {
      rows.append(
        KeyMap.Entry(
          key: row.key, value: child.number, hint: UInt32(truncatingIfNeeded: place)))
    }
    for grandchild in child.node.children { add(grandchild, parent: child.number) }
  }
}
