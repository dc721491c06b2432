/// A persistent list: a B-tree by position, whose copies share all nodes that neither edited.
///
/// Leaves hold up to `Row.leafCapacity` rows, inner nodes up to 32 children; both are at least a
/// third full, the root excepted. (Bayer and McCreight, 1972; path copying: Driscoll et al., 1989.)
struct Tree<Row: TreeRow>: Sendable {
  static var fanOut: Int { 32 }

  var root: Child<Row>?

  /// The empty list.
  init() {}

  /// How many rows there are.
  var count: Int { root.map { Int($0.count) } ?? 0 }

  /// How many items they stand for.
  var weight: Int { root.map { Int($0.weight) } ?? 0 }

  /// The row at `offset`, which is in range.
  func row(at offset: Int) -> Row {
    lookAtRow(offset) { $0 }
  }

  /// What `look` returns for the row at `offset`, which is in range.
  @inline(__always)
  func lookAtRow<Result>(_ offset: Int, _ look: (Row) -> Result) -> Result {
    guard let root else { preconditionFailure("Tree.row: the tree is empty") }
    return Uncounted(root.node).row(at: offset, look)
  }

  /// The items in the first `offset` rows.
  func weight(before offset: Int) -> Int {
    guard let root else { return 0 }
    var node = Uncounted(root.node)
    var rest = Int32(offset)
    var weight = 0
    while let below = node.look({ node -> Uncounted<Node<Row>>? in
      guard !node.isLeaf else { return nil }
      var next = 0
      while next < node.children.count - 1, rest >= node.children[next].count {
        rest -= node.children[next].count
        weight += Int(node.children[next].weight)
        next += 1
      }
      return Uncounted(node.children[next].node)
    }) {
      node = below
    }
    return node.look { $0.rows[..<Int(rest)].reduce(weight) { $0 + $1.weight } }
  }

  /// The row that stands for item number `item`, and the items of that row before it.
  func offset(ofItem item: Int) -> (offset: Int, rest: Int) {
    guard var node = root?.node else { return (0, item) }
    var (offset, rest) = (0, item)
    while !node.isLeaf {
      var next = 0
      while next < node.children.count - 1, rest >= Int(node.children[next].weight) {
        rest -= Int(node.children[next].weight)
        offset += Int(node.children[next].count)
        next += 1
      }
      node = node.children[next].node
    }
    for row in node.rows {
      if rest < row.weight { break }
      rest -= row.weight
      offset += 1
    }
    return (offset, rest)
  }

  /// Calls `body` with the rows of each leaf and the leaf's number, in order.
  func forEachLeaf(_ body: (ContiguousArray<Row>, UInt32) -> Void) {
    if let root { Self.forEachLeaf(below: root, body) }
  }

  private static func forEachLeaf(
    below child: Child<Row>, _ body: (ContiguousArray<Row>, UInt32) -> Void
  ) {
    guard !child.node.isLeaf else { return body(child.node.rows, child.number) }
    for grandchild in child.node.children { forEachLeaf(below: grandchild, body) }
  }

  /// All rows, in order.
  var rows: ContiguousArray<Row> {
    var rows = ContiguousArray<Row>()
    rows.reserveCapacity(count)
    forEachLeaf { leaf, _ in rows.append(contentsOf: leaf) }
    return rows
  }

  /// Changes the row at `offset` in place.
  mutating func update<Result>(at offset: Int, _ change: (inout Row) -> Result) -> Result {
    guard var root else { preconditionFailure("Tree.update: the tree is empty") }
    self.root = nil
    defer { self.root = root }
    return root.update(at: Int32(offset), change)
  }
}

extension Child {
  fileprivate mutating func update<Result>(
    at offset: Int32, _ change: (inout Row) -> Result
  ) -> Result {
    makeUnique()
    let weightBefore: Int32
    let weightAfter: Int32
    let result: Result
    if node.isLeaf {
      let index = Int(offset)
      var rows = node.takeRows()
      weightBefore = Int32(rows[index].weight)
      result = change(&rows[index])
      weightAfter = Int32(rows[index].weight)
      node.rows = rows
    } else {
      let (index, before) = node.child(containing: offset)
      var children = node.takeChildren()
      weightBefore = children[index].weight
      result = children[index].update(at: offset - before, change)
      weightAfter = children[index].weight
      node.children = children
    }
    weight += weightAfter - weightBefore
    return result
  }
}

extension Node {
  /// The child that has row `offset`, and the rows before that child.
  func child(containing offset: Int32) -> (index: Int, before: Int32) {
    var before: Int32 = 0
    var index = 0
    while index < children.count - 1, offset - before >= children[index].count {
      before += children[index].count
      index += 1
    }
    return (index, before)
  }
}

extension Uncounted {
  /// What `look` returns for the row at `offset` below this node.
  @inline(__always)
  func row<Row, Result>(at offset: Int, _ look: (Row) -> Result) -> Result
  where Object == Node<Row> {
    var node = self
    var rest = Int32(offset)
    while let below = node.look({ node -> (Uncounted, Int32)? in
      guard !node.isLeaf else { return nil }
      let (index, before) = node.child(containing: rest)
      return (Uncounted(node.children[index].node), before)
    }) {
      node = below.0
      rest -= below.1
    }
    return node.look { look($0.rows[Int(rest)]) }
  }
}
