import TestSupport
import Testing

@testable import SnapshotDiff

/// What a list holds on to is bounded by its length, whatever came and went before.
@Suite struct ForgettingTests {
  @Test("Ids that are gone are forgotten, and what was told before stays true")
  func items() throws {
    var list = ListSnapshot<String, String>()
    try list.appendSections(["kept", "own"])
    try list.appendItems(["a", "b"], toSection: "kept")
    var held: [(list: ListSnapshot<String, String>, ids: [String])] = []
    for round in 0..<6 {
      let ids = (0..<3_000).map { "\(round)-\($0)" }
      try list.appendItems(ids, toSection: "own")
      try list.reloadItems([ids[0], "b"])
      #expect(list.itemKeys.count <= 2 * list.numberOfItems + 4096 + ids.count)
      held.append((list, list.itemIdentifiers))
      try list.deleteItems(ids)
      try list.insertItems(["x\(round)"], beforeItem: "b")
    }
    for (list, ids) in held {
      #expect(list.itemIdentifiers == ids)
      #expect(list.indexOfItem(ids[1_000]) == 1_000)
    }
    #expect(Set(held.map { ObjectIdentifier($0.list.itemKeys) }).count > 1)
    let changes = held[5].list.changes(from: held[0].list)
    #expect(changes.itemDeletes.count == 3_000 && changes.itemInserts.count == 3_005)
    #expect(changes.itemMoves.isEmpty && changes.itemUpdates.count == 1)
    #expect(list.itemIdentifiers == ["a", "x0", "x1", "x2", "x3", "x4", "x5", "b"])
    #expect(list.reloadedItemIdentifiers == ["b"])
  }

  @Test("A list that grows to 10^5 strings and shrinks to none, again and again, stays bounded")
  func growAndShrink() throws {
    var list = ListSnapshot<Int, String>()
    let count = 100_000
    for round in 0..<3 {
      list.appendSection(round, unique: (0..<count).map { "\(round)/\($0)" })
      #expect(list.numberOfItems == count && list.indexOfItem("\(round)/777") == 777)
      #expect(list.itemKeys.count <= count + 4096)
      try list.deleteSections([round])
      #expect(list.numberOfItems == 0 && list.indexOfItem("\(round)/777") == nil)
    }
  }

  @Test("Marks of what is gone are forgotten")
  func marks() throws {
    var list = ListSnapshot<Int, Int>()
    try list.appendSections([0])
    try list.appendItems([-1, -2])
    try list.reconfigureItems([-2])
    for round in 0..<6 {
      let ids = (0..<2_000).map { round * 2_000 + $0 }
      try list.appendItems(ids)
      try list.reloadItems(ids)
      try list.appendSections(ids.map { $0 + 1 })
      try list.reloadSections(ids.map { $0 + 1 })
      #expect(list.reloadedItemIdentifiers.filter { $0 != -1 } == ids)
      try list.deleteItems(ids)
      try list.deleteSections(ids.map { $0 + 1 })
      try list.reloadItems([-1])
      try list.reloadSections([0])
      #expect(list.marks.itemCount <= 4_200)
      #expect(list.marks.reloadedSections.count <= 4_200)
    }
    #expect(list.reconfiguredItemIdentifiers == [-2])
    #expect(list.reloadedSectionIdentifiers == [0])
  }

  @Test("What went and comes again has no marks, whichever way it went and came")
  func marksOfWhatComesAgain() throws {
    var list = ListSnapshot<String, Int>()
    try list.appendSections(["a", "b"])
    try list.appendItems([1, 2, 3, 4], toSection: "a")
    let inserts: [(inout ListSnapshot<String, Int>) throws -> Void] = [
      { try $0.insertItems([3], beforeItem: 4) },
      { try $0.appendItems([3]) },
      { try $0.appendItems([3] + Array(100..<200)) },
      { try $0.insert(unique: 3, at: ListPosition(section: 1, item: 0)) },
      { $0.appendSection("c", unique: [3]) },
    ]
    for insert in inserts {
      var own = list
      try own.reloadItems([4, 3, 2])
      try own.reconfigureItems([1, 3])
      try own.moveItem(3, beforeItem: 1)
      #expect(own.reloadedItemIdentifiers == [4, 3, 2])
      try own.deleteItems([3])
      #expect(own.reloadedItemIdentifiers == [4, 2])
      try insert(&own)
      #expect(own.reloadedItemIdentifiers == [4, 2] && own.reconfiguredItemIdentifiers == [1])
      try own.reloadItems([3, 4])
      #expect(own.reloadedItemIdentifiers == [4, 2, 3])
    }
    let sectionInserts: [(inout ListSnapshot<String, Int>) throws -> Void] = [
      { try $0.appendSections(["a"]) },
      { $0.appendSection("a", unique: [9]) },
      { try $0.insertSection(unique: "a", at: 0) },
    ]
    for insert in sectionInserts {
      var own = list
      try own.reloadSections(["a", "b"])
      try own.reloadItems([1])
      try own.deleteSections(["a"])
      #expect(own.reloadedSectionIdentifiers == ["b"] && own.reloadedItemIdentifiers.isEmpty)
      try insert(&own)
      try own.appendItems([1], toSection: "b")
      #expect(own.reloadedSectionIdentifiers == ["b"] && own.reloadedItemIdentifiers.isEmpty)
    }
  }

