extension Tree {
  /// Inserts `row` so that it is at `offset`, at most `count`.
  ///
  /// - Complexity: O(log *n*) nodes copied or changed in place.
  mutating func insert(_ row: Row, at offset: Int, _ edit: inout TreeEdit) {
    guard var root else {
      let leaf = Child(rows: [row], number: edit.takeNumber())
      edit.place(CollectionOfOne(row), in: leaf.number)
      self.root = leaf
      return
    }
    self.root = nil
    if let right = root.insert(row, at: Int32(offset), &edit) {
      let number = edit.takeNumber()
      edit.adopt([root, right], by: number)
      self.root = Child(children: [root, right], number: number)
    } else {
      self.root = root
    }
  }
}

extension Child {
  /// Inserts `row` and returns the right half if the node had to be split.
  fileprivate mutating func insert(
    _ row: Row, at offset: Int32, _ edit: inout TreeEdit
  ) -> Child? {
    count += 1
    weight += Int32(row.weight)
    return node.isLeaf
      ? insertIntoLeaf(row, at: Int(offset), &edit) : insertBelow(row, at: offset, &edit)
  }

  private mutating func insertIntoLeaf(
    _ row: Row, at offset: Int, _ edit: inout TreeEdit
  ) -> Child? {
    if isKnownUniquelyReferenced(&node) {
      var rows = node.takeRows()
      rows.insert(row, at: offset)
      node.rows = rows
    } else {
      var rows = ContiguousArray<Row>()
      rows.reserveCapacity(node.rows.count + 1)
      rows.append(contentsOf: node.rows[..<offset])
      rows.append(row)
      rows.append(contentsOf: node.rows[offset...])
      node = Node(rows: rows)
      tag = ObjectIdentifier(node)
    }
    edit.place(CollectionOfOne(row), in: number, from: offset)
    guard node.rows.count > Row.leafCapacity else { return nil }
    // Rows often come at the end, one after another: then leave the left half nearly full.
    let isAppending = offset == node.rows.count - 1
    let cut = isAppending ? node.rows.count - Row.leafCapacity / 3 : node.rows.count / 2
    let right = Child(rows: ContiguousArray(node.rows[cut...]), number: edit.takeNumber())
    var rows = node.takeRows()
    rows.removeSubrange(cut...)
    node.rows = rows
    count -= right.count
    weight -= right.weight
    edit.place(right.node.rows, in: right.number)
    return right
  }

  private mutating func insertBelow(
    _ row: Row, at offset: Int32, _ edit: inout TreeEdit
  ) -> Child? {
    makeUnique()
    var children = node.takeChildren()
    var before: Int32 = 0
    var index = 0
    while index < children.count - 1, offset - before > children[index].count {
      before += children[index].count
      index += 1
    }
    let sibling = children[index].insert(row, at: offset - before, &edit)
    if let sibling {
      children.insert(sibling, at: index + 1)
      edit.adopt(CollectionOfOne(sibling), by: number)
    }
    guard children.count > Tree<Row>.fanOut else {
      node.children = children
      return nil
    }
    let cut = children.count / 2
    let right = Child(children: ContiguousArray(children[cut...]), number: edit.takeNumber())
    children.removeSubrange(cut...)
    node.children = children
    count -= right.count
    weight -= right.weight
    edit.adopt(right.node.children, by: right.number)
    return right
  }
}
