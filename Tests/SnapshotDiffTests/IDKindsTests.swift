import SnapshotDiff
import TestSupport
import Testing

/// Snapshots of ids of every kind: edits at random, versions of one list and of others compared with one another.
@Suite struct IDKindsTests {
  /// An id of which others are equal to it.
  struct Coarse: Hashable {
    let id: Int
    let rest: Int

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// An id of one hash with all others.
  struct Poor: Hashable {
    let id: Int

    func hash(into hasher: inout Hasher) {}
  }

  /// Makes the steps from `old` to `new` and compares; asks where each row is.
  private func check<Section, Item>(
    _ old: ListSnapshot<Section, Item>, _ new: ListSnapshot<Section, Item>
  ) throws {
    let target = try new.sectionIdentifiers.map { try new.itemIdentifiers(inSection: $0) }
    var list = try old.sectionIdentifiers.map { ($0, try old.itemIdentifiers(inSection: $0)) }
    let changes = new.changes(from: old)
    for step in changes.steps {
      switch step {
      case .deleteItem(let at): list[at.section].1.remove(at: at.item)
      case .insertItem(let at, let row):
        list[at.section].1.insert(target[row.section][row.item], at: at.item)
      case .moveItem(let from, let to):
        list[to.section].1.insert(list[from.section].1.remove(at: from.item), at: to.item)
      case .deleteSection(let at): list.remove(at: at)
      case .insertSection(let at, let number):
        list.insert((new.sectionIdentifier(at: number), []), at: at)
      case .moveSection(let from, let to): list.insert(list.remove(at: from), at: to)
      case .updateItem, .updateSection: break
      }
    }
    #expect(list.map(\.0) == new.sectionIdentifiers && list.map(\.1) == target)
    let last = changes.batches(from: old, to: new).last?.snapshot
    #expect((last ?? new).itemIdentifiers == target.flatMap { $0 })
    for (section, id) in new.sectionIdentifiers.enumerated() {
      #expect(new.indexOfSection(id) == section)
      for (item, id) in target[section].enumerated() {
        #expect(new.position(of: id) == ListPosition(section: section, item: item))
      }
    }
  }

  /// Edits a list at random, many edits being refused, and compares it with versions of before, and with the same
  /// list made anew.
  private func edit<Section, Item>(
    sections: [Section], items: [Item], seed: UInt64
  ) throws where Section: Hashable & Sendable, Item: Hashable & Sendable {
    var random = SeededGenerator(seed: seed)
    var list = ListSnapshot<Section, Item>()
    var versions = [list]
    for round in 0..<60 {
      let some = items.shuffled(using: &random).prefix(Int.random(in: 0...40, using: &random))
      let there = some.filter { list.contains($0) }
      let section = sections[Int.random(in: 0..<sections.count, using: &random)]
      let other = sections[Int.random(in: 0..<sections.count, using: &random)]
      do throws(ListSnapshotError) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1: try list.appendSections([section])
        case 2: try list.insertSections([section], beforeSection: other)
        case 3: try list.deleteSections(round % 3 == 0 ? [section] : [])
        case 4: try list.moveSection(section, afterSection: other)
        case 5...7: try list.appendItems(some.filter { !list.contains($0) }, toSection: section)
        case 8: try list.deleteItems(there)
        case 9: if let id = there.first { try list.reloadItems([id]) }
        case 10: list = versions.randomElement(using: &random) ?? list
        default:
          for id in there.dropFirst() { try list.moveItem(id, beforeItem: there[0]) }
        }
      } catch {
        #expect(!error.description.isEmpty)
      }
      guard round % 6 == 5 else { continue }
      var anew = ListSnapshot<Section, Item>()
      for id in list.sectionIdentifiers {
        anew.appendSection(id, unique: try list.itemIdentifiers(inSection: id))
      }
      for version in versions.suffix(3) + [anew] {
        try check(version, list)
        try check(list, version)
      }
      versions.append(list)
    }
  }

  @Test("Integers up to their limits", arguments: seeds(3))
  func integers(seed: UInt64) throws {
    let few = Array(0..<100)
    try edit(
      sections: [Int.min, Int.max, 0, -1], items: few + [Int.min, Int.max, Int.min + 1, -1],
      seed: seed)
    try edit(
      sections: [UInt64.max, 0, 1 << 63],
      items: few.map { UInt64($0) &* 0x0123_4567_89AB_CDEF } + [.max, 1 << 63, 1 << 63 - 1],
      seed: seed)
    try edit(
      sections: [Int32.min, .max, 5], items: few.map { Int32($0) * 20_000_000 } + [.min, -1],
      seed: seed)
    try edit(sections: Array(0..<400), items: few, seed: seed)
  }

  @Test(
    "Strings, equal as Unicode has it, and ids of a coarse == or of one hash", arguments: seeds(3))
  func others(seed: UInt64) throws {
    let few = Array(0..<60)
    try edit(
      sections: ["", "\u{E9}", "e\u{301}", "K", "\u{212A}"],
      items: few.map { "row \($0)" } + ["", "\u{E9}", "e\u{301}", "K", "\u{212A}", ";", "\u{37E}"],
      seed: seed)
    try edit(
      sections: (0..<6).map { Coarse(id: $0 / 2, rest: $0) },
      items: few.map { Coarse(id: $0 / 2, rest: $0) }, seed: seed)
    try edit(
      sections: few.prefix(4).map { Poor(id: $0) }, items: few.map { Poor(id: $0) }, seed: seed)
    try edit(
      sections: [0.0, -0.0, 1.5], items: few.map { Double($0) / 3 } + [-0.0, .infinity], seed: seed)
  }
}
