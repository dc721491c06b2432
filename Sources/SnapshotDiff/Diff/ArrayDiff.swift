/// The difference of two arrays: a walk first, then partners for the rows that it left over.
@usableFromInline
struct ArrayDiff {
  private let oldCount: Int
  private let newCount: Int
  /// What the walk found.
  @usableFromInline var walk = Walk()
  /// Rows in no run, by index.
  @usableFromInline var oldLeft: ContiguousArray<Int32> = []
  @usableFromInline var newLeft: ContiguousArray<Int32> = []
  /// Partners among them; those of new rows as indices of the old list.
  @usableFromInline var pairs = LeftoverPairs(oldCount: 0, newCount: 0)
  /// Which pairs may belong to the rows that stay, as indices of `newLeft`; nil if any may.
  @usableFromInline var contenders: ContiguousArray<Int32>?
  /// Paired leftovers whose content differs, by new position.
  @usableFromInline var floating: ContiguousArray<RowPair> = []

  @usableFromInline
  init(oldCount: Int, newCount: Int) {
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// Whether the walk found a partner for every row.
  @usableFromInline var isWhole: Bool {
    oldCount == newCount && walk.rowCount == oldCount
  }

  /// Whether hashing every row costs next to nothing.
  @usableFromInline var isShort: Bool { oldCount + newCount <= 512 }

  /// Whether the walk found so little that it is not worth keeping.
  @usableFromInline var isMostlyLeft: Bool {
    !walk.runs.isEmpty && oldLeft.count + newLeft.count > (oldCount + newCount) / 8 * 7
  }

  /// Collects the rows that are in no run.
  @usableFromInline
  mutating func collectLeftovers() {
    let paired = walk.rowCount
    var left: ContiguousArray<Int32> = []
    oldLeft = ContiguousArray(count: oldCount - paired) { putOld in
      left = ContiguousArray(count: newCount - paired) { putNew in
        walk.forEachGap(old: 0..<oldCount, new: 0..<newCount) { oldGap, newGap in
          for index in oldGap { putOld(Int32(truncatingIfNeeded: index)) }
          for index in newGap { putNew(Int32(truncatingIfNeeded: index)) }
        }
      }
    }
    newLeft = left
  }

  /// Pairs the rows that the walk left over.
  @inlinable @inline(__always)
  mutating func pairLeft<ID: Hashable>(_ oldID: (Int) -> ID, _ newID: (Int) -> ID) {
    collectLeftovers()
    if isMostlyLeft {
      var diff = forgettingWalk()
      diff.pairs = pairLeftovers(ids(diff.oldLeft, oldID), ids(diff.newLeft, newID))
      // Where hashes collide too often to tell all ids apart, what the walk paired may be more.
      if !diff.pairs.isCut || diff.pairs.count >= walk.rowCount {
        self = diff
        return
      }
    }
    pairs = pairLeftovers(ids(oldLeft, oldID), ids(newLeft, newID))
  }

  /// Makes partners indices of the old list, so that nobody has to look them up again, and finds the
  /// contenders.
  ///
  /// A pair passes those rows of the runs that come before it in one list and after it in the other.
  /// One that passes as many as there are pairs may as well move: with it, no more rows would stay than
  /// if the runs stayed alone. That leaves fewer pairs, which makes it true of more of them.
  @usableFromInline
  mutating func resolvePartners() {
    guard let first = oldLeft.first, let last = oldLeft.last else { return }
    let isContiguous = Int(last - first) == oldLeft.count - 1
    var most = pairs.count
    if walk.rowCount <= most {
      guard !isContiguous || first > 0 else { return }
      for index in newLeft.indices where pairs.partners[index] >= 0 {
        let partner = pairs.partners[index]
        pairs.partners[index] = isContiguous ? first + partner : oldLeft[Int(partner)]
      }
      return
    }
    var passed = ContiguousArray<(index: Int32, rows: Int32)>()
    for index in newLeft.indices where pairs.partners[index] >= 0 {
      let partner = pairs.partners[index]
      let old = oldLeft[Int(partner)]
      pairs.partners[index] = old
      let new = Int32(truncatingIfNeeded: index)
      let rows = abs((old &- partner) &- (newLeft[index] &- new))
      if rows < most { passed.append((new, rows)) }
    }
    for _ in 0..<8 where passed.count < most {
      most = passed.count
      passed.removeAll { $0.rows >= most }
    }
    contenders = ContiguousArray(count: passed.count) { put in
      for pair in passed { put(pair.index) }
    }
  }

  /// The difference at its start, with every row left over.
  @usableFromInline
  func forgettingWalk() -> ArrayDiff {
    var diff = ArrayDiff(oldCount: oldCount, newCount: newCount)
    diff.collectLeftovers()
    return diff
  }

  /// Finds the paired leftovers whose content differs.
  @inlinable @inline(__always)
  mutating func compareLeft(_ isSame: (Int, Int) -> Bool) {
    if let blocks = pairsByOldBlock() {
      for pair in blocks where !isSame(Int(pair.old), Int(pair.new)) { floating.append(pair) }
      floating.sort { $0.new < $1.new }
      return
    }
    for index in newLeft.indices where pairs.partners[index] >= 0 {
      let old = Int(pairs.partners[index])
      let new = Int(newLeft[index])
      if !isSame(old, new) { floating.append(RowPair(old: old, new: new)) }
    }
  }
}

@inlinable @inline(__always)
func ids<ID>(_ left: ContiguousArray<Int32>, _ id: (Int) -> ID) -> ContiguousArray<ID> {
  ContiguousArray(count: left.count) { put in
    for index in left { put(id(Int(index))) }
  }
}

extension ArrayDiff {
  /// All pairs by blocks of old rows, and within a block by new position; nil if they are so few
  /// that old rows, looked up in the order of the new ones, stay in the cache.
  @usableFromInline
  func pairsByOldBlock() -> ContiguousArray<RowPair>? {
    guard pairs.count > 1 << 17 else { return nil }
    let blockBits: Int32 = 15
    var starts = ContiguousArray<Int>(repeating: 0, count: oldCount >> Int(blockBits) + 2)
    for index in oldLeft.indices where pairs.isTaken[index] {
      starts[Int(oldLeft[index] >> blockBits) + 1] += 1
    }
    for block in 1..<starts.count { starts[block] += starts[block - 1] }
    var blocks = ContiguousArray(repeating: RowPair(old: 0, new: 0), count: pairs.count)
    for index in newLeft.indices where pairs.partners[index] >= 0 {
      let old = pairs.partners[index]
      let place = starts[Int(old >> blockBits)]
      starts[Int(old >> blockBits)] = place + 1
      blocks[place] = RowPair(old: Int(old), new: Int(newLeft[index]))
    }
    return blocks
  }
}
