import SnapshotDiff

/// A result that is not what it should be.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}

/// Replays `changes`, and counts moves against a longest rising subsequence found another way.
func check<Element: Equatable>(
  _ changes: ListChanges, from old: [Element], to new: [Element], name: String
) throws {
  var replayed = old
  let isApplied = changes.apply(to: &replayed) { new[$0] }
  guard isApplied, replayed == new else {
    throw WrongResult(description: "\(name): replay does not give the new list")
  }
  var gone = Set(changes.itemDeletes.map(\.item))
  gone.formUnion(changes.itemMoves.map(\.old.item))
  var staying = old.indices.filter { !gone.contains($0) }[...]
  var sources = [Int](repeating: -1, count: new.count)
  for move in changes.itemMoves { sources[move.new.item] = move.old.item }
  let inserted = Set(changes.itemInserts.map(\.item))
  for index in new.indices where sources[index] < 0 && !inserted.contains(index) {
    sources[index] = staying.popFirst() ?? -1
  }
  let kept = sources.filter { $0 >= 0 }
  guard changes.itemMoves.count == kept.count - longestRise(kept) else {
    throw WrongResult(description: "\(name): \(changes.itemMoves.count) moves are too many")
  }
}

/// The length of the longest rising subsequence: tails and a binary search.
func longestRise(_ positions: [Int]) -> Int {
  var tails: [Int] = []
  for position in positions {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if tails[middle] < position { low = middle + 1 } else { high = middle }
    }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
  }
  return tails.count
}
