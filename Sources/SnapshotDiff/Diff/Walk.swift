/// What a walk over two lists found: the runs in order; what lies between them has no partner yet.
@usableFromInline
struct Walk {
  @usableFromInline var runs: [Run] = []
  /// Rows of the runs whose content differs.
  @usableFromInline var differing: ContiguousArray<RowPair> = []
  /// Made of what was fetched, so that no compiler finds the fetching useless.
  @usableFromInline var fetched: UInt8 = 0

  @inlinable
  init() {}

  /// How many rows are in runs.
  @usableFromInline var rowCount: Int { runs.reduce(0) { $0 + Int($1.count) } }

  /// Calls `body` with what lies between runs, in order: rows of the old list, of the new one, or of both.
  ///
  /// - Parameters:
  ///   - old: The stretch of the old list that was walked over.
  ///   - new: The stretch of the new list.
  ///   - body: Takes a gap.
  @inline(__always)
  func forEachGap(
    old: Range<Int>, new: Range<Int>, _ body: (_ old: Range<Int>, _ new: Range<Int>) -> Void
  ) {
    var i = old.lowerBound
    var j = new.lowerBound
    for run in runs {
      let (nextOld, nextNew) = (Int(run.old), Int(run.new))
      if i < nextOld || j < nextNew { body(i..<nextOld, j..<nextNew) }
      i = nextOld + Int(run.count)
      j = nextNew + Int(run.count)
    }
    if i < old.upperBound || j < new.upperBound { body(i..<old.upperBound, j..<new.upperBound) }
  }
}

/// Pairs the rows of two stretches of lists as far as that is possible without looking far.
///
/// While ids match, a run grows. The equal end is taken off next. Where ids differ, a look a few
/// rows ahead, and then a gallop, find where the lists meet again; in between is a gap. Where they
/// do not, all that is left is one gap, so the time is linear whatever the lists are.
///
/// - Parameters:
///   - old: The stretch of the old list, by index.
///   - new: The stretch of the new list, by index.
///   - found: Takes the runs and differing rows.
///   - isMatch: Whether old row and new row have one id.
///   - isSame: Whether old row and new row, of one id, have the same content.
///   - oldHash: The hash of an old row's id.
///   - newHash: The hash of a new row's id.
///   - block: How many old rows to fetch at a time.
///   - fetch: Reads something of each cache line of old rows that are compared next.
@inlinable @inline(__always)
func walk(
  old: Range<Int>, new: Range<Int>, into found: inout Walk,
  isMatch: (Int, Int) -> Bool, isSame: (Int, Int) -> Bool,
  oldHash: (Int) -> UInt64, newHash: (Int) -> UInt64,
  block: Int = .max, fetch: (Range<Int>) -> UInt8 = { _ in 0 }
) {
  var i = old.lowerBound
  var j = new.lowerBound
  var fetchedEnd = i
  var tail = 0
  var tailDiffering: ContiguousArray<RowPair> = []
  var isTrimmed = false
  var budget = 2 * (old.count + new.count) + 4096
  var matched = 0
  while true {
    let most = min(old.upperBound - i, new.upperBound - j) - tail
    var length = 0
    while true {
      if i &+ length >= fetchedEnd {
        fetchedEnd = i &+ length &+ min(block, most &- length)
        found.fetched |= fetch((i &+ length)..<fetchedEnd)
      }
      let near = min(most, fetchedEnd &- i)
      length = equalRows(i, j, from: length, most: near, isMatch: isMatch, isSame: isSame)
      if length == near, near < most { continue }
      guard length < most, isMatch(i &+ length, j &+ length) else { break }
      if !isSame(i &+ length, j &+ length) {
        found.differing.append(RowPair(old: i &+ length, new: j &+ length))
      }
      length &+= 1
    }
    if length > 0 { found.runs.append(Run(old: i, new: j, count: length)) }
    matched += length
    // Rows that match one by one, all over the place, are mostly chance: few ids, often repeated.
    if found.runs.count >= 1024, matched < 2 * found.runs.count { budget = 0 }
    i += length
    j += length

    if !isTrimmed {
      isTrimmed = true
      if length < most { found.runs.reserveCapacity(16) }
      let most = min(old.upperBound - i, new.upperBound - j)
      let (oldLast, newLast) = (old.upperBound &- 1, new.upperBound &- 1)
      var near = 0
      while true {
        if tail >= near {
          near = tail &+ min(block, most &- tail)
          found.fetched |= fetch((old.upperBound &- near)..<(old.upperBound &- tail))
        }
        tail = equalRows(
          0, 0, from: tail, most: near, isMatch: { isMatch(oldLast &- $0, newLast &- $1) },
          isSame: { isSame(oldLast &- $0, newLast &- $1) })
        if tail == near, near < most { continue }
        guard tail < most, isMatch(oldLast &- tail, newLast &- tail) else { break }
        if !isSame(oldLast &- tail, newLast &- tail) {
          tailDiffering.append(RowPair(old: oldLast &- tail, new: newLast &- tail))
        }
        tail &+= 1
      }
    }
    let oldRest = i..<(old.upperBound - tail)
    let newRest = j..<(new.upperBound - tail)
    guard !oldRest.isEmpty, !newRest.isEmpty, budget > 0,
      let meeting = meetingPoint(
        oldRest, newRest, budget: &budget, isMatch: isMatch, oldHash: oldHash, newHash: newHash)
    else { break }
    i = meeting.old
    j = meeting.new
  }
  if tail > 0 {
    found.runs.append(
      Run(old: old.upperBound - tail, new: new.upperBound - tail, count: tail))
    found.differing.append(contentsOf: tailDiffering.reversed())
  }
}

