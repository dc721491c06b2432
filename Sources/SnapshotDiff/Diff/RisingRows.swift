/// Which of `positions`, all different, belong to a longest rising subsequence.
///
/// Patience sorting: `tails[k]` is the least position at which a rising subsequence of `k` + 1 rows
/// ends. (Fredman, 1975.) The length of the longest one that ends at each position is all that the
/// scan from the back needs.
///
/// Tails stand in blocks of 16, and the last tails of the blocks once more, in order, as heads: two
/// levels, each searched by comparing vectors, need no jumps that depend on what is found.
///
/// - Complexity: O(*n* log *k*) comparisons for a result of *k* rows.
func longestRising(
  _ positions: ContiguousArray<Int32>
) -> (contains: ContiguousArray<Bool>, length: Int) {
  let count = positions.count
  let blocks = count / 16 + 1
  let tails = Scratch<Int32>(count: 16 * blocks, repeating: .max)
  let heads = Scratch<Int32>(count: 16 * (blocks / 16 + 1), repeating: .max)
  let lengths = Scratch<Int32>(uninitialized: count)
  var longest = 0
  positions.withUnchecked { positions in
    for index in 0..<count {
      let position = positions[index]
      let block = blockOfTails(position, heads, blocks: longest / 16 + 1)
      let place = 16 &* block &+ tails.count(below: position, inBlock: block)
      tails[place] = position
      if place & 15 == 15 { heads[block] = position }
      lengths[index] = Int32(truncatingIfNeeded: place)
      if place == longest { longest &+= 1 }
    }
  }
  var rising = ContiguousArray(repeating: false, count: count)
  var wanted = Int32(truncatingIfNeeded: longest) - 1
  var limit = Int32.max
  var index = count - 1
  while wanted >= 0, index >= 0 {
    if lengths[index] == wanted, positions[index] < limit {
      rising[index] = true
      limit = positions[index]
      wanted -= 1
    }
    index -= 1
  }
  return (rising, longest)
}

/// How many blocks of tails are all below `position`.
@inline(__always)
private func blockOfTails(
  _ position: Int32, _ heads: borrowing Scratch<Int32>, blocks: Int
) -> Int {
  let groups = (blocks + 15) / 16
  if groups <= 16 {
    var below = 0
    for group in 0..<groups { below &+= heads.count(below: position, inBlock: group) }
    return below
  }
  var low = 0
  var size = groups
  while size > 1 {
    let half = size >> 1
    // All ones if the head is below the position: both are from zero, so nothing overflows.
    let isBelow = Int((heads[16 &* (low &+ half) &- 1] &- position) >> 31)
    low &+= half & isBelow
    size &-= half
  }
  return 16 &* low &+ heads.count(below: position, inBlock: low)
}
