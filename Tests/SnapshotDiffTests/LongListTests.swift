import SnapshotDiff
import TestSupport
import Testing

/// Lists so long that they are compared in two places at once.
@Suite struct LongListTests {
  @Test(
    "Few edits anywhere in a long list replay exactly, with the fewest moves", arguments: seeds(5))
  func fewEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for edits in [0, 1, 2, 5] {
      let old = (0..<Int.random(in: 18_000...60_000, using: &random)).map { Model.Row(id: $0) }
      var new = old
      var next = old.count
      for _ in 0..<edits { longEdit(&new, &next, &random) }
      try check(old, new)
      try check(new, old)
    }
  }

  @Test("A long list whose rows repeat replays exactly", arguments: seeds(5))
  func repeats(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let old = (0..<40_000).map { Model.Row(id: $0 / 3 % 5_000) }
    var new = old
    var next = old.count
    for _ in 0..<3 { longEdit(&new, &next, &random) }
    let changes = difference(old, new)
    #expect(changes.applied(to: old, new) == new)
  }

  /// An insert, delete, move or update of one row or of many.
  private func longEdit(
    _ rows: inout [Model.Row], _ next: inout Int, _ random: inout SeededGenerator
  ) {
    let length = [1, 1, 1, 30, 5_000].randomElement(using: &random) ?? 1
    let places = [
      0, rows.count / 2, rows.count - length, Int.random(in: 0..<rows.count, using: &random),
    ]
    let start = min(places.randomElement(using: &random) ?? 0, rows.count - length)
    let range = start..<(start + length)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      rows.insert(contentsOf: (next..<(next + length)).map { Model.Row(id: $0) }, at: start)
      next += length
    case 1: rows.removeSubrange(range)
    case 2:
      let block = rows[range]
      rows.removeSubrange(range)
      rows.insert(contentsOf: block, at: Int.random(in: 0...rows.count, using: &random))
    default:
      for index in range { rows[index].version += 1 }
    }
  }

  private func difference(_ old: [Model.Row], _ new: [Model.Row]) -> ListChanges {
    ListChanges(from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
  }

  /// Checks a difference of lists in which no id repeats.
  private func check(_ old: [Model.Row], _ new: [Model.Row]) throws {
    let changes = difference(old, new)
    #expect(changes.applied(to: old, new) == new)
    // By id, which is a small number.
    var places = [Int?](
      repeating: nil, count: 1 + max(old.lazy.map(\.id).max() ?? 0, new.lazy.map(\.id).max() ?? 0))
    for index in old.indices { places[old[index].id] = index }
    let kept = new.compactMap { places[$0.id] }
    #expect(changes.itemDeletes.count == old.count - kept.count)
    #expect(changes.itemInserts.count == new.count - kept.count)
    #expect(changes.itemMoves.count == kept.count - longestRise(kept))
    let updated = new.indices.filter { index in
      places[new[index].id].map { old[$0].version != new[index].version } ?? false
    }
    #expect(changes.itemUpdates.map(\.new.item) == updated)
    #expect(changes.itemUpdates.allSatisfy { places[new[$0.new.item].id] == $0.old.item })
  }

  /// The length of the longest rising subsequence, by patience sorting.
  private func longestRise(_ positions: [Int]) -> Int {
    var tails: [Int] = []
    for position in positions {
      guard let last = tails.last, last > position else {
        tails.append(position)
        continue
      }
      var (low, high) = (0, tails.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < position { low = middle + 1 } else { high = middle }
      }
      tails[low] = position
    }
    return tails.count
  }
}

extension ListChanges {
  /// `old` with these changes, which take what they need from `new`.
  fileprivate func applied(to old: [Model.Row], _ new: [Model.Row]) -> [Model.Row] {
    let gone = Set(itemDeletes.map(\.item) + itemMoves.map(\.old.item))
    var staying = old.indices.filter { !gone.contains($0) }.map { old[$0] }[...]
    var came: [Int: Model.Row] = [:]
    for place in itemInserts { came[place.item] = new[place.item] }
    for move in itemMoves { came[move.new.item] = old[move.old.item] }
    var rows: [Model.Row] = []
    while let row = came[rows.count] ?? staying.popFirst() { rows.append(row) }
    for update in itemUpdates {
      guard rows[update.new.item] == old[update.old.item] else { return [] }
      rows[update.new.item].version = new[update.new.item].version
    }
    return staying.isEmpty && rows.count == new.count ? rows : []
  }
}