/// How far, at most `most`, rows from `i` and `j` on are the same, contents included; those before `start` are known
/// to be.
///
/// Four rows to a turn: the branches are never taken until the end, so they cost next to nothing.
@inlinable @inline(__always)
func equalRows(
  _ i: Int, _ j: Int, from start: Int, most: Int, isMatch: (Int, Int) -> Bool,
  isSame: (Int, Int) -> Bool
) -> Int {
  var length = start
  while length &+ 4 <= most {
    let (a, b) = (i &+ length, j &+ length)
    guard isMatch(a, b), isSame(a, b) else { return length }
    guard isMatch(a &+ 1, b &+ 1), isSame(a &+ 1, b &+ 1) else { return length &+ 1 }
    guard isMatch(a &+ 2, b &+ 2), isSame(a &+ 2, b &+ 2) else { return length &+ 2 }
    guard isMatch(a &+ 3, b &+ 3), isSame(a &+ 3, b &+ 3) else { return length &+ 3 }
    length &+= 4
  }
  while length < most, isMatch(i &+ length, j &+ length), isSame(i &+ length, j &+ length) {
    length &+= 1
  }
  return length
}

/// Where two stretches that begin with different rows meet again: first the nearest diagonals, then
/// a gallop.
@inlinable
func meetingPoint(
  _ old: Range<Int>, _ new: Range<Int>, budget: inout Int, isMatch: (Int, Int) -> Bool,
  oldHash: (Int) -> UInt64, newHash: (Int) -> UInt64
) -> (old: Int, new: Int)? {
  let mostOld = old.count - 1
  let mostNew = new.count - 1
  for distance in 1...min(24, mostOld + mostNew + 1) {
    var skipped = min(distance, mostOld)
    let least = max(0, distance - mostNew)
    while skipped >= least {
      budget &-= 1
      let i = old.lowerBound &+ skipped
      let j = new.lowerBound &+ distance &- skipped
      if isMatch(i, j) { return (i, j) }
      skipped &-= 1
    }
  }
  return gallop(
    old, new, budget: &budget, isMatch: isMatch, oldHash: oldHash, newHash: newHash)
}
