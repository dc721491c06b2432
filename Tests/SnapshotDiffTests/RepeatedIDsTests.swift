import SnapshotDiff
import TestSupport
import Testing

/// Arrays may repeat ids: who is whose partner then.
@Suite struct RepeatedIDsTests {
  func changes(
    _ old: [Model.Row], _ new: [Model.Row], _ repeats: ListChanges.RepeatedIDs = .asTheyRun
  ) -> ListChanges {
    ListChanges(
      from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version }, repeats: repeats)
  }

  /// The k-th of equal ids with the k-th, by new position.
  private func inOrderPairs(_ old: [Model.Row], _ new: [Model.Row]) -> [ListMove] {
    var places: [Int: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index].id, default: []].append(index) }
    return new.indices.compactMap { index in
      places[new[index].id]?.popLast().map { ListMove(old: $0, new: index) }
    }
  }

  /// Who became who by these changes, by new position.
  private func pairs(_ changes: ListChanges, _ old: [Model.Row], _ new: [Model.Row]) -> [ListMove] {
    let gone = Set(changes.itemDeletes + changes.itemMoves.map(\.old))
    var rest = old.indices.filter { !gone.contains(ListPosition(item: $0)) }[...]
    var inserts = changes.itemInserts[...]
    var moves = changes.itemMoves[...]
    return new.indices.compactMap { index in
      if inserts.first?.item == index {
        inserts.removeFirst()
        return nil
      }
      if moves.first?.new.item == index { return moves.removeFirst() }
      return rest.popFirst().map { ListMove(old: $0, new: index) }
    }
  }

  /// Checks all, and that partners are the k-th and the k-th.
  private func checkInOrder(
    _ found: ListChanges, _ old: [Model.Row], _ new: [Model.Row]
  ) throws {
    try verify(found, from: Model(rows: old), to: Model(rows: new))
    #expect(pairs(found, old, new) == inOrderPairs(old, new))
  }

  private func randomRows(
    _ count: Int, distinct: Int, _ random: inout SeededGenerator
  ) -> [Model.Row] {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      Model.Row(
        id: Int.random(in: 0..<distinct, using: &random),
        version: UInt64.random(in: 0...1, using: &random))
    }
  }

  @Test("Lists with repeated ids replay exactly", arguments: seeds(24))
  func repeats(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for count in [3, 8, 40, 300] {
      for distinct in [1, 2, 3, 10, count] {
        let old = randomRows(count, distinct: distinct, &random)
        let new = randomRows(count, distinct: distinct, &random)
        try verify(changes(old, new), from: Model(rows: old), to: Model(rows: new))
      }
    }
  }

  @Test(
    "The k-th of equal ids is the k-th in the other list, with the fewest moves for that",
    arguments: seeds(24))
  func unlikeLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for (count, distinct) in [(3, 2), (8, 3), (40, 2), (40, 30), (250, 10), (250, 200), (900, 10)] {
      let old = randomRows(count, distinct: distinct, &random)
      let new = randomRows(count, distinct: distinct, &random)
      try checkInOrder(changes(old, new), old, new)
      try checkInOrder(changes(old, new, .inOrder), old, new)
    }
  }

  @Test(
    "So it is in long lists that are nearly alike, if that is wanted, and in short ones always",
    arguments: seeds(24))
  func nearlyAlikeLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for (count, distinct) in [(6, 4), (30, 20), (250, 240), (600, 20), (600, 500)] {
      let old = randomRows(count, distinct: distinct, &random)
      var new = old
      for _ in 0..<Int.random(in: 1...3, using: &random) where !new.isEmpty {
        let row = new.remove(at: Int.random(in: 0..<new.count, using: &random))
        let other = old[Int.random(in: 0..<old.count, using: &random)]
        for row in [[row], [other], [], [row, other]].randomElement(using: &random) ?? [] {
          new.insert(row, at: Int.random(in: 0...new.count, using: &random))
        }
      }
      try checkInOrder(changes(old, new, .inOrder), old, new)
      let found = changes(old, new)
      if old.count + new.count <= 512 {
        try checkInOrder(found, old, new)
      } else {
        try verify(found, from: Model(rows: old), to: Model(rows: new))
      }
    }
  }

  @Test(
    "In long lists a row that came is told where the lists differ, or at the end of its id's rows")
  func whatIsToldOfARowThatCame() throws {
    let old = (0..<1_000).map { Model.Row(id: $0) }
    var new = old
    new.insert(Model.Row(id: 900), at: 10)
    let asTheyRun = changes(old, new)
    #expect(asTheyRun.count == 1 && asTheyRun.itemInserts == [ListPosition(item: 10)])
    let inOrder = changes(old, new, .inOrder)
    #expect(inOrder.itemInserts == [ListPosition(item: 901)])
    #expect(inOrder.itemMoves == [ListMove(old: 900, new: 10)])
    try checkInOrder(inOrder, old, new)
    let ids = ListChanges(fromIDs: old.map(\.id), toIDs: new.map(\.id), repeats: .inOrder)
    #expect(ids == inOrder)
  }
}

extension ListMove {
  /// A move in a list without sections.
  fileprivate init(old: Int, new: Int) {
    self.init(old: ListPosition(item: old), new: ListPosition(item: new))
  }
}
