extension ArrayDiff {
  /// The changes, in the order that `ListChanges` promises.
  @usableFromInline
  consuming func changes() -> ListChanges {
    var changes = ListChanges()
    if newLeft.count > pairs.count {
      changes.itemInserts = Array(count: newLeft.count - pairs.count) { put in
        for index in newLeft.indices where pairs.partners[index] < 0 {
          put(ListPosition(section32: 0, item32: newLeft[index]))
        }
      }
    }
    if oldLeft.count > pairs.count {
      changes.itemDeletes = Array(count: oldLeft.count - pairs.count) { put in
        for index in oldLeft.indices where !pairs.isTaken[index] {
          put(ListPosition(section32: 0, item32: oldLeft[index]))
        }
      }
    }
    changes.itemMoves = moves()
    var updates = walk.differing
    if !floating.isEmpty {
      updates += floating
      updates.sort { $0.new < $1.new }
    }
    changes.itemUpdates = updates.map {
      ListUpdate(
        old: ListPosition(section32: 0, item32: $0.old),
        new: ListPosition(section32: 0, item32: $0.new))
    }
    return changes
  }

  /// The moves, by new position.
  private func moves() -> [ListMove] {
    guard pairs.count > 0 else { return [] }
    if let contenders { return moves(contenders) }
    // Where runs have fewer than four rows each, on average, rows cost less than runs.
    let rows = walk.rowCount + pairs.count
    let many = max(33, walk.runs.count, (rows + 3) / 4 - walk.runs.count)
    let floatCount = countFloats(upTo: many)
    if floatCount == many { return movesRowByRow(rows) }
    var floats: [Run] = []
    floats.reserveCapacity(floatCount)
    forEachPair { old, new in floats.join(Run(old: Int(old), new: Int(new), count: 1)) }
    var moves: [ListMove] = []
    forEachMovedRun(chain: walk.runs[...], floats: floats[...]) { run in
      for offset in 0..<run.count {
        moves.append(ListMove(old32: run.old + offset, new32: run.new + offset))
      }
    }
    return moves
  }

  /// The moves where all pairs but `contenders` are known to move.
  private func moves(_ contenders: ContiguousArray<Int32>) -> [ListMove] {
    var floats: [Run] = []
    for index in contenders {
      let (old, new) = (pairs.partners[Int(index)], newLeft[Int(index)])
      floats.join(Run(old: Int(old), new: Int(new), count: 1))
    }
    var moving: [Run] = []
    forEachMovedRun(chain: walk.runs[...], floats: floats[...]) { moving.append($0) }
    var moves: [ListMove] = []
    moves.reserveCapacity(pairs.count)
    func append(_ run: Run) {
      for offset in 0..<run.count {
        moves.append(ListMove(old32: run.old + offset, new32: run.new + offset))
      }
    }
    var nextMoving = 0
    var nextContender = 0
    for index in newLeft.indices where pairs.partners[index] >= 0 {
      if nextContender < contenders.count, Int(contenders[nextContender]) == index {
        nextContender &+= 1
        continue
      }
      while nextMoving < moving.count, moving[nextMoving].new < newLeft[index] {
        append(moving[nextMoving])
        nextMoving &+= 1
      }
      moves.append(ListMove(old32: pairs.partners[index], new32: newLeft[index]))
    }
    moving[nextMoving...].forEach(append)
    return moves
  }

  /// How many runs the paired leftovers make up, or `limit` if there are more.
  private func countFloats(upTo limit: Int) -> Int {
    var count = 0
    var last: (old: Int32, new: Int32) = (-2, -2)
    for index in newLeft.indices where pairs.partners[index] >= 0 {
      let (old, new) = (pairs.partners[index], newLeft[index])
      if old != last.old + 1 || new != last.new + 1 { count += 1 }
      if count == limit { break }
      last = (old, new)
    }
    return count
  }

  /// The moves where runs are of few rows each: all but a longest rising subsequence of rows.
  private func movesRowByRow(_ count: Int) -> [ListMove] {
    let olds = ContiguousArray<Int32>(count: count) { put in forEachKept { old, _ in put(old) } }
    let rising = longestRising(olds)
    return Array(count: count - rising.length) { put in
      var index = 0
      forEachKept { old, new in
        if !rising.contains[index] { put(ListMove(old32: old, new32: new)) }
        index &+= 1
      }
    }
  }

  /// Calls `body` with each pair of leftovers, by new position.
  @inline(__always)
  private func forEachPair(_ body: (_ old: Int32, _ new: Int32) -> Void) {
    for index in newLeft.indices {
      let partner = pairs.partners[index]
      if partner >= 0 { body(partner, newLeft[index]) }
    }
  }

  /// Calls `body` with each row that is in both lists, by new position.
  @inline(__always)
  private func forEachKept(_ body: (_ old: Int32, _ new: Int32) -> Void) {
    var run = 0
    var index = 0
    while true {
      let limit = run < walk.runs.count ? walk.runs[run].new : Int32.max
      while index < newLeft.count, newLeft[index] < limit {
        let partner = pairs.partners[index]
        if partner >= 0 { body(partner, newLeft[index]) }
        index &+= 1
      }
      guard run < walk.runs.count else { return }
      for offset in 0..<walk.runs[run].count {
        body(walk.runs[run].old + offset, walk.runs[run].new + offset)
      }
      run &+= 1
    }
  }
}

extension ListMove {
  /// A move in a list without sections.
  fileprivate init(old32: Int32, new32: Int32) {
    self.init(
      old: ListPosition(section32: 0, item32: old32), new: ListPosition(section32: 0, item32: new32)
    )
  }
}
