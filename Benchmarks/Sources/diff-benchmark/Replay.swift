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

/// Replays changes of the rows of sections that stay where they are.
func check(_ changes: ListChanges, from old: [[Row]], to new: [[Row]], name: String) throws {
  var gone = Set(changes.itemDeletes)
  gone.formUnion(changes.itemMoves.map(\.old))
  let moves = Dictionary(uniqueKeysWithValues: changes.itemMoves.map { ($0.new, $0.old) })
  let updates = Set(changes.itemUpdates.map(\.new))
  let inserts = Set(changes.itemInserts)
  for section in new.indices {
    var staying = old[section].indices.filter {
      !gone.contains(ListPosition(section: section, item: $0))
    }[...]
    for item in new[section].indices {
      let position = ListPosition(section: section, item: item)
      if inserts.contains(position) { continue }
      let source =
        moves[position]
        ?? staying.popFirst().map { ListPosition(section: section, item: $0) }
      let row = source.map { old[$0.section][$0.item] }
      guard let row, row.id == new[section][item].id,
        updates.contains(position) == (row.version != new[section][item].version)
      else { throw WrongResult(description: "\(name): row \(position) is not what was told") }
    }
    guard staying.isEmpty else {
      throw WrongResult(description: "\(name): rows of section \(section) are left over")
    }
  }
  guard !changes.changesSections, changes.sectionUpdates.isEmpty else {
    throw WrongResult(description: "\(name): sections changed")
  }
}

/// Replays what a baseline tells: rows that neither went nor moved fill what moves and inserts leave, in order.
func check<Element: Equatable>(
  _ changes: HeckelChanges, from old: [Element], to new: [Element], name: String
) throws {
  var isStaying = [Bool](repeating: true, count: old.count)
  for place in changes.deletes + changes.moves.map(\.old) { isStaying[place] = false }
  var staying = old.indices.filter { isStaying[$0] }[...]
  var replayed = [Element?](repeating: nil, count: new.count)
  for move in changes.moves { replayed[move.new] = old[move.old] }
  for place in changes.inserts { replayed[place] = new[place] }
  for place in new.indices where replayed[place] == nil {
    replayed[place] = staying.popFirst().map { old[$0] }
  }
  for update in changes.updates { replayed[update.new] = new[update.new] }
  guard staying.isEmpty, replayed == new else {
    throw WrongResult(description: "\(name): a baseline's replay does not give the new list")
  }
}

/// The moves that are needed if the k-th of equal ids is always paired with the k-th.
func inOrderMinimum(from old: [Row], to new: [Row]) -> Int {
  var places: [UInt64: [Int]] = [:]
  for index in old.indices.reversed() { places[old[index].id, default: []].append(index) }
  let kept = new.compactMap { places[$0.id]?.popLast() }
  return kept.count - longestRise(kept)
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
