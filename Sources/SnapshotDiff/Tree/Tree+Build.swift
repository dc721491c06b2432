extension Tree {
  /// A tree of `rows`, bottom up, with some room in each node.
  ///
  /// - Complexity: O(*n*).
  init(_ rows: ContiguousArray<Row>, _ edit: inout TreeEdit) {
    guard !rows.isEmpty else { return }
    var level = ContiguousArray<Child<Row>>()
    for range in evenRanges(of: rows.count, atMost: Row.leafCapacity * 7 / 8) {
      let leaf = Child(rows: ContiguousArray(rows[range]), number: edit.takeNumber())
      edit.place(leaf.node.rows, in: leaf.number)
      level.append(leaf)
    }
    while level.count > 1 {
      var above = ContiguousArray<Child<Row>>()
      for range in evenRanges(of: level.count, atMost: Self.fanOut * 7 / 8) {
        let node = Child(
          children: ContiguousArray(level[range]), number: edit.takeNumber())
        edit.adopt(node.node.children, by: node.number)
        above.append(node)
      }
      level = above
    }
    root = level[0]
  }

  /// Adds `rows` at the end: one by one if they are few against those already there, else by a new
  /// tree.
  mutating func append(_ rows: ContiguousArray<Row>, _ edit: inout TreeEdit) {
    if rows.count < count {
      for row in rows { insert(row, at: count, &edit) }
    } else {
      dissolve(&edit)
      self = Tree(self.rows + rows, &edit)
    }
  }

  /// Reports all nodes as gone, not the rows.
  private func dissolve(_ edit: inout TreeEdit) {
    guard edit.isRecording, let root else { return }
    var nodes = [root]
    while let node = nodes.popLast() {
      edit.dissolve(node.number)
      nodes += node.node.children
    }
  }

  /// Reports all nodes and rows as gone.
  func leave(_ edit: inout TreeEdit) {
    guard edit.isRecording else { return }
    dissolve(&edit)
    forEachLeaf { rows, _ in
      for row in rows { edit.remove(row.key) }
    }
  }
}

/// The least number of ranges that cover 0 ..< `count`, none longer than `limit`, nearly equal.
func evenRanges(of count: Int, atMost limit: Int) -> [Range<Int>] {
  let pieces = (count + limit - 1) / limit
  return (0..<pieces).map { piece in
    (count * piece / pieces)..<(count * (piece + 1) / pieces)
  }
}
