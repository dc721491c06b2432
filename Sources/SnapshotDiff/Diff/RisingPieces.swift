/// Which pieces belong to the heaviest subsequence whose old positions rise.
///
/// Pieces come by new position. For each, a Fenwick tree over the ranks of old positions gives the
/// heaviest subsequence that ends before it. (Fenwick, 1994.)
///
/// - Complexity: O(*p* log *p*) for *p* pieces.
func risingByWeight(_ pieces: ContiguousArray<Piece>) -> ContiguousArray<Bool> {
  let byOld = pieces.indices.sorted { pieces[$0].run.old < pieces[$1].run.old }
  var rank = ContiguousArray<Int>(repeating: 0, count: pieces.count)
  for (place, piece) in byOld.enumerated() { rank[piece] = place + 1 }

  var heaviest = ContiguousArray<(weight: Int, piece: Int)>(
    repeating: (0, -1), count: pieces.count + 1)
  var before = ContiguousArray<Int>(repeating: -1, count: pieces.count)
  var best = (weight: 0, piece: -1)
  for piece in pieces.indices {
    var ending = (weight: 0, piece: -1)
    var place = rank[piece] - 1
    while place > 0 {
      if heaviest[place].weight > ending.weight { ending = heaviest[place] }
      place &= place - 1
    }
    before[piece] = ending.piece
    let own = (weight: ending.weight + Int(pieces[piece].weight), piece: piece)
    if own.weight > best.weight { best = own }
    place = rank[piece]
    while place <= pieces.count {
      if own.weight > heaviest[place].weight { heaviest[place] = own }
      place += place & -place
    }
  }

  var stays = ContiguousArray(repeating: false, count: pieces.count)
  var piece = best.piece
  while piece >= 0 {
    stays[piece] = true
    piece = before[piece]
  }
  return stays
}

/// The same for pieces of few rows each, row by row.
///
/// Patience sorting: `tails[k]` is the least old position at which a rising subsequence of `k` + 1
/// rows ends. (Fredman, 1975.) A longest subsequence of rows takes in runs whole, as what can be
/// joined to one of their rows can be joined to all.
///
/// - Complexity: O(*n* log *k*) comparisons for a result of *k* rows.
func risingByRows(_ pieces: ContiguousArray<Piece>, rows: Int) -> ContiguousArray<Bool> {
  var positions = ContiguousArray<Int32>()
  positions.reserveCapacity(rows)
  for piece in pieces {
    for offset in 0..<piece.weight { positions.append(piece.run.old + offset) }
  }
  let rising = longestRising(positions)
  var stays = ContiguousArray(repeating: false, count: pieces.count)
  var row = 0
  for (index, piece) in pieces.enumerated() {
    stays[index] = rising[row]
    row += Int(piece.weight)
  }
  return stays
}

/// Which of `positions`, all different, belong to a longest rising subsequence.
func longestRising(_ positions: ContiguousArray<Int32>) -> ContiguousArray<Bool> {
  var tails = ContiguousArray<Int32>()
  // The length of the longest rising subsequence that ends at each position; it is all that the
  // scan from the back needs.
  var lengths = ContiguousArray<Int32>(repeating: 0, count: positions.count)
  for (index, position) in positions.enumerated() {
    var low = 0
    var size = tails.count
    while size > 0 {
      let half = (size + 1) / 2
      low = tails[low + half - 1] < position ? low + half : low
      size -= half
    }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
    lengths[index] = Int32(truncatingIfNeeded: low)
  }
  var rising = ContiguousArray(repeating: false, count: positions.count)
  var wanted = Int32(tails.count) - 1
  var limit = Int32.max
  var index = positions.count - 1
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
