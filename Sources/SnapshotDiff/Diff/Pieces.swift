/// What to choose from, by new position: floats, and runs of the chain, those fused that nothing
/// comes between.
struct Pieces {
  /// Ranges of the chain.
  private(set) var fused = ContiguousArray<Range<Int>>()
  /// Which of `fused` each piece is, or, counted on from there, which float.
  private(set) var sources = ContiguousArray<Int>()
  /// The rows in each piece.
  private(set) var weights = ContiguousArray<Int32>()
  /// The place of each piece by old position, from 1.
  private(set) var ranks = ContiguousArray<Int32>()

  /// The pieces of a chain and floats, both by new position.
  ///
  /// - Complexity: O(chain + floats), mostly; see `sortByKey`.
  init(_ chain: Unchecked<Run>, _ floats: Unchecked<Run>) {
    let floatsByOld = Self.indicesByOld(floats)
    fuse(chain, floats, floatsByOld)
    arrange(chain, floats)
    rank(chain, floats, floatsByOld)
  }

  /// The indices of floats, by old position.
  private static func indicesByOld(_ floats: Unchecked<Run>) -> ContiguousArray<Int> {
    var entries = ContiguousArray<KeyMap.Entry>()
    entries.reserveCapacity(floats.count)
    for index in 0..<floats.count {
      entries.append(
        KeyMap.Entry(key: Int64(floats[index].old), value: UInt32(truncatingIfNeeded: index)))
    }
    sortByKey(&entries)
    return ContiguousArray(count: floats.count) { put in
      for entry in entries { put(Int(entry.value)) }
    }
  }

  /// Fuses runs of the chain between which no float lies, in old or in new order.
  ///
  /// Whatever keeps its order with one run of such a range keeps it with all, so at most twice as
  /// many ranges as floats, and one, are left to choose from.
  private mutating func fuse(
    _ chain: Unchecked<Run>, _ floats: Unchecked<Run>, _ floatsByOld: ContiguousArray<Int>
  ) {
    var ranges = ContiguousArray<Range<Int>>()
    ranges.reserveCapacity(2 * floats.count + 1)
    var byNew = 0
    var byOld = 0
    var start = 0
    for index in 0..<chain.count {
      let run = chain[index]
      let before = byNew &+ byOld
      while byNew < floats.count, floats[byNew].new < run.new { byNew &+= 1 }
      while byOld < floats.count, floats[floatsByOld[byOld]].old < run.old { byOld &+= 1 }
      if byNew &+ byOld != before, index > start {
        ranges.append(start..<index)
        start = index
      }
    }
    if start < chain.count { ranges.append(start..<chain.count) }
    fused = ranges
  }

  /// Merges by new position.
  private mutating func arrange(_ chain: Unchecked<Run>, _ floats: Unchecked<Run>) {
    let count = fused.count + floats.count
    var weights = ContiguousArray<Int32>()
    weights.reserveCapacity(count)
    sources = ContiguousArray(count: count) { put in
      var float = 0
      for (number, range) in fused.enumerated() {
        while float < floats.count, floats[float].new < chain[range.lowerBound].new {
          put(fused.count &+ float)
          weights.append(floats[float].count)
          float &+= 1
        }
        put(number)
        var rows: Int32 = 0
        for run in range { rows &+= chain[run].count }
        weights.append(rows)
      }
      while float < floats.count {
        put(fused.count &+ float)
        weights.append(floats[float].count)
        float &+= 1
      }
    }
    self.weights = weights
  }

  /// Ranks by old position: fused runs are in that order already, so this too is a merge.
  private mutating func rank(
    _ chain: Unchecked<Run>, _ floats: Unchecked<Run>, _ floatsByOld: ContiguousArray<Int>
  ) {
    let rankOfSource = Scratch<Int32>(uninitialized: sources.count)
    var rank: Int32 = 0
    var byOld = 0
    for (number, range) in fused.enumerated() {
      while byOld < floats.count, floats[floatsByOld[byOld]].old < chain[range.lowerBound].old {
        rank &+= 1
        rankOfSource[fused.count &+ floatsByOld[byOld]] = rank
        byOld &+= 1
      }
      rank &+= 1
      rankOfSource[number] = rank
    }
    while byOld < floats.count {
      rank &+= 1
      rankOfSource[fused.count &+ floatsByOld[byOld]] = rank
      byOld &+= 1
    }
    ranks = ContiguousArray(count: sources.count) { put in
      for source in sources { put(rankOfSource[source]) }
    }
  }
}
