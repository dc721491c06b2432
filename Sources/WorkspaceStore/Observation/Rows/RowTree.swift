import FlatBufferCoding

/// Rows in order, each a row id and a payload: a value that shares structure with those it was made from.
///
/// A balanced tree with packed leaves. A copy costs nothing; an edit makes one leaf anew, and copies the nodes above it
/// that others share.
package struct RowTree: Sendable {
  private(set) var root: RowNode
  /// Roughly how many bytes were made anew so far, for this tree and those that it was made from: so many less those of
  /// an older one are what it does not share with that, or more.
  private(set) var madeBytes: Int

  /// No rows.
  package init() {
    root = RowNode(leaf: RowLeaf())
    madeBytes = 0
  }

  init(root: RowNode, madeBytes: Int) {
    self.root = root
    self.madeBytes = madeBytes
  }

  /// How many rows there are.
  package var count: Int { root.count }

  /// Whether there are no rows.
  package var isEmpty: Bool { root.count == 0 }

  /// The row id at a position, from zero.
  ///
  /// - Complexity: O(log *n*).
  package func rowID(at position: Int) -> Int64 {
    var position = position
    return root.leaf(at: &position).leaf.rowIDs[position]
  }

  /// A copy of the payload at a position.
  ///
  /// - Complexity: O(log *n*).
  package func payload(at position: Int) -> [UInt8] {
    var position = position
    return root.leaf(at: &position).leaf.payload(at: position)
  }

  /// Hands the payload at a position to `body`, without copying it.
  ///
  /// - Complexity: O(log *n*).
  package func withPayload<Output, Failure: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    var position = position
    return try unsafe root.leaf(at: &position).leaf.withPayload(at: position, body)
  }

  /// Whether two payloads, of this tree and of another, have the same bytes.
  package func payload(at position: Int, equals other: RowTree, at otherPosition: Int) -> Bool {
    unsafe withPayload(at: position) { mine in
      unsafe other.withPayload(at: otherPosition) { theirs in
        unsafe mine.count == theirs.count && PathValue.order(mine, theirs) == 0
      }
    }
  }

  /// Whether a payload has these bytes.
  func payload(at position: Int, equals bytes: [UInt8]) -> Bool {
    unsafe withPayload(at: position) { mine in
      unsafe bytes.withUnsafeBytes { theirs in
        unsafe mine.count == theirs.count && PathValue.order(mine, theirs) == 0
      }
    }
  }

  /// The first position whose row meets `condition`; `count` if none does.
  ///
  /// - Precondition: All rows that meet it come after those that do not.
  /// - Complexity: O(log *n*) calls of `condition`.
  package func firstPosition<Failure: Error>(
    where condition: (Int64, UnsafeRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    guard let (leaf, start) = try unsafe firstLeaf(where: condition) else { return count }
    var (first, end) = (0, leaf.count)
    while first < end {
      let middle = (first + end) / 2
      let meets = try unsafe leaf.withPayload(at: middle) { (payload) throws(Failure) -> Bool in
        try unsafe condition(leaf.rowIDs[middle], payload)
      }
      if meets { end = middle } else { first = middle + 1 }
    }
    return start + first
  }

  /// The position of a row that is the first to meet `condition`; nil if it is not in the leaf where it should be.
  ///
  /// - Precondition: All rows that meet it come after those that do not.
  /// - Complexity: O(log leaves) calls of `condition`.
  func position<Failure: Error>(
    of rowID: Int64, where condition: (Int64, UnsafeRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) -> Int? {
    guard let (leaf, start) = try unsafe firstLeaf(where: condition) else { return nil }
    return leaf.rowIDs.firstIndex(of: rowID).map { start + $0 }
  }

  /// The first leaf whose last row meets `condition`, and the position of its first row; the only one there is
  /// without looking.
  private func firstLeaf<Failure: Error>(
    where condition: (Int64, UnsafeRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) -> (leaf: RowLeaf, start: Int)? {
    var low = 0
    var node = root
    while !node.isLeaf {
      var (first, end) = (0, node.children.count)
      while first < end {
        let middle = (first + end) / 2
        var last = node.children[middle].count - 1
        let leaf = node.children[middle].leaf(at: &last).leaf
        let meets = try unsafe leaf.withPayload(at: last) { (payload) throws(Failure) -> Bool in
          try unsafe condition(leaf.rowIDs[last], payload)
        }
        if meets { end = middle } else { first = middle + 1 }
      }
      guard first < node.children.count else { return nil }
      for index in 0..<first { low += node.children[index].count }
      node = node.children[first]
    }
    return (node.leaf, low)
  }

  /// Calls `body` with each position, row id and payload, in order.
  package func forEach<Failure: Error>(
    _ body: (Int, Int64, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var position = 0
    try eachLeaf { (leaf) throws(Failure) in
      for index in 0..<leaf.count {
        try unsafe leaf.withPayload(at: index) { (payload) throws(Failure) in
          try unsafe body(position, leaf.rowIDs[index], payload)
        }
        position += 1
      }
    }
  }

  /// Calls `body` with each leaf, in order.
  func eachLeaf<Failure: Error>(
    _ body: (RowLeaf) throws(Failure) -> Void
  ) throws(Failure) {
    try eachLeafNode { (node) throws(Failure) in try body(node.leaf) }
  }

  /// Calls `body` with each leaf's node, in order.
  func eachLeafNode<Failure: Error>(
    _ body: (RowNode) throws(Failure) -> Void
  ) throws(Failure) {
    var stack = [root]
    while let node = stack.popLast() {
      if node.isLeaf { try body(node) } else { stack += node.children.reversed() }
    }
  }
}

extension RowTree {
  /// Puts a row in front of the one at `position`.
  package mutating func insert(rowID: Int64, payload: [UInt8], at position: Int) {
    RowNode.makeUnique(&root, &madeBytes)
    madeBytes += payload.count + RowLeaf.rowFootprint
    grow(root.insert(rowID: rowID, payload: payload, at: position, &madeBytes))
  }

  /// Gives a row another payload.
  package mutating func replace(at position: Int, payload: [UInt8]) {
    RowNode.makeUnique(&root, &madeBytes)
    madeBytes += payload.count
    grow(root.replace(at: position, payload: payload, &madeBytes))
  }

  /// Takes a row out.
  package mutating func remove(at position: Int) {
    RowNode.makeUnique(&root, &madeBytes)
    root.remove(at: position, &madeBytes)
    while root.children.count == 1 { root = root.children[0] }
  }

  /// Takes out all rows but the first `count`.
  ///
  /// - Complexity: O(log *n*) for each row where those are few, else O(leaves).
  mutating func keepFirst(_ count: Int) {
    guard self.count > count else { return }
    guard self.count - count > 64 else {
      while self.count > count { remove(at: self.count - 1) }
      return
    }
    var builder = RowTreeBuilder()
    eachLeafNode { node in
      let rest = count - builder.count
      if node.count <= rest {
        builder.append(sharing: node)
      } else if rest > 0 {
        builder.append(node.leaf, 0..<rest)
      }
    }
    replace(with: builder.finish())
  }

  /// Becomes a tree that was built, of its own nodes or of others.
  mutating func replace(with built: RowTree) {
    self = RowTree(root: built.root, madeBytes: madeBytes + built.madeBytes)
  }

  private mutating func grow(_ rest: RowNode?) {
    guard let rest else { return }
    root = RowNode(children: [root, rest])
  }
}

extension RowTree {
  /// Calls `body` with the row ids at some positions, in order.
  func forEachRowID(in range: Range<Int>, _ body: (Int64) -> Void) {
    guard !range.isEmpty else { return }
    var start = 0
    eachLeaf { leaf in
      let end = start + leaf.count
      let part = range.clamped(to: start..<end)
      for position in part { body(leaf.rowIDs[position - start]) }
      start = end
    }
  }

  /// The positions of those of some rows that are there.
  ///
  /// - Complexity: One look at each row id.
  func positions(of wanted: [Int64]) -> [Int64: Int] {
    var positions: [Int64: Int] = [:]
    let many = wanted.count > 8 ? Set(wanted) : []
    var start = 0
    eachLeaf { leaf in
      if many.isEmpty {
        for rowID in wanted {
          if let index = leaf.rowIDs.firstIndex(of: rowID) { positions[rowID] = start + index }
        }
      } else {
        for (index, rowID) in leaf.rowIDs.enumerated() where many.contains(rowID) {
          positions[rowID] = start + index
        }
      }
      start += leaf.count
    }
    return positions
  }
}
