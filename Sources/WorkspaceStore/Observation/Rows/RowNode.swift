/// A node of a `RowTree`: a leaf of rows, or some nodes of one height.
///
/// Safe because a node is changed only while it is uniquely referenced, which `RowTree` and the nodes above
/// see to before they descend: whoever else holds a node sees it as it was.
final class RowNode: @unchecked Sendable {
  /// The most children that a node has.
  static let maximumChildren = 24

  /// How many rows there are below.
  private(set) var count: Int
  /// The rows of a leaf.
  private(set) var leaf: RowLeaf
  /// The nodes below; empty in a leaf.
  private(set) var children: ContiguousArray<RowNode>

  /// Makes a leaf.
  init(leaf: RowLeaf) {
    self.leaf = leaf
    count = leaf.count
    children = []
  }

  /// Makes a node above others.
  init(children: ContiguousArray<RowNode>) {
    self.children = children
    leaf = RowLeaf()
    count = children.reduce(0) { $0 + $1.count }
  }

  private init(copying other: RowNode) {
    count = other.count
    leaf = other.leaf
    children = other.children
  }

  /// Whether the node is a leaf.
  var isLeaf: Bool { children.isEmpty }

  /// Roughly how many bytes the node takes, without those below.
  var footprint: Int { isLeaf ? leaf.footprint : 96 + 8 * children.count }

  /// Makes `node` one that nobody else holds, and adds the bytes that this takes to `made`.
  static func makeUnique(_ node: inout RowNode, _ made: inout Int) {
    guard !isKnownUniquelyReferenced(&node) else { return }
    node = RowNode(copying: node)
    made += node.footprint
  }

  /// Finds the child that has a row, and makes the position one in that child.
  private func child(at position: inout Int, isInsertion: Bool) -> Int {
    var index = 0
    while index < children.count - 1 {
      let count = children[index].count
      if position < count || (isInsertion && position == count) { break }
      position -= count
      index += 1
    }
    return index
  }

  /// Finds the leaf that has a row, and makes the position one in that leaf.
  func leaf(at position: inout Int) -> RowNode {
    var node = self
    while !node.isLeaf {
      node = node.children[node.child(at: &position, isInsertion: false)]
    }
    return node
  }

  /// Puts a row in front of the one at `position`; returns what did not fit, to be put behind this node.
  func insert(
    rowID: Int64, payload: [UInt8], at position: Int, _ made: inout Int
  ) -> RowNode? {
    count += 1
    guard !isLeaf else {
      leaf.replace(position..<position, with: (rowID, payload))
      return splitLeaf()
    }
    var position = position
    let index = child(at: &position, isInsertion: true)
    Self.makeUnique(&children[index], &made)
    let rest = children[index].insert(rowID: rowID, payload: payload, at: position, &made)
    return rest.flatMap { adopt($0, at: index + 1) }
  }

  /// Gives a row another payload; returns what did not fit.
  func replace(at position: Int, payload: [UInt8], _ made: inout Int) -> RowNode? {
    guard !isLeaf else {
      leaf.replace(position..<(position + 1), with: (leaf.rowIDs[position], payload))
      return splitLeaf()
    }
    var position = position
    let index = child(at: &position, isInsertion: false)
    Self.makeUnique(&children[index], &made)
    let rest = children[index].replace(at: position, payload: payload, &made)
    return rest.flatMap { adopt($0, at: index + 1) }
  }

  /// Takes a row out.
  func remove(at position: Int, _ made: inout Int) {
    count -= 1
    guard !isLeaf else { return leaf.replace(position..<(position + 1), with: nil) }
    var position = position
    let index = child(at: &position, isInsertion: false)
    Self.makeUnique(&children[index], &made)
    children[index].remove(at: position, &made)
    if children[index].count == 0 {
      children.remove(at: index)
    } else {
      mergeChild(at: index, &made)
    }
  }

  private func splitLeaf() -> RowNode? {
    guard leaf.isTooBig else { return nil }
    let rest = RowNode(leaf: leaf.split())
    count = leaf.count
    return rest
  }

  private func adopt(_ node: RowNode, at index: Int) -> RowNode? {
    children.insert(node, at: index)
    guard children.count > Self.maximumChildren else { return nil }
    let rest = RowNode(children: ContiguousArray(children[(children.count / 2)...]))
    children.removeSubrange((children.count / 2)...)
    count -= rest.count
    return rest
  }

  /// Joins a small child with a small neighbour, so that a tree that shrinks gets low.
  private func mergeChild(at index: Int, _ made: inout Int) {
    let first = index == 0 ? 0 : index - 1
    guard first + 1 < children.count else { return }
    let (left, right) = (children[first], children[first + 1])
    if left.isLeaf, right.isLeaf, left.leaf.fits(with: right.leaf) {
      var joined = left.leaf
      joined.append(right.leaf, 0..<right.leaf.count)
      children[first] = RowNode(leaf: joined.rows(0..<joined.count))
      made += children[first].footprint
      children.remove(at: first + 1)
    } else if !left.isLeaf, !right.isLeaf,
      left.children.count + right.children.count <= Self.maximumChildren / 2
    {
      children[first] = RowNode(children: left.children + right.children)
      made += children[first].footprint
      children.remove(at: first + 1)
    }
  }
}
