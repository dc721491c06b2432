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
      node.rows.insert(row, at: offset)
    } else {
      var rows = ContiguousArray<Row>()
      rows.reserveCapacity(node.rows.count + 1)
      rows.append(contentsOf: node.rows[..<offset])
      rows.append(row)
      rows.append(contentsOf: node.rows[offset...])
      node = Node(rows: rows)
      tag = ObjectIdentifier(node)
    }
    edit.place(CollectionOfOne(row), in: number)
    guard node.rows.count > Row.leafCapacity else { return nil }
    // Rows often come at the end, one after another: then leave the left half nearly full.
    let isAppending = offset == node.rows.count - 1
    let cut = isAppending ? node.rows.count - Row.leafCapacity / 3 : node.rows.count / 2
    let right = Child(rows: ContiguousArray(node.rows[cut...]), number: edit.takeNumber())
    node.rows.removeSubrange(cut...)
    count -= right.count
    weight -= right.weight
    edit.place(right.node.rows, in: right.number)
    return right
  }

  private mutating func insertBelow(
    _ row: Row, at offset: Int32, _ edit: inout TreeEdit
  ) -> Child? {
    makeUnique()
    var before: Int32 = 0
    var index = 0
    while index < node.children.count - 1, offset - before > node.children[index].count {
      before += node.children[index].count
      index += 1
    }
    guard let sibling = node.children[index].insert(row, at: offset - before, &edit) else {
      return nil
    }
    node.children.insert(sibling, at: index + 1)
    edit.adopt(CollectionOfOne(sibling), by: number)
    guard node.children.count > Tree<Row>.fanOut else { return nil }
    let cut = node.children.count / 2
    let right = Child(
      children: ContiguousArray(node.children[cut...]), number: edit.takeNumber())
    node.children.removeSubrange(cut...)
    count -= right.count
    weight -= right.weight
    edit.adopt(right.node.children, by: right.number)
    return right
  }
}
