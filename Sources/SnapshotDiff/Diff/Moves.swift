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
  guard let first = floats.first else { return }
  if floats.count == 1 { return forEachMovedRun(chain: chain, float: first, tell) }
  if floats.count >= chain.count, floats.count > 32 {
    let runs = merge(chain, floats)
    let rows = runs.reduce(0) { $0 + Int($1.count) }
    if rows <= 4 * runs.count { return forEachMovedRun(among: runs, rows: rows, tell) }
  }
  chain.withUnchecked { chain in
    floats.withUnchecked { floats in
      let pieces = Pieces(chain, floats)
      let stays = risingByWeight(pieces.weights, ranks: pieces.ranks)
      for (index, source) in pieces.sources.enumerated() where !stays[index] {
        if source < pieces.fused.count {
          for run in pieces.fused[source] { tell(chain[run]) }
        } else {
          tell(floats[source - pieces.fused.count])
        }
      }
    }
  }
}

/// The same for one float: it moves, or all that it passes.
private func forEachMovedRun(chain: ArraySlice<Run>, float: Run, _ tell: (Run) -> Void) {
  let passed = chain.lazy.filter { ($0.old < float.old) != ($0.new < float.new) }
  if passed.reduce(0, { $0 + $1.count }) < float.count {
    passed.forEach(tell)
  } else {
    tell(float)
  }
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
    if !rising.contains[row] { tell(run) }
    row += Int(run.count)
  }
}
