/// Where each section and each item of a forest is.
struct ForestIndex: Sendable {
  /// Section key → place in the tree of sections.
  var sections: TreeIndex
  /// Item key → place in its section's tree; the owner of a root is the section's key.
  var items: TreeIndex

  /// The index of `forest`.
  ///
  /// - Complexity: O(*n*), or O(*n* log *n*) for keys that are unevenly spread.
  init(of forest: Forest) {
    var sectionEdit = TreeEdit(nextNumber: 0, isRecording: true)
    var itemEdit = TreeEdit(nextNumber: 0, isRecording: true)
    itemEdit.placed.reserveCapacity(forest.itemCount)
    sectionEdit.record(forest.sections, ownedBy: TreeIndex.ownerBit)
    forest.sections.forEachLeaf { rows, _ in
      for row in rows { itemEdit.record(row.items, ownedBy: Self.owner(row.key)) }
    }
    sections = TreeIndex(building: sectionEdit)
    items = TreeIndex(building: itemEdit)
  }

  /// What stands as "parent" of the root of a section's tree.
  static func owner(_ section: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: section) | TreeIndex.ownerBit
  }
}

extension TreeEdit {
  /// Reports all rows and nodes of `tree`.
  mutating func record<Row>(_ tree: Tree<Row>, ownedBy owner: UInt32) {
    guard let root = tree.root else { return }
    adopted.append((root.number, owner))
    record(below: root)
  }

  private mutating func record<Row>(below child: Child<Row>) {
    guard !child.node.isLeaf else { return place(child.node.rows, in: child.number) }
    adopt(child.node.children, by: child.number)
    for grandchild in child.node.children { record(below: grandchild) }
  }
}
