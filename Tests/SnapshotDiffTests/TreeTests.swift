import TestSupport
import Testing

@testable import SnapshotDiff

@Suite struct TreeTests {
  /// A list that several tests begin with.
  private static let million = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))

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

  @Test("One edit in a million rows looks into few leaves and copies few rows", arguments: seeds(5))
  func oneEditIsCheap(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var snapshot = Self.million
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
    let old = Self.million
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
