extension TreeDiff {
  /// Compares the rows of a group of leaves.
  mutating func compareRows(_ level: Level, _ group: Group, pair: Int32) {
    work.leaves += group.old.count + group.new.count
    var old = Stretch<Row>()
    var new = Stretch<Row>()
    if group.isOneToOne {
      compareLeaves(
        level.old[group.old.lowerBound], level.new[group.new.lowerBound], pair: pair,
        into: &old, &new)
    } else {
      for place in level.old[group.old] {
        old.append(place.node.rows, place.node.rows.indices, at: place.start)
      }
      for place in level.new[group.new] {
        new.append(place.node.rows, place.node.rows.indices, at: place.start)
      }
    }
    work.rows += old.rows.count + new.rows.count
    compare(old, new, pair: pair)
  }

  /// Takes equal ends off two leaves and copies what is left.
  private mutating func compareLeaves(
    _ old: Place<Row>, _ new: Place<Row>, pair: Int32, into oldMiddle: inout Stretch<Row>,
    _ newMiddle: inout Stretch<Row>
  ) {
    let oldRows = old.node.rows
    let newRows = new.node.rows
    let most = min(oldRows.count, newRows.count)
    var front = 0
    while front < most, oldRows[front].key == newRows[front].key {
      if !newRows[front].isSame(as: oldRows[front]) {
        differing.append(RowPair(pair: pair, old: old.start + front, new: new.start + front))
      }
      front += 1
    }
    var back = 0
    while back < most - front,
      oldRows[oldRows.count - 1 - back].key == newRows[newRows.count - 1 - back].key
    {
      back += 1
    }
    if front > 0 {
      runs.join(Run(pair: pair, old: old.start, new: new.start, count: front))
    }
    oldMiddle.append(oldRows, front..<(oldRows.count - back), at: old.start)
    newMiddle.append(newRows, front..<(newRows.count - back), at: new.start)
    guard back > 0 else { return }
    for offset in (1...back).reversed()
    where !newRows[newRows.count - offset].isSame(as: oldRows[oldRows.count - offset]) {
      differing.append(RowPair(pair: pair, old: old.end - offset, new: new.end - offset))
    }
    runs.join(Run(pair: pair, old: old.end - back, new: new.end - back, count: back))
  }

  /// Walks over copied rows.
  private mutating func compare(_ old: Stretch<Row>, _ new: Stretch<Row>, pair: Int32) {
    guard !old.rows.isEmpty, !new.rows.isEmpty else {
      old.leave(old.rows.indices, pair: pair, in: &oldLeft)
      new.leave(new.rows.indices, pair: pair, in: &newLeft)
      return
    }
    var found = Walk()
    let oldRows = old.rows
    let newRows = new.rows
    walk(
      old: oldRows.indices, new: newRows.indices, into: &found,
      isMatch: { oldRows[$0].key == newRows[$1].key },
      isSame: { newRows[$1].isSame(as: oldRows[$0]) },
      oldHash: { mix(UInt64(bitPattern: oldRows[$0].key)) },
      newHash: { mix(UInt64(bitPattern: newRows[$0].key)) })
    for run in found.runs {
      let last = Int(run.count) - 1
      let oldStart = Int(old.positions[Int(run.old)])
      let newStart = Int(new.positions[Int(run.new)])
      if Int(old.positions[Int(run.old) + last]) == oldStart + last,
        Int(new.positions[Int(run.new) + last]) == newStart + last
      {
        runs.join(Run(pair: pair, old: oldStart, new: newStart, count: last + 1))
        continue
      }
      // Subtrees that moved left holes.
      for offset in 0...last {
        runs.join(
          Run(
            pair: pair, old: Int(old.positions[Int(run.old) + offset]),
            new: Int(new.positions[Int(run.new) + offset]), count: 1))
      }
    }
    found.forEachGap(old: oldRows.indices, new: newRows.indices) { oldGap, newGap in
      old.leave(oldGap, pair: pair, in: &oldLeft)
      new.leave(newGap, pair: pair, in: &newLeft)
    }
    for row in found.differing {
      differing.append(
        RowPair(
          pair: pair, old: Int(old.positions[Int(row.old)]),
          new: Int(new.positions[Int(row.new)])))
    }
  }

  /// Pairs what all walks left over, and puts results in order.
  mutating func finish() {
    let old = oldLeft
    let new = newLeft
    work.hashed = old.count + new.count
    leftoverPairs = pairLeftovers(
      ContiguousArray(old.lazy.map { UInt64(bitPattern: $0.row.key) }),
      ContiguousArray(new.lazy.map { UInt64(bitPattern: $0.row.key) }))
    let hasMovedNodes = !floats.isEmpty
    for index in new.indices where leftoverPairs.partners[index] >= 0 {
      let from = old[Int(leftoverPairs.partners[index])]
      let to = new[index]
      if from.pair == to.pair {
        floats.join(
          Run(pair: to.pair, old: Int(from.position), new: Int(to.position), count: 1))
        if !to.row.isSame(as: from.row) {
          differing.append(
            RowPair(pair: to.pair, old: Int(from.position), new: Int(to.position)))
        }
      } else {
        crossings.append(
          Crossing(
            oldPair: from.pair, old: from.position, newPair: to.pair, new: to.position,
            isSame: to.row.isSame(as: from.row)))
      }
    }
    guard !floats.isEmpty else { return }
    if hasMovedNodes { floats.sort { ($0.pair, $0.new) < ($1.pair, $1.new) } }
    runs.sort { ($0.pair, $0.new) < ($1.pair, $1.new) }
  }
}

/// Rows copied out of leaves, and their positions.
private struct Stretch<Row: TreeRow> {
  var rows = ContiguousArray<Row>()
  var positions = ContiguousArray<Int32>()

  /// Adds the rows in `range` of a leaf that begins at position `start`.
  mutating func append(_ leaf: ContiguousArray<Row>, _ range: Range<Int>, at start: Int) {
    rows.append(contentsOf: leaf[range])
    for index in range { positions.append(Int32(truncatingIfNeeded: start + index)) }
  }

  /// Adds the rows in `range` to those in no run.
  func leave(
    _ range: Range<Int>, pair: Int32, in left: inout ContiguousArray<LeftRow<Row>>
  ) {
    for index in range {
      left.append(LeftRow(row: rows[index], pair: pair, position: positions[index]))
    }
  }
}
