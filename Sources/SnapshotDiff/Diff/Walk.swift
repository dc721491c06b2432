/// What a walk over two lists found, in order: runs and the gaps between them.
@usableFromInline
struct Walk {
  @usableFromInline var runs: [Run] = []
  @usableFromInline var gaps: ContiguousArray<Gap> = []
  /// Rows of the runs whose content differs.
  @usableFromInline var differing: ContiguousArray<RowPair> = []

  @inlinable
  init() {}
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
///   - found: Takes the runs, gaps and differing rows.
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
  var tail = 0
  var tailDiffering: ContiguousArray<RowPair> = []
  var isTrimmed = false
  var budget = 2 * (old.count + new.count) + 4096
  while true {
    let most = min(old.upperBound - i, new.upperBound - j) - tail
    var length = 0
    while length < most, isMatch(i &+ length, j &+ length) {
      if !isSame(i &+ length, j &+ length) {
        found.differing.append(RowPair(old: i &+ length, new: j &+ length))
      }
      length &+= 1
    }
    if length > 0 { found.runs.append(Run(old: i, new: j, count: length)) }
    i += length
    j += length

    if !isTrimmed {
      isTrimmed = true
      if length < most {
        found.runs.reserveCapacity(16)
        found.gaps.reserveCapacity(16)
      }
      let most = min(old.upperBound - i, new.upperBound - j)
      while tail < most, isMatch(old.upperBound &- 1 &- tail, new.upperBound &- 1 &- tail) {
        tail &+= 1
        if !isSame(old.upperBound &- tail, new.upperBound &- tail) {
          tailDiffering.append(RowPair(old: old.upperBound &- tail, new: new.upperBound &- tail))
        }
      }
    }
    let oldRest = i..<(old.upperBound - tail)
    let newRest = j..<(new.upperBound - tail)
    guard !oldRest.isEmpty, !newRest.isEmpty, budget > 0,
      let meeting = meetingPoint(
        oldRest, newRest, budget: &budget, isMatch: isMatch, oldHash: oldHash, newHash: newHash)
    else {
      if !oldRest.isEmpty || !newRest.isEmpty {
        found.gaps.append(Gap(old: oldRest, new: newRest))
      }
      break
    }
    found.gaps.append(Gap(old: i..<meeting.old, new: j..<meeting.new))
    i = meeting.old
    j = meeting.new
  }
  if tail > 0 {
    found.runs.append(
      Run(old: old.upperBound - tail, new: new.upperBound - tail, count: tail))
    found.differing.append(contentsOf: tailDiffering.reversed())
  }
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
