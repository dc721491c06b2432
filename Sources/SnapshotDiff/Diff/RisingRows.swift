/// Which of `positions`, all different, belong to a longest rising subsequence.
///
/// Patience sorting: `tails[k]` is the least position at which a rising subsequence of `k` + 1 rows
/// ends. (Fredman, 1975.) The length of the longest one that ends at each position is all that the
/// scan from the back needs.
///
/// - Complexity: O(*n* log *k*) comparisons for a result of *k* rows.
func longestRising(_ positions: ContiguousArray<Int32>) -> ContiguousArray<Bool> {
  let count = positions.count
  let tails = Scratch<Int32>(count: count + 1, repeating: 0)
  let lengths = Scratch<Int32>(count: count, repeating: 0)
  var longest = 0
  var rising = ContiguousArray(repeating: false, count: count)
  positions.withUnchecked { positions in
    for index in 0..<count {
      let position = positions[index]
      // A binary search without jumps that depend on what is found.
      var low = 0
      var size = longest
      while size > 1 {
        let half = size >> 1
        low = tails[low &+ half &- 1] < position ? low &+ half : low
        size &-= half
      }
      if size == 1, tails[low] < position { low &+= 1 }
      tails[low] = position
      lengths[index] = Int32(truncatingIfNeeded: low)
      if low == longest { longest &+= 1 }
    }
  }
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
  return rising
}
