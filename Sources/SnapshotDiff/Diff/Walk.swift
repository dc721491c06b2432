/// What a walk over two lists found: the runs in order; what lies between them has no partner yet.
@usableFromInline
struct Walk {
  @usableFromInline var runs: [Run] = []
  /// Rows of the runs whose content differs.
  @usableFromInline var differing: ContiguousArray<RowPair> = []

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
/// While ids match, a run grows. Where they differ, a look a few rows further on, along one diagonal after another (as
/// Myers, 1986, goes through them), finds where the lists meet again; in between is a gap. The first time that it does
/// not, the equal end is taken off; then a gallop looks further. Where that finds nothing either, all that is left is
/// one gap, so the time is linear whatever the lists are.
///
/// - Parameters:
///   - old: The stretch of the old list, by index.
///   - new: The stretch of the new list, by index.
///   - found: Takes the runs and differing rows.
///   - isMatch: Whether old row and new row have one id.
///   - isSame: Whether old row and new row, of one id, have the same content.
///   - oldHash: The hash of an old row's id.
///   - newHash: The hash of a new row's id.
@inlinable @inline(__always)
func walk(
  old: Range<Int>, new: Range<Int>, into found: inout Walk,
  isMatch: (Int, Int) -> Bool, isSame: (Int, Int) -> Bool,
  oldHash: (Int) -> UInt64, newHash: (Int) -> UInt64
) {
  var i = old.lowerBound
  var j = new.lowerBound
  var ahead = RowsAhead()
  var tail = 0
  var tailDiffering: ContiguousArray<RowPair> = []
  var isTrimmed = false
  var budget = 2 * (old.count + new.count) + 4096
  var matched = 0
  while true {
    let most = min(old.upperBound - i, new.upperBound - j) - tail
    var length = 0
    while true {
      length = equalRows(
        i..<old.upperBound, j..<new.upperBound, from: length, most: most, ahead: &ahead,
        isMatch: isMatch, isSame: isSame)
      guard length < most, isMatch(i &+ length, j &+ length) else { break }
      found.differing.append(RowPair(old: i &+ length, new: j &+ length))
      length &+= 1
    }
    if length > 0 { found.runs.append(Run(old: i, new: j, count: length)) }
    matched += length
    // Rows that match one by one, all over the place, are mostly chance: few ids, often repeated.
    if found.runs.count >= 1024, matched < 2 * found.runs.count { budget = 0 }
    i += length
    j += length
    guard length < most, budget > 0 else { break }

    var meeting = nearestMeeting(
      i..<(old.upperBound - tail), j..<(new.upperBound - tail), budget: &budget, isMatch: isMatch)
    if meeting == nil, !isTrimmed {
      isTrimmed = true
      found.runs.reserveCapacity(16)
      let most = min(old.upperBound - i, new.upperBound - j)
      let (oldLast, newLast) = (old.upperBound &- 1, new.upperBound &- 1)
      while true {
        tail = equalRows(
          0, 0, from: tail, most: most, isMatch: { isMatch(oldLast &- $0, newLast &- $1) },
          isSame: { isSame(oldLast &- $0, newLast &- $1) })
        guard tail < most, isMatch(oldLast &- tail, newLast &- tail) else { break }
        tailDiffering.append(RowPair(old: oldLast &- tail, new: newLast &- tail))
        tail &+= 1
      }
      guard tail < most else { break }
    }
    if meeting == nil {
      meeting = gallop(
        i..<(old.upperBound - tail), j..<(new.upperBound - tail), budget: &budget,
        isMatch: isMatch, oldHash: oldHash, newHash: newHash)
    }
    guard let meeting else { break }
    i = meeting.old
    j = meeting.new
  }
  if tail > 0 {
    found.runs.append(
      Run(old: old.upperBound - tail, new: new.upperBound - tail, count: tail))
    found.differing.append(contentsOf: tailDiffering.reversed())
  }
}

/// Where two stretches that begin with different rows meet again, a few rows further on.
@inlinable
func nearestMeeting(
  _ old: Range<Int>, _ new: Range<Int>, budget: inout Int, isMatch: (Int, Int) -> Bool
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
  return nil
}
