import TestSupport
import Testing

@testable import SnapshotDiff

/// Versions that somebody holds never change, whatever becomes of the list and on whatever thread.
@Suite struct HeldVersionsTests {
  typealias List = ListSnapshot<WholeList, Int>

  /// Checks the rows of a version, and the shape of its tree.
  static func check(_ version: List, _ ids: [Int]) throws {
    try version.forest.section(at: 0).items.check()
    guard version.numberOfItems == ids.count, version.itemIdentifiers == ids else {
      throw Wrong("a version of \(ids.count) rows has changed")
    }
  }

  /// Checks which rank each id has, and which id each rank has.
  ///
  /// `check` has seen every rank once, in order; without optimization, one by one, a million take too long.
  static func checkRanks(_ version: List, _ ids: [Int]) throws {
    #if DEBUG
      let step = ids.count > 100_000 ? 17 : 1
    #else
      let step = 1
    #endif
    for rank in stride(from: 0, to: ids.count, by: step) {
      let position = ListPosition(item: rank)
      guard version.position(of: ids[rank]) == position,
        version.itemIdentifier(at: position) == ids[rank]
      else { throw Wrong("row \(ids[rank]) is not number \(rank) of \(ids.count)") }
    }
  }

  /// Grows and shrinks a list, row by row as it does near each target, and holds a version at each.
  private func versions(_ targets: [Int]) throws -> [(list: List, ids: [Int])] {
    var random = SeededGenerator(seed: 3)
    var list = List(unique: [])
    var ids: [Int] = []
    var held: [(list: List, ids: [Int])] = []
    var next = 0
    for target in targets {
      if target > 500_000 {
        // One by one, these would take as long as all else; they come in a run, but for the last few.
        let run = next..<(next + target - ids.count - 3_000)
        try list.appendItems(Array(run))
        // Rows go by position, and a million times nobody asks where an id is.
        list.forest.forgetIndex()
        ids += run
        next = run.upperBound
      }
      while ids.count != target {
        // Far from the target, many edits follow one another at one place: the model is slow at that.
        let missing = target - ids.count
        let length = abs(missing) > 3_000 ? min(abs(missing) - 2_000, 10_000) : 1
        let last = missing > 0 ? ids.count : ids.count - length
        let place = [0, last, Int.random(in: 0...last, using: &random)][ids.count % 3]
        let position = ListPosition(item: place)
        if missing > 0 {
          ids.insert(contentsOf: (next..<(next + length)).reversed(), at: place)
          for id in next..<(next + length) { try list.insert(unique: id, at: position) }
          next += length
        } else {
          ids.removeSubrange(place..<(place + length))
          for _ in 0..<length { try list.remove(at: position) }
        }
      }
      held.append((list, ids))
      // Of the others, the caller sees in the end whether they changed.
      #expect(list.itemIdentifiers == ids)
    }
    return held
  }

  @Test(
    "A list that grows to a million rows and shrinks to one keeps every rank and every old version")
  func million() async throws {
    let held = try versions([1, 10, 1_000, 1_000_000 / seedDivisor, 1_000, 10, 1])
    for version in held { _ = version.list.position(of: -1) }
    // Each thread edits copies of all versions, one after another, while the others read and edit them.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in UInt64(0)..<4 {
        group.addTask { for version in held { try Self.edit(version, seed: seed) } }
      }
      for version in held { group.addTask { try Self.check(version.list, version.ids) } }
      try await group.waitForAll()
    }
    for version in held {
      try Self.check(version.list, version.ids)
      try Self.checkRanks(version.list, version.ids)
    }
    for (old, new) in zip(held, held.dropFirst()) {
      let changes = new.list.changes(from: old.list)
      var replayed = old.ids
      #expect(changes.apply(to: &replayed) { new.ids[$0] } && replayed == new.ids)
      #expect(changes.itemMoves.isEmpty)
    }
  }

  /// Edits a copy of a version by id, and checks what came of it by replay.
  private static func edit(_ version: (list: List, ids: [Int]), seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var own = version.list
    for round in 0..<40 {
      let id = version.ids[Int.random(in: 0..<version.ids.count, using: &random)]
      switch round % 3 {
      case 0: try own.insertItems([-1 - round], beforeItem: id)
      case 1: try own.reconfigureItems([id])
      default: if id != version.ids[0] { try own.moveItem(id, beforeItem: version.ids[0]) }
      }
    }
    let changes = own.changes(from: version.list)
    var replayed = version.ids
    guard changes.apply(to: &replayed, element: { own.itemIdentifier(at: ListPosition(item: $0)) }),
      changes.itemInserts.count == 14, changes.itemDeletes.isEmpty,
      replayed == own.itemIdentifiers, own.numberOfItems == version.ids.count + 14
    else { throw Wrong("an edit beside others went wrong") }
    try own.forest.section(at: 0).items.check()
  }

  @Test("Snapshots are read, asked and edited from several threads at once")
  func threads() async throws {
    let trunk = try ListSnapshot<String, String>(sections: 4, rows: 500)
    let results = await withTaskGroup(of: Bool.self) { group in
      for branch in 0..<8 {
        group.addTask {
          var own = trunk
          var random = SeededGenerator(seed: UInt64(branch))
          do {
            for round in 0..<200 {
              let anchor = own.itemIdentifiers(inSectionAt: branch % 4)[round % 100]
              try own.insertItems(["\(branch)-\(round)"], beforeItem: anchor)
              let moved = "row \(Int.random(in: 0..<2_000, using: &random))"
              if moved != anchor { try own.moveItem(moved, afterItem: anchor) }
            }
            var replayed = Set(trunk.itemIdentifiers)
            let changes = own.changes(from: trunk)
            replayed.formUnion(changes.itemInserts.map { own.itemIdentifier(at: $0) })
            return replayed == Set(own.itemIdentifiers)
              && own.numberOfItems == trunk.numberOfItems + 200
              && trunk.indexOfItem("row 700") == 700
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
  }
}

extension ListSnapshot<String, String> {
  init(sections: Int, rows: Int) throws {
    self.init()
    for section in 0..<sections {
      appendSection(
        "section \(section)", unique: (0..<rows).map { "row \(section * rows + $0)" })
    }
  }

  func itemIdentifiers(inSectionAt index: Int) -> [String] {
    (try? itemIdentifiers(inSection: sectionIdentifier(at: index))) ?? []
  }
}