  @Test("Marks that come and go keep their order and are not heaped up", arguments: seeds(4))
  func markedKeys(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var marked = MarkedKeys()
    var model: [Int64] = []
    for _ in 0..<1_000 {
      let keys = ContiguousArray((0..<3).map { _ in Int64.random(in: 0..<40, using: &random) })
      if Bool.random(using: &random) {
        marked.add(keys)
        for key in keys where !model.contains(key) { model.append(key) }
      } else {
        marked.remove(keys)
        model.removeAll { keys.contains($0) }
      }
      #expect(Array(marked.keys) == model && marked.count == model.count)
    }
  }

  @Test("Long before the numbers of nodes run out, a list starts anew with them")
  func numbers() throws {
    var list = ListSnapshot<Int, Int>()
    for section in 0..<3 {
      list.appendSection(section, unique: (0..<500).map { section * 500 + $0 })
    }
    let edit = TreeEdit(nextNumber: TreeIndex.ownerBit / 2 - 3, isRecording: false)
    list.forest = Forest(list.forest.sections.rows, after: list.forest, edit)
    let lineage = list.forest.lineage
    let before = list
    for round in 0..<400 {
      try list.insertItems([10_000 + round], beforeItem: round)
      if round % 40 == 0 { try list.moveSection(round / 40 % 2, afterSection: 2) }
    }
    #expect(list.forest.lineage !== lineage)
    try checkInvariants(list)
    try verify(list.changes(from: before), from: Model(before), to: Model(list))
    #expect(list.changes(from: before).itemInserts.count == 400)
    #expect(list.changes(from: before).itemMoves.isEmpty)
  }

  @Test("Sections that are gone are forgotten")
  func sections() throws {
    var list = ListSnapshot<Int, Int>()
    try list.appendSections([-1])
    try list.appendItems([1, 2, 3], toSection: -1)
    for round in 0..<9 {
      let sections = (0..<1_000).map { round * 1_000 + $0 }
      try list.insertSections(sections, beforeSection: -1)
      #expect(list.sectionKeys.count <= 2 * list.numberOfSections + 4096 + sections.count)
      #expect(list.indexOfSection(-1) == 1_000 && list.indexOfSection(sections[7]) == 7)
      try list.deleteSections(sections)
    }
    #expect(list.sectionIdentifiers == [-1] && list.itemIdentifiers == [1, 2, 3])
    #expect(list.position(of: 2) == ListPosition(section: 0, item: 1))
  }

  @Test("An index lets go of what is gone", arguments: seeds(2))
  func index(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = ListSnapshot<WholeList, Int>(unique: [0])
    _ = list.position(of: 0)
    var next = 1
    for target in [3_000, 1, 3_000, 1] {
      while list.numberOfItems != target {
        let isGrowing = list.numberOfItems < target
        let place = ListPosition(
          item: Int.random(in: 0..<(list.numberOfItems + (isGrowing ? 1 : 0)), using: &random))
        if isGrowing {
          try list.insert(unique: next, at: place)
          next += 1
        } else {
          try list.remove(at: place)
        }
      }
      let index = list.forest.index.items
      #expect(index.leaves.entryCount == target)
      // Numbers are given out once, so in a page there may be few that live.
      #expect(index.parents.pageCount <= 4 * (target / 32 + 2))
    }
    let id = list.itemIdentifiers[0]
    #expect(list.position(of: id) == ListPosition(item: 0))
  }

  @Test(
    "A map between numbers agrees with a dictionary, and copies do not change", arguments: seeds(6))
  func numberMap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = NumberMap()
    var model: [UInt32: UInt32] = [:]
    var copies: [(NumberMap, [UInt32: UInt32])] = []
    let numbers: [UInt32] = [0, 1, 31, 32, 1_023, 1_024, 40_000, 1 << 20, 1 << 30, .max - 1]
    for round in 0..<2_000 {
      let number =
        Bool.random(using: &random)
        ? numbers.randomElement(using: &random) ?? 0 : UInt32.random(in: 0..<2_000, using: &random)
      if round / 500 % 2 == 0 ? round % 4 != 0 : round % 4 == 0 {
        map.set(number, to: UInt32(round))
        model[number] = UInt32(round)
      } else {
        map.remove(number)
        model[number] = nil
      }
      if round % 400 == 0 { copies.append((map, model)) }
    }
    copies.append((map, model))
    for (map, model) in copies {
      for number in Array(0..<2_000) + numbers { #expect(map[number] == model[number]) }
    }
    for number in Array(model.keys) { map.remove(number) }
    #expect(map.pageCount == 1)
  }
}

extension KeyMap {
  /// How many keys there are.
  var entryCount: Int {
    var count = 0
    var nodes = [root]
    while let node = nodes.popLast() {
      nodes += node.children.map(\.node)
      count += node.entries.count
    }
    return count
  }
}

extension NumberMap {
  /// How many pages there are.
  var pageCount: Int {
    var count = 0
    var pages = [root]
    while let page = pages.popLast() {
      pages += page.pages.compactMap { $0 }
      count += 1
    }
    return count
  }
}
