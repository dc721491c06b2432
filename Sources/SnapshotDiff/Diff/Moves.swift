/// Tells the runs that have to move, in new order: all but the heaviest set that keeps its order.
///
/// - Parameters:
///   - chain: Runs that rise in both lists, in order.
///   - floats: All other runs, by new position.
///   - tell: Takes the runs outside the heaviest rising subsequence; their rows are as few as can be.
/// - Complexity: O(*f* log *f* + *c*) for *f* floats and *c* runs of the chain; for single rows all
///   over the place, O(*n* log *n*).
func forEachMovedRun(
  chain: ArraySlice<Run>, floats: ArraySlice<Run>, _ tell: (Run) -> Void
) {
  guard !floats.isEmpty else { return }
  if floats.count >= chain.count, floats.count > 32 {
    let runs = merge(chain, floats)
    let rows = runs.reduce(0) { $0 + Int($1.count) }
    if rows <= 4 * runs.count { return forEachMovedRun(among: runs, rows: rows, tell) }
  }
  let floatsByOld = sortedByOld(floats)
  let pieces = merge(fuse(chain, around: floats, floatsByOld), floats, in: chain)
  let stays = risingByWeight(pieces)
  for (index, piece) in pieces.enumerated() where !stays[index] {
    if piece.isFused {
      chain[piece.runs].forEach(tell)
    } else {
      tell(piece.run)
    }
  }
}

/// A run, or several neighbouring runs of the chain that nothing comes between.
struct Piece {
  /// The run, or the first of them.
  let run: Run
  /// The rows in all of them.
  let weight: Int32
  /// The runs of the chain that were fused, by index; empty for one run alone.
  var runs: Range<Int> = 0..<0

  var isFused: Bool { !runs.isEmpty }
}

/// Ranges of `chain` between whose runs no float lies, in old or in new order.
///
/// Whatever keeps its order with one run of such a range keeps it with all, so at most twice as many
/// ranges as floats, and one, are left to choose from.
private func fuse(
  _ chain: ArraySlice<Run>, around floats: ArraySlice<Run>, _ floatsByOld: [Run]
) -> [Range<Int>] {
  var ranges: [Range<Int>] = []
  ranges.reserveCapacity(2 * floats.count + 1)
  var byNew = floats[...]
  var byOld = floatsByOld[...]
  var start = chain.startIndex
  for index in chain.indices {
    var isCut = false
    while let float = byNew.first, float.new < chain[index].new {
      byNew.removeFirst()
      isCut = true
    }
    while let float = byOld.first, float.old < chain[index].old {
      byOld.removeFirst()
      isCut = true
    }
    if isCut, index > start {
      ranges.append(start..<index)
      start = index
    }
  }
  if start < chain.endIndex { ranges.append(start..<chain.endIndex) }
  return ranges
}

/// Floats by old position; sorted as integers, which is quicker than by a closure.
private func sortedByOld(_ floats: ArraySlice<Run>) -> [Run] {
  var keys = floats.indices.map { UInt64(UInt32(floats[$0].old)) << 32 | UInt64($0) }
  keys.sort()
  return keys.map { floats[Int($0 & 0xFFFF_FFFF)] }
}

/// Fused runs and floats by new position.
private func merge(
  _ ranges: [Range<Int>], _ floats: ArraySlice<Run>, in chain: ArraySlice<Run>
) -> ContiguousArray<Piece> {
  var pieces = ContiguousArray<Piece>()
  pieces.reserveCapacity(ranges.count + floats.count)
  var rest = floats[...]
  for range in ranges {
    let first = chain[range.lowerBound]
    while let float = rest.first, float.new < first.new {
      pieces.append(Piece(run: float, weight: float.count))
      rest.removeFirst()
    }
    pieces.append(
      Piece(run: first, weight: chain[range].reduce(0) { $0 + $1.count }, runs: range))
  }
  for float in rest { pieces.append(Piece(run: float, weight: float.count)) }
  return pieces
}

/// Runs of the chain and floats by new position.
private func merge(_ chain: ArraySlice<Run>, _ floats: ArraySlice<Run>) -> ArraySlice<Run> {
  guard !chain.isEmpty else { return floats }
  var runs: [Run] = []
  runs.reserveCapacity(chain.count + floats.count)
  var index = chain.startIndex
  for float in floats {
    while index < chain.endIndex, chain[index].new < float.new {
      runs.append(chain[index])
      index += 1
    }
    runs.append(float)
  }
  runs += chain[index...]
  return runs[...]
}

/// The same for runs of few rows each, row by row.
///
/// A longest subsequence of rows takes in runs whole, as what can be joined to one of their rows can
/// be joined to all.
private func forEachMovedRun(
  among runs: ArraySlice<Run>, rows: Int, _ tell: (Run) -> Void
) {
  var positions = ContiguousArray<Int32>()
  positions.reserveCapacity(rows)
  for run in runs {
    for offset in 0..<run.count { positions.append(run.old + offset) }
  }
  let rising = longestRising(positions)
  var row = 0
  for run in runs {
    if !rising[row] { tell(run) }
    row += Int(run.count)
  }
}
