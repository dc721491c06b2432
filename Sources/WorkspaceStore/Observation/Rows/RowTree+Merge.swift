/// The change of a row in a merge.
struct RowEdit: Sendable {
  /// What happens to the row.
  enum Kind: Sendable {
    case insert, remove, replace
  }

  let kind: Kind
  /// Where the row stands, before or afterwards; in both for a replacement.
  let key: SortKey
  /// The new bytes; empty for a removal.
  let payload: [UInt8]
}

/// A row is not where its bytes say.
struct MisplacedRow: Error {
  let rowID: Int64
}

extension RowTree {
  /// Applies many edits in one pass: leaves without any are shared, the others made anew.
  ///
  /// - Parameters:
  ///   - edits: In order of their keys.
  ///   - isWhole: Whether rows behind the last one are known: if not, edits there are passed over.
  ///   - key: Where a row stands.
  ///   - body: Is told each edit that was applied, with the position of the row among those that were edited before
  ///     it and those that come behind it as they were.
  /// - Throws: `MisplacedRow`, what `key` and `body` throw; the tree is then as it was.
  /// - Complexity: O(leaves + *m* log leaf + rows of changed leaves) for *m* edits.
  mutating func merge(
    _ edits: [RowEdit], isWhole: Bool,
    key: (UnsafeRawBufferPointer, Int64) throws -> SortKey,
    _ body: (RowEdit, Int) throws -> Void
  ) throws {
    var merge = RowMerge(edits: edits)
    var leaves: [RowNode] = []
    eachLeafNode { leaves.append($0) }
    for (number, node) in leaves.enumerated() {
      let isLast = number == leaves.count - 1
      guard node.count > 0 || isLast else { continue }
      try unsafe merge.take(node, isLast: isLast, isWhole: isWhole, key: key, body)
    }
    if let edit = merge.rest.first, isWhole { throw MisplacedRow(rowID: edit.key.rowID) }
    replace(with: merge.builder.finish())
  }
}

/// A merge on its way through the leaves.
private struct RowMerge {
  let edits: [RowEdit]
  var builder = RowTreeBuilder()
  private var next = 0

  init(edits: [RowEdit]) {
    self.edits = edits
  }

  /// The edits that were not applied.
  var rest: ArraySlice<RowEdit> { edits[next...] }

  mutating func take(
    _ node: RowNode, isLast: Bool, isWhole: Bool,
    key: (UnsafeRawBufferPointer, Int64) throws -> SortKey, _ body: (RowEdit, Int) throws -> Void
  ) throws {
    let leaf = node.leaf
    guard next < edits.count else { return builder.append(sharing: node) }
    var end = edits.count
    if leaf.count > 0, !(isLast && isWhole) {
      let last = try unsafe leaf.key(at: leaf.count - 1, key)
      end = next
      while end < edits.count, edits[end].key <= last { end += 1 }
    } else if leaf.count == 0, !isWhole {
      return
    }
    guard end > next else { return builder.append(sharing: node) }
    var start = 0
    while next < end {
      let edit = edits[next]
      let place: Int
      if edit.kind == .insert {
        place = try leaf.firstIndex(from: start) { index in
          try unsafe leaf.key(at: index, key) >= edit.key
        }
      } else {
        guard let found = leaf.rowIDs[start...].firstIndex(of: edit.key.rowID) else {
          throw MisplacedRow(rowID: edit.key.rowID)
        }
        place = found
      }
      builder.append(leaf, start..<place)
      try body(edit, builder.count)
      if edit.kind != .remove { builder.append(rowID: edit.key.rowID, payload: edit.payload) }
      start = edit.kind == .insert ? place : place + 1
      next += 1
    }
    builder.append(leaf, start..<leaf.count)
  }
}

extension RowLeaf {
  fileprivate func key(
    at index: Int, _ key: (UnsafeRawBufferPointer, Int64) throws -> SortKey
  ) throws -> SortKey {
    try unsafe withPayload(at: index) { try unsafe key($0, rowIDs[index]) }
  }

  /// The first row from `start` on that meets a condition which all behind it meet too.
  fileprivate func firstIndex(
    from start: Int, where condition: (Int) throws -> Bool
  ) rethrows -> Int {
    var (first, end) = (start, count)
    while first < end {
      let middle = (first + end) / 2
      if try condition(middle) { end = middle } else { first = middle + 1 }
    }
    return first
  }
}
