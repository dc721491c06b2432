/// The runs that have to move, in new order: all but the heaviest set that keeps its order.
///
/// - Parameters:
///   - chain: Runs that rise in both lists, in order.
///   - floats: All other runs, by new position.
/// - Returns: Runs outside the heaviest rising subsequence; their rows are as few as can be.
/// - Complexity: O(*f* log *f* + *c*) for *f* floats and *c* runs of the chain; for single rows all
///   over the place, O(*n* log *n*).
@usableFromInline
func movedRuns(
  chain: ArraySlice<Run>, floats: ArraySlice<Run>
) -> ContiguousArray<Run> {
  guard !floats.isEmpty else { return [] }
  if floats.count >= chain.count, floats.count > 32 {
    let runs = merge(chain, floats)
    let rows = runs.reduce(0) { $0 + Int($1.count) }
    if rows <= 4 * runs.count { return movedRunsByRows(runs, rows: rows) }
  }
  let pieces = merge(fuse(chain, around: floats), floats, in: chain)
  let stays = risingByWeight(pieces)
  var moved = ContiguousArray<Run>()
  for (index, piece) in pieces.enumerated() where !stays[index] {
    if piece.isFused {
      moved.append(contentsOf: chain[piece.runs])
    } else {
      moved.append(piece.run)
    }
  }
  return moved
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
private func fuse(_ chain: ArraySlice<Run>, around floats: ArraySlice<Run>) -> [Range<Int>] {
  var cuts: [Int] = []
  cuts.reserveCapacity(2 * floats.count + 2)
  for float in floats {
    cuts.append(chain.partition { $0.old < float.old })
    cuts.append(chain.partition { $0.new < float.new })
  }
  cuts.append(chain.endIndex)
  cuts.sort()
  var ranges: [Range<Int>] = []
  var start = chain.startIndex
  for cut in cuts where cut > start {
    ranges.append(start..<cut)
    start = cut
  }
  return ranges
}

extension ArraySlice<Run> {
  /// The first index at which `isBefore` no longer holds.
  fileprivate func partition(_ isBefore: (Run) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
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
private func movedRunsByRows(_ runs: ArraySlice<Run>, rows: Int) -> ContiguousArray<Run> {
  var positions = ContiguousArray<Int32>()
  positions.reserveCapacity(rows)
  for run in runs {
    for offset in 0..<run.count { positions.append(run.old + offset) }
  }
  let rising = longestRising(positions)
  var moved = ContiguousArray<Run>()
  moved.reserveCapacity(runs.count)
  var row = 0
  for run in runs {
    if !rising[row] { moved.append(run) }
    row += Int(run.count)
  }
  return moved
}
