/// A node of a persistent tree: rows if it is a leaf, else children.
///
/// A node that two trees share is never changed; an edit copies it, and the nodes above it, first.
final class Node<Row: TreeRow>: @unchecked Sendable {
  // Safe because an edit changes a node only if `isKnownUniquelyReferenced` says that the tree
  // being edited, to which the editing thread has exclusive access, holds the one reference.
  var rows: ContiguousArray<Row>
  var children: ContiguousArray<Child<Row>>

  /// A leaf.
  init(rows: ContiguousArray<Row>) {
    self.rows = rows
    children = []
  }

  /// An inner node.
  init(children: ContiguousArray<Child<Row>>) {
    rows = []
    self.children = children
  }

  var isLeaf: Bool { children.isEmpty }

  /// The children, which the node then no longer has; they are to be put back.
  ///
  /// An edit works on what it took out: were it to change children inside the node while it goes on
  /// below, every access to a node would have to be checked for exclusivity as the program runs.
  func takeChildren() -> ContiguousArray<Child<Row>> {
    let taken = children
    children = []
    return taken
  }

  /// The rows, which the node then no longer has; they are to be put back.
  func takeRows() -> ContiguousArray<Row> {
    let taken = rows
    rows = []
    return taken
  }

  /// How many rows or children the node has.
  var fill: Int { isLeaf ? rows.count : children.count }

  /// The number of levels below this node.
  var height: Int {
    var height = 0
    var node = self
    while let first = node.children.first {
      height += 1
      node = first.node
    }
    return height
  }
}

/// A node as its parent sees it, with all that a difference asks before it looks inside.
struct Child<Row: TreeRow>: Sendable {
  var node: Node<Row>
  /// Equal exactly if the nodes are one object, as long as both trees live.
  var tag: ObjectIdentifier
  /// The node's name, kept by its copies; after a split the left half keeps it.
  let number: UInt32
  /// The rows below.
  var count: Int32
  /// The items below.
  var weight: Int32

  /// A leaf of `rows`.
  init(rows: ContiguousArray<Row>, number: UInt32) {
    node = Node(rows: rows)
    tag = ObjectIdentifier(node)
    self.number = number
    count = Int32(rows.count)
    weight = Int32(Row.weight(of: rows))
  }

  /// An inner node of `children`.
  init(children: ContiguousArray<Child<Row>>, number: UInt32) {
    node = Node(children: children)
    tag = ObjectIdentifier(node)
    self.number = number
    count = children.reduce(0) { $0 + $1.count }
    weight = children.reduce(0) { $0 + $1.weight }
  }

  /// Puts a copy in place of a node that another tree shares.
  mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&node) else { return }
    node =
      node.isLeaf ? Node(rows: node.rows) : Node(children: node.children)
    tag = ObjectIdentifier(node)
  }
}
