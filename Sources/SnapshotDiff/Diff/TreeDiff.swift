/// The difference of trees of rows, pair by pair: a section's tree in the old and in the new list.
///
/// Child nodes are rows too, with their numbers as ids and their identities as contents: so trees
/// are compared level by level in the way in which lists are, and "the content differs" means
/// "look inside". What two trees share is a run that nobody looks into: as in trees of hashes (Merkle, 1987), with
/// identity in the place of a hash.
struct TreeDiff<Row: TreeRow> {
  /// Whether the trees descend from one another; if not, no node of one is in the other.
  let isRelated: Bool

  /// Kept rows in order, by pair and position; also those that the trees share.
  var runs: [Run] = []
  /// Rows that were paired out of order.
  var floats: [Run] = []
  /// Kept rows whose content differs.
  var differing = ContiguousArray<RowPair>()
  /// Rows whose pair of trees changed.
  var crossings = ContiguousArray<Crossing>()
  /// Rows that the walks left over, in order; after `pairLeftovers` with partners.
  var oldLeft = ContiguousArray<LeftRow<Row>>()
  var newLeft = ContiguousArray<LeftRow<Row>>()
  var leftoverPairs = LeftoverPairs(oldCount: 0, newCount: 0)
  /// What was done, for tests.
  var work = DiffWork()

  init(isRelated: Bool) {
    self.isRelated = isRelated
  }

  /// Compares two trees, of which one may be missing.
  mutating func compare(pair: Int32, old: Child<Row>?, new: Child<Row>?) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): leave(below: old, pair: pair, in: \.oldLeft)
    case (nil, let new?): leave(below: new, pair: pair, in: \.newLeft)
    case (let old?, let new?): compare(pair: pair, old, new)
    }
  }

  /// All rows below `child` are in no run.
  private mutating func leave(
    below child: Child<Row>, pair: Int32,
    in left: WritableKeyPath<Self, ContiguousArray<LeftRow<Row>>>
  ) {
    var tree = Tree<Row>()
    tree.root = child
    var position: Int32 = 0
    tree.forEachLeaf { rows, _ in
      work.leaves += 1
      for row in rows {
        self[keyPath: left].append(LeftRow(row: row, pair: pair, position: position))
        position += 1
      }
    }
  }

  /// Goes down as long as exactly one child differs, then on level by level.
  private mutating func compare(pair: Int32, _ old: Child<Row>, _ new: Child<Row>) {
    var old = Place(old, start: 0)
    var new = Place(new, start: 0)
    var tail: [Run] = []
    if isRelated, old.tag == new.tag {
      return runs.join(Run(pair: pair, old: 0, new: 0, count: old.count))
    }
    while isRelated, !old.node.isLeaf, !new.node.isLeaf {
      let ends = trim(old, new, pair: pair)
      if let run = ends.front { runs.join(run) }
      if let run = ends.back { tail.append(run) }
      guard ends.old.count == 1, ends.new.count == 1 else {
        // The trimmed ends are in already; only the middle is left to compare.
        compareLevels(pair: pair, old.children(ends.old), new.children(ends.new))
        for run in tail.reversed() { runs.join(run) }
        return
      }
      old = old.children(ends.old)[0]
      new = new.children(ends.new)[0]
    }
    compareLevels(pair: pair, [old], [new])
    for run in tail.reversed() { runs.join(run) }
  }

  /// Finds the children that two nodes share at their ends.
  ///
  /// - Returns: The children in between, by index, and the rows in front and at the back as runs.
  func trim(
    _ old: Place<Row>, _ new: Place<Row>, pair: Int32
  ) -> (old: Range<Int>, new: Range<Int>, front: Run?, back: Run?) {
    let oldChildren = old.node.children
    let newChildren = new.node.children
    let most = min(oldChildren.count, newChildren.count)
    var front = 0
    var frontRows = 0
    while front < most, oldChildren[front].tag == newChildren[front].tag {
      frontRows += Int(oldChildren[front].count)
      front += 1
    }
    var oldEnd = oldChildren.count
    var newEnd = newChildren.count
    var backRows = 0
    while min(oldEnd, newEnd) > front, oldChildren[oldEnd - 1].tag == newChildren[newEnd - 1].tag {
      oldEnd -= 1
      newEnd -= 1
      backRows += Int(oldChildren[oldEnd].count)
    }
    return (
      front..<oldEnd, front..<newEnd,
      frontRows == 0
        ? nil : Run(pair: pair, old: old.start, new: new.start, count: frontRows),
      backRows == 0
        ? nil
        : Run(pair: pair, old: old.end - backRows, new: new.end - backRows, count: backRows)
    )
  }
}

/// A node and the place of its first row in the whole list.
struct Place<Row: TreeRow> {
  let node: Node<Row>
  let tag: ObjectIdentifier
  let number: UInt32
  let start: Int
  let count: Int

  init(_ child: Child<Row>, start: Int) {
    node = child.node
    tag = child.tag
    number = child.number
    self.start = start
    count = Int(child.count)
  }

  /// The place after the node's last row.
  var end: Int { start + count }

  /// The children in `range`.
  func children(_ range: Range<Int>) -> ContiguousArray<Place<Row>> {
    var children = ContiguousArray<Place<Row>>()
    children.reserveCapacity(range.count)
    appendChildren(range, to: &children)
    return children
  }

  /// Adds the children in `range` to `places`.
  func appendChildren(_ range: Range<Int>, to places: inout ContiguousArray<Place<Row>>) {
    var start = start
    for index in 0..<range.lowerBound { start += Int(node.children[index].count) }
    for index in range {
      places.append(Place(node.children[index], start: start))
      start += Int(node.children[index].count)
    }
  }
}

/// A row that is in no run.
struct LeftRow<Row: TreeRow> {
  let row: Row
  let pair: Int32
  let position: Int32
}

/// A row whose pair of trees changed, by pair and position.
struct Crossing {
  let oldPair: Int32
  let old: Int32
  let newPair: Int32
  let new: Int32
  /// Whether its content is the same.
  let isSame: Bool
}

/// Counted work.
struct DiffWork {
  /// Leaves whose rows were looked at.
  var leaves = 0
  /// Rows copied out of leaves.
  var rows = 0
  /// Rows hashed at the end.
  var hashed = 0
}
