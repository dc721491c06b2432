/// Makes a `RowTree` of rows that come in order.
package struct RowTreeBuilder: Sendable {
  private var leaves: ContiguousArray<RowNode> = []
  private var leaf = RowLeaf()

  /// Starts without rows.
  package init() {}

  /// How many rows were added.
  package private(set) var count = 0

  /// Adds a row at the end.
  package mutating func append(rowID: Int64, payload: UnsafeRawBufferPointer) {
    if !leaf.hasRoom(for: payload.count) {
      leaves.append(RowNode(leaf: leaf))
      leaf = RowLeaf()
    }
    unsafe leaf.append(rowID: rowID, payload: payload)
    count += 1
  }

  /// Adds a row at the end.
  package mutating func append(rowID: Int64, payload: [UInt8]) {
    unsafe payload.withUnsafeBytes { unsafe append(rowID: rowID, payload: $0) }
  }

  /// The tree of all rows.
  package consuming func finish() -> RowTree {
    guard count > 0 else { return RowTree() }
    leaves.append(RowNode(leaf: leaf))
    var level = leaves
    while level.count > 1 {
      let groups = (level.count + RowNode.maximumChildren - 1) / RowNode.maximumChildren
      var above: ContiguousArray<RowNode> = []
      for group in 0..<groups {
        let (start, end) = (level.count * group / groups, level.count * (group + 1) / groups)
        above.append(RowNode(children: ContiguousArray(level[start..<end])))
      }
      level = above
    }
    return RowTree(root: level[0])
  }
}
