/// Which ids are among the leftovers, and by chance a few more.
///
/// A Bloom filter with two bits for each id, both in one word, and as many words as ids: of ids that are not there,
/// one in some five hundred seems to be. (Bloom, 1970; blocked: Putze, Sanders and Singler, 2007.)
@usableFromInline
struct LeftoverIDs {
  @usableFromInline var words: ContiguousArray<UInt64>

  /// None, with room for `count` ids.
  @inlinable
  init(capacity count: Int) {
    let bits = Int.bitWidth - max(count - 1, 1).leadingZeroBitCount
    words = ContiguousArray(repeating: 0, count: 1 << bits)
  }

  /// Adds the id of this hash.
  @inlinable @inline(__always)
  mutating func insert(_ hash: UInt64) {
    words[Int(truncatingIfNeeded: hash >> 32) & (words.count &- 1)] |= Self.bits(of: hash)
  }

  /// Whether the id of this hash is there, among ids kept in these words; if it is not, by chance true.
  @inlinable @inline(__always)
  static func mayContain(_ hash: UInt64, _ words: Unchecked<UInt64>) -> Bool {
    let bits = bits(of: hash)
    return words[Int(truncatingIfNeeded: hash >> 32) & (words.count &- 1)] & bits == bits
  }

  @inlinable @inline(__always)
  static func bits(of hash: UInt64) -> UInt64 { 1 << (hash & 63) | 1 << (hash >> 6 & 63) }
}

extension ArrayDiff {
  /// Pairs the *k*-th row of an id with the *k*-th, also where some of its rows are in runs.
  ///
  /// An id that is not among the leftovers has all its rows in runs, so the *k*-th stands beside the
  /// *k*-th. Rows of other ids leave the runs; then all of an id's rows are leftovers, which are paired
  /// in order. What leaves by chance does so with all rows of its id, and loses nothing.
  ///
  /// Kept apart, as inlined it would take registers from all that comes before it.
  ///
  /// - Parameters:
  ///   - oldID: The id of an old row.
  ///   - newID: The id of a new row.
  @inlinable @inline(never)
  mutating func pairInOrder<ID: Hashable>(_ oldID: (Int) -> ID, _ newID: (Int) -> ID) {
    let seed = hashSeed
    var known = LeftoverIDs(capacity: oldLeft.count + newLeft.count)
    for index in oldLeft { known.insert(idHash(oldID(Int(index)), seed)) }
    for index in newLeft { known.insert(idHash(newID(Int(index)), seed)) }
    let leaving = known.words.withUnchecked { known in
      rowsInRuns { LeftoverIDs.mayContain(idHash(oldID($0), seed), known) }
    }
    guard !leaving.isEmpty else { return }
    var ordered = self
    ordered.walk.release(leaving)
    ordered.collectLeftovers()
    ordered.pairs = pairLeftovers(ids(ordered.oldLeft, oldID), ids(ordered.newLeft, newID))
    // Where hashes collide too often to tell ids apart, what the walk paired is more.
    if ordered.pairedCount >= pairedCount { self = ordered }
  }

  /// The rows of runs whose old rows `isWanted` picks, in order.
  @inlinable @inline(__always)
  func rowsInRuns(_ isWanted: (Int) -> Bool) -> ContiguousArray<RowPair> {
    var rows = ContiguousArray<RowPair>()
    for run in walk.runs {
      let end = Int(run.old &+ run.count)
      var old = Int(run.old)
      while old < end {
        if isWanted(old) { rows.append(RowPair(old: old, new: old &+ Int(run.new &- run.old))) }
        old &+= 1
      }
    }
    return rows
  }

  /// Whether rows of an id may be among the runs and among the leftovers.
  @usableFromInline var mayPairOutOfOrder: Bool {
    !walk.runs.isEmpty && !(oldLeft.isEmpty && newLeft.isEmpty)
  }

  /// How many rows have partners.
  @usableFromInline var pairedCount: Int { walk.rowCount + pairs.count }
}

extension Walk {
  /// Takes `rows` out of the runs; they are given in order.
  @usableFromInline
  mutating func release(_ rows: ContiguousArray<RowPair>) {
    var rest: [Run] = []
    rest.reserveCapacity(runs.count + rows.count)
    var next = 0
    for run in runs {
      var start: Int32 = 0
      while next < rows.count, rows[next].new < run.new + run.count {
        rest.append(run.part(start..<(rows[next].new - run.new)))
        start = rows[next].new - run.new + 1
        next += 1
      }
      rest.append(run.part(start..<run.count))
    }
    runs = rest.filter { $0.count > 0 }
    next = 0
    differing.removeAll { row in
      while next < rows.count, rows[next].new < row.new { next += 1 }
      return next < rows.count && rows[next].new == row.new
    }
  }
}

extension Run {
  /// The rows of the run in `range`, counted from its first.
  fileprivate func part(_ range: Range<Int32>) -> Run {
    Run(
      pair: pair, old: Int(old + range.lowerBound), new: Int(new + range.lowerBound),
      count: range.count)
  }
}
