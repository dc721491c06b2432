import TestSupport
import Testing

@testable import SnapshotDiff

@Suite struct TreeTests {
  @Test("A list that grows and shrinks keeps its ranks, its shape and its old versions")
  func growAndShrink() throws {
    var random = SeededGenerator(seed: 1)
    var snapshot = ListSnapshot<WholeList, Int>(unique: [])
    var model: [Int] = []
    var held: [(ListSnapshot<WholeList, Int>, [Int])] = []
    var next = 0
    for target in [1, 10, 1_000, 20_000, 1_000, 10, 1, 0, 300] {
      // Small lists are indexed, so that edits have an index to keep.
      if target <= 1_000, target > 0 { _ = snapshot.position(of: -1) }
      while model.count != target {
        if model.count < target {
          let place = Int.random(in: 0...model.count, using: &random)
          model.insert(next, at: place)
          try snapshot.insert(unique: next, at: ListPosition(item: place))
          next += 1
        } else {
          let place = Int.random(in: 0..<model.count, using: &random)
          model.remove(at: place)
          try snapshot.remove(at: ListPosition(item: place))
        }
      }
      held.append((snapshot, model))
      for (version, ids) in held {
        #expect(version.itemIdentifiers == ids)
        try version.forest.section(at: 0).items.check()
      }
      for (rank, id) in model.enumerated() where rank % 7 == 0 {
        #expect(snapshot.indexOfItem(id) == rank)
        let position = snapshot.position(ofItemAt: rank)
        #expect(snapshot.position(of: id) == position)
        #expect(snapshot.indexOfItem(at: position) == rank)
        #expect(snapshot.itemIdentifier(at: ListPosition(item: rank)) == id)
      }
    }
  }

  @Test("A list that grows to a million rows and shrinks to one keeps every rank and old version")
  func million() throws {
    var random = SeededGenerator(seed: 3)
    var snapshot = ListSnapshot<WholeList, Int>(unique: [])
    var model: [Int] = []
    var held: [(ListSnapshot<WholeList, Int>, [Int])] = []
    var next = 0
    let million = 1_000_000 / seedDivisor
    for target in [1, 10, 1_000, million / 8, million, 1_000, 10, 1] {
      if target == million {
        // One by one, these would take as long as all else; they come in a run, but for the last few.
        let run = next..<(next + target - model.count - 3_000)
        model += run
        next = run.upperBound
        snapshot = ListSnapshot(unique: model)
      }
      while model.count != target {
        // Far from the target, many edits follow one another at one place: the model is slow at that.
        let missing = target - model.count
        let length = abs(missing) > 3_000 ? min(abs(missing) - 2_000, 10_000) : 1
        let last = missing > 0 ? model.count : model.count - length
        let place = [0, last, Int.random(in: 0...last, using: &random)][model.count % 3]
        let position = ListPosition(item: place)
        if missing > 0 {
          model.insert(contentsOf: (next..<(next + length)).reversed(), at: place)
          for id in next..<(next + length) { try snapshot.insert(unique: id, at: position) }
          next += length
        } else {
          model.removeSubrange(place..<(place + length))
          for _ in 0..<length { try snapshot.remove(at: position) }
        }
      }
      held.append((snapshot, model))
      #expect(snapshot.itemIdentifiers == model)
      try snapshot.forest.section(at: 0).items.check()
    }
    for (version, ids) in held {
      #expect(version.itemIdentifiers == ids)
      try version.forest.section(at: 0).items.check()
      for rank in stride(from: 0, to: ids.count, by: max(1, ids.count / 1_000)) {
        #expect(version.itemIdentifier(at: ListPosition(item: rank)) == ids[rank])
        #expect(version.indexOfItem(ids[rank]) == rank)
      }
    }
  }

  @Test("One edit in a million rows looks into few leaves and copies few rows", arguments: seeds(5))
  func oneEditIsCheap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var snapshot = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))
    for round in 0..<300 {
      let old = snapshot
      let place = ListPosition(
        item: Int.random(in: 0..<snapshot.numberOfItems, using: &random))
      switch round % 3 {
      case 0: try snapshot.insert(unique: 2_000_000 + round, at: place)
      case 1: try snapshot.remove(at: place)
      default: try snapshot.setVersion(UInt64(round), at: place)
      }
      let result = snapshot.countedChanges(from: old)
      #expect(result.changes.count == 1)
      #expect(result.work.leaves <= 4 && result.work.rows <= 300 && result.work.hashed <= 200)
    }
  }

  @Test("A thousand edits in a million rows look into the leaves that they touched")
  func manyEditsAreCheap() throws {
    var random = SeededGenerator(seed: 2)
    let old = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))
    var new = old
    for round in 0..<1_000 {
      let place = ListPosition(item: Int.random(in: 0..<new.numberOfItems, using: &random))
      if round % 2 == 0 {
        try new.insert(unique: 2_000_000 + round, at: place)
      } else {
        try new.remove(at: place)
      }
    }
    let result = new.countedChanges(from: old)
    #expect(result.changes.itemMoves.isEmpty)
    #expect(result.work.leaves <= 4_000 && result.work.hashed <= 40_000)
    #expect(old.countedChanges(from: old).work.leaves == 0)
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

  @Test("A sorted map agrees with a dictionary, and copies do not change", arguments: seeds(10))
  func keyMap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = KeyMap()
    var model: [Int64: UInt32] = [:]
    var copies: [(KeyMap, [Int64: UInt32])] = []
    for round in 0..<6_000 {
      let key = Int64.random(in: -700...700, using: &random)
      if round / 1_500 % 2 == 0 ? round % 4 != 0 : round % 4 == 0 {
        map.set(key, to: UInt32(round))
        model[key] = UInt32(round)
      } else {
        map.remove(key)
        model[key] = nil
      }
      if round % 1_000 == 0 { copies.append((map, model)) }
    }
    copies.append((map, model))
    for (map, model) in copies {
      for key in Int64(-710)...710 { #expect(map[key] == model[key]) }
    }
  }

  @Test("Keys of any spread are sorted", arguments: seeds(6))
  func keySort(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 500, 5_000] {
      for range in [Int64.min...Int64.max, 0...20, -5_000...5_000] {
        var keys = (0..<count).map { _ in Int64.random(in: range, using: &random) }
        if let first = keys.indices.first { keys[first] = Int64.max }
        var entries = ContiguousArray(keys.map { KeyMap.Entry(key: $0, value: 0) })
        sortByKey(&entries)
        #expect(entries.map(\.key) == keys.sorted())
      }
    }
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
