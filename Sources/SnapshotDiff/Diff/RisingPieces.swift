/// Which pieces belong to the heaviest subsequence whose old positions rise.
///
/// Pieces come by new position. For each, a Fenwick tree over the ranks of old positions gives the
/// heaviest subsequence that ends before it. (Fenwick, 1994.)
///
/// - Complexity: O(*p* log *p*) for *p* pieces.
func risingByWeight(_ pieces: ContiguousArray<Piece>) -> ContiguousArray<Bool> {
  if pieces.count <= 16 { return risingOfFew(pieces) }
  var byOld = pieces.indices.map { UInt64(UInt32(pieces[$0].run.old)) << 32 | UInt64($0) }
  byOld.sort()
  var rank = ContiguousArray<Int>(repeating: 0, count: pieces.count)
  for (place, key) in byOld.enumerated() { rank[Int(key & 0xFFFF_FFFF)] = place + 1 }

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

  return follow(before, from: best.piece)
}

/// The same by looking at each pair of pieces.
private func risingOfFew(_ pieces: ContiguousArray<Piece>) -> ContiguousArray<Bool> {
  var weights = ContiguousArray<Int>(repeating: 0, count: pieces.count)
  var before = ContiguousArray<Int>(repeating: -1, count: pieces.count)
  var best = (weight: 0, piece: -1)
  for piece in pieces.indices {
    var most = 0
    for other in 0..<piece
    where pieces[other].run.old < pieces[piece].run.old && weights[other] > most {
      most = weights[other]
      before[piece] = other
    }
    weights[piece] = most + Int(pieces[piece].weight)
    if weights[piece] > best.weight { best = (weights[piece], piece) }
  }
  return follow(before, from: best.piece)
}

/// The piece `last` and all before it.
private func follow(_ before: ContiguousArray<Int>, from last: Int) -> ContiguousArray<Bool> {
  var stays = ContiguousArray(repeating: false, count: before.count)
  var piece = last
  while piece >= 0 {
    stays[piece] = true
    piece = before[piece]
  }
  return stays
}
