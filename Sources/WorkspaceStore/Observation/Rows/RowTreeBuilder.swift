/// Makes a `RowTree` of rows that come in order.
package struct RowTreeBuilder: Sendable {
  private var leaves: ContiguousArray<RowNode> = []
  private var leaf = RowLeaf()
  private var madeBytes = 0

  /// Starts without rows.
  package init() {}

  /// How many rows were added.
  package private(set) var count = 0

  /// Adds a row at the end.
  package mutating func append(rowID: Int64, payload: UnsafeRawBufferPointer) {
    if !leaf.hasRoom(for: payload.count) { closeLeaf() }
    unsafe leaf.append(rowID: rowID, payload: payload)
    count += 1
  }

  /// Adds a row at the end.
  package mutating func append(rowID: Int64, payload: [UInt8]) {
    unsafe payload.withUnsafeBytes { unsafe append(rowID: rowID, payload: $0) }
  }

  /// Adds rows of a leaf at the end, by copying them.
  mutating func append(_ other: RowLeaf, _ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let room = leaf.room(for: other, from: start, to: range.upperBound)
      leaf.append(other, start..<(start + room))
      start += room
      if start < range.upperBound { closeLeaf() }
    }
    count += range.count
  }

  /// Adds a whole leaf at the end; it is shared, unless the rows before it are too few for a leaf of their own.
  mutating func append(sharing node: RowNode) {
    if leaf.count > 0, !leaf.isHalfFull { return append(node.leaf, 0..<node.leaf.count) }
    closeLeaf()
    if node.count > 0 { leaves.append(node) }
    count += node.count
  }

  private mutating func closeLeaf() {
    guard leaf.count > 0 else { return }
    let node = RowNode(leaf: leaf.rows(0..<leaf.count))
    madeBytes += node.footprint
    leaves.append(node)
    leaf.removeAll()
  }

  /// The tree of all rows.
  package consuming func finish() -> RowTree {
    guard count > 0 else { return RowTree() }
    closeLeaf()
    var level = leaves
    while level.count > 1 {
      let groups = (level.count + RowNode.maximumChildren - 1) / RowNode.maximumChildren
      var above: ContiguousArray<RowNode> = []
      above.reserveCapacity(groups)
      for group in 0..<groups {
        let (start, end) = (level.count * group / groups, level.count * (group + 1) / groups)
        let node = RowNode(children: ContiguousArray(level[start..<end]))
        madeBytes += node.footprint
        above.append(node)
      }
      level = above
    }
    return RowTree(root: level[0], madeBytes: madeBytes)
  }
}
