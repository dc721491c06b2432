/// Which pieces belong to the heaviest subsequence whose old positions rise.
///
/// Pieces come by new position. For each, a Fenwick tree over the ranks of old positions gives the
/// heaviest subsequence that ends before it. (Heaviest subsequences: Jacobson and Vo, 1992; the tree: Fenwick, 1994.)
///
/// - Parameters:
///   - weights: The rows in each piece.
///   - ranks: The place of each piece by old position, from 1, all different.
/// - Returns: For each piece whether it belongs.
/// - Complexity: O(*p* log *p*) for *p* pieces.
func risingByWeight(
  _ weights: ContiguousArray<Int32>, ranks: ContiguousArray<Int32>
) -> ContiguousArray<Bool> {
  let count = weights.count
  // Weight above, the last piece plus 1 below: so the heavier is the greater number.
  let heaviest = Scratch<UInt64>(count: count + 1, repeating: 0)
  let before = Scratch<Int32>(uninitialized: count)
  var best: UInt64 = 0
  for piece in 0..<count {
    var ending: UInt64 = 0
    var place = Int(ranks[piece]) - 1
    while place > 0 {
      ending = max(ending, heaviest[place])
      place &= place &- 1
    }
    before[piece] = Int32(truncatingIfNeeded: ending & 0xFFFF_FFFF) - 1
    let weight = ending >> 32 + UInt64(UInt32(weights[piece]))
    let own = weight << 32 | UInt64(piece + 1)
    best = max(best, own)
    place = Int(ranks[piece])
    while place <= count, own > heaviest[place] {
      heaviest[place] = own
      place &+= place & (0 &- place)
    }
  }
  var stays = ContiguousArray(repeating: false, count: count)
  var piece = Int(best & 0xFFFF_FFFF) - 1
  while piece >= 0 {
    stays[piece] = true
    piece = Int(before[piece])
  }
  return stays
}
