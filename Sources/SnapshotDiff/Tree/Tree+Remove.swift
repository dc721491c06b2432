extension Tree {
  /// Removes the row at `offset`, which is in range.
  ///
  /// - Complexity: O(log *n*) nodes copied or changed in place.
  mutating func remove(at offset: Int, _ edit: inout TreeEdit) -> Row {
    guard var root else { preconditionFailure("Tree.remove: the tree is empty") }
    self.root = nil
    let row = root.remove(at: Int32(offset), &edit)
    edit.remove(row.key)
    while root.node.children.count == 1 {
      edit.dissolve(root.number)
      root = root.node.children[0]
    }
    if root.count > 0 { self.root = root } else { edit.dissolve(root.number) }
    return row
  }
}

extension Child {
  fileprivate mutating func remove(at offset: Int32, _ edit: inout TreeEdit) -> Row {
    let row: Row
    if node.isLeaf {
      row = removeFromLeaf(at: Int(offset))
    } else {
      makeUnique()
      let (index, before) = node.child(containing: offset)
      var children = node.takeChildren()
      row = children[index].remove(at: offset - before, &edit)
      let below = children[index].node
      let least = below.isLeaf ? Row.leafCapacity / 3 : Tree<Row>.fanOut / 3
      if below.fill < least, children.count > 1 {
        Tree.refill(&children, max(index, 1) - 1, &edit)
      }
      node.children = children
    }
    count -= 1
    weight -= Int32(row.weight)
    return row
  }

  private mutating func removeFromLeaf(at offset: Int) -> Row {
    if isKnownUniquelyReferenced(&node) {
      var rows = node.takeRows()
      defer { node.rows = rows }
      return rows.remove(at: offset)
    }
    let row = node.rows[offset]
    var rows = ContiguousArray<Row>()
    rows.reserveCapacity(node.rows.count)
    rows.append(contentsOf: node.rows[..<offset])
    rows.append(contentsOf: node.rows[(offset + 1)...])
    node = Node(rows: rows)
    tag = ObjectIdentifier(node)
    return row
  }
}

extension Tree {
  /// Joins child `index` and the next one, or shares their contents out evenly if one node would be
  /// nearly full.
  fileprivate static func refill(
    _ children: inout ContiguousArray<Child<Row>>, _ index: Int, _ edit: inout TreeEdit
  ) {
    let left = children[index]
    let right = children[index + 1]
    let fill = left.node.fill + right.node.fill
    let cut = fill / 2
    if left.node.isLeaf {
      let rows = left.node.rows + right.node.rows
      if fill <= Row.leafCapacity * 5 / 6 {
        edit.place(right.node.rows, in: left.number, from: left.node.fill)
        join(&children, index, Child(rows: rows, number: left.number), &edit)
      } else {
        children[index] = Child(rows: ContiguousArray(rows[..<cut]), number: left.number)
        children[index + 1] = Child(rows: ContiguousArray(rows[cut...]), number: right.number)
        let kept = min(cut, left.node.fill)
        edit.place(rows[kept..<cut], in: left.number, from: kept)
        edit.place(rows[cut..<max(cut, left.node.fill)], in: right.number)
      }
    } else {
      let all = left.node.children + right.node.children
      if fill <= fanOut * 5 / 6 {
        edit.adopt(right.node.children, by: left.number)
        join(&children, index, Child(children: all, number: left.number), &edit)
      } else {
        children[index] = Child(children: ContiguousArray(all[..<cut]), number: left.number)
        children[index + 1] = Child(
          children: ContiguousArray(all[cut...]), number: right.number)
        edit.adopt(all[min(cut, left.node.fill)..<cut], by: left.number)
        edit.adopt(all[cut..<max(cut, left.node.fill)], by: right.number)
      }
    }
  }

  private static func join(
    _ children: inout ContiguousArray<Child<Row>>, _ index: Int, _ joined: Child<Row>,
    _ edit: inout TreeEdit
  ) {
    edit.dissolve(children[index + 1].number)
    children[index] = joined
    children.remove(at: index + 1)
  }
}
