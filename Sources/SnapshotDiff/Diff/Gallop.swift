/// Looks further and further ahead for a row that is in both stretches, with its successor; steps grow as in a search
/// without an end. (Bentley and Yao, 1976.)
///
/// The first 128 old rows are hashed and as many new rows looked up, then 512 of each, and so on up
/// to an eighth of what is left. A row without its successor counts for nothing: it may be one that
/// moved.
///
/// - Returns: Where the stretches meet, or nil; then it is cheaper to hash all that is left.
/// - Complexity: O(rows looked at).
@inlinable
func gallop(
  _ old: Range<Int>, _ new: Range<Int>, budget: inout Int, isMatch: (Int, Int) -> Bool,
  oldHash: (Int) -> UInt64, newHash: (Int) -> UInt64
) -> (old: Int, new: Int)? {
  let limit = max(256, max(old.count, new.count) / 8)
  var window = 128
  var hashed = 0
  var table = ContiguousArray<UInt64>()
  while budget > 0 {
    let oldCount = min(window, old.count)
    let newCount = min(window, new.count)
    let bits = Int.bitWidth - (2 * oldCount).leadingZeroBitCount
    if table.count < 1 << bits {
      table = ContiguousArray(repeating: 0, count: 1 << bits)
      hashed = 0
    }
    let mask = table.count - 1
    while hashed < oldCount {
      let hash = oldHash(old.lowerBound &+ hashed)
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      var probes = 0
      while table[slot] != 0, probes < 8 {
        slot = (slot &+ 1) & mask
        probes &+= 1
      }
      // A full stretch of the table means twins or a poor hash; the row is then not looked for.
      if probes < 8 { table[slot] = hash << 32 | UInt64(truncatingIfNeeded: hashed &+ 1) }
      hashed &+= 1
    }
    var strays = 0
    for offset in 0..<newCount where strays < 8 {
      let j = new.lowerBound &+ offset
      let hash = newHash(j)
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      var probes = 0
      while table[slot] != 0, probes < 8 {
        if table[slot] >> 32 == hash & 0xFFFF_FFFF {
          let i = old.lowerBound &+ Int(truncatingIfNeeded: table[slot] & 0xFFFF_FFFF) &- 1
          if isMatch(i, j),
            i + 1 == old.upperBound || j + 1 == new.upperBound || isMatch(i + 1, j + 1)
          {
            return (i, j)
          }
          strays &+= 1
        }
        slot = (slot &+ 1) & mask
        probes &+= 1
      }
    }
    budget -= oldCount + newCount
    if window >= limit || strays >= 8 || (oldCount == old.count && newCount == new.count) {
      return nil
    }
    window = min(window * 4, limit)
  }
  return nil
}
