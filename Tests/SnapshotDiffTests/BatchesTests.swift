import TestSupport
import Testing

@testable import SnapshotDiff

@Suite struct BatchesTests {
  @Test("Batches from a list that only has the same ids end at the new list all the same")
  func strangeStart() throws {
    var list = ListSnapshot<WholeList, Int>(unique: [1, 2, 3, 4, 5])
    try list.reconfigureItems([1, 2, 3, 4, 5])
    let before = list
    try list.moveItem(5, beforeItem: 1)
    try list.moveItem(2, afterItem: 3)
    try list.reconfigureItems([5])
    let copy = ListSnapshot<WholeList, Int>(unique: Array(before.itemIdentifiers))
    let batches = list.changes(from: before).batches(from: copy, to: list)
    #expect(batches.last.map { Array($0.snapshot.itemIdentifiers) } == [5, 1, 3, 2, 4])
    #expect(batches.last?.changes.isEmpty == false)
  }

  @Test("Between lists that the changes do not belong to, all of one is shown for all of the other")
  func strangeLists() throws {
    var old = ListSnapshot<Int, Int>()
    try old.appendSections([1, 2])
    try old.appendItems([1, 2, 3], toSection: 1)
    var new = old
    try new.moveSection(2, beforeSection: 1)
    try new.moveItem(3, beforeItem: 1)
    try new.deleteSections([1])
    try new.appendSections([3, 4])
    try new.appendItems([3, 4], toSection: 3)
    var oneRow = ListSnapshot<Int, Int>()
    try oneRow.appendSections([1, 2])
    for strange in [ListSnapshot(), oneRow, new] {
      let batches = new.changes(from: old).batches(from: strange, to: new)
      try #require(batches.count == 1)
      #expect(batches[0].changes.sectionDeletes == Array(0..<strange.numberOfSections))
      #expect(batches[0].changes.sectionInserts == [0, 1, 2])
      #expect(batches[0].changes.count == strange.numberOfSections + 3)
    }
    #expect(old.changes(from: new).batches(from: old, to: ListSnapshot()).count == 1)
  }

  @Test("Changes of no list have no steps")
  func misfits() {
    var misfits = Array(repeating: ListChanges(), count: 6)
    misfits[0].sectionInserts = [0, 0, 0]
    misfits[1].sectionDeletes = [1, 1]
    misfits[2].sectionMoves = [SectionPair(old: 0, new: 1), SectionPair(old: 0, new: 2)]
    misfits[3].sectionDeletes = [-1]
    misfits[4].itemInserts = [ListPosition(section: -1, item: 0)]
    misfits[5].sectionMoves = [SectionPair(old: 0, new: 1)]
    misfits[5].sectionInserts = [1]
    for changes in misfits { #expect(changes.steps.isEmpty) }
  }

  @Test("A section that is reloaded carries what happens in it, and what moves on to another such")
  func reloadedSections() throws {
    var list = ListSnapshot<Int, Int>()
    try list.appendSections([1, 2, 3])
    try list.appendItems(Array(1...4), toSection: 1)
    try list.appendItems(Array(11...14), toSection: 2)
    try list.appendItems(Array(21...24), toSection: 3)
    let old = list
    try list.reloadSections([1, 2])
    try list.deleteItems([2])
    try list.insertItems([5], beforeItem: 1)
    try list.moveItem(4, beforeItem: 1)
    try list.moveItem(3, beforeItem: 12)
    try verifyBatches(from: old, to: list)
    #expect(list.batches(from: old).map(\.changes.count) == [2])
    // One that moves to where nothing is reloaded has to be told.
    try list.moveItem(11, beforeItem: 22)
    try verifyBatches(from: old, to: list)
    #expect(list.batches(from: old).count == 2)
  }

  @Test("Batches keep to a view's rules and end at the new list", arguments: seeds(40))
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var editor = SnapshotEditor(
      random: &random, sections: Int.random(in: 1...6, using: &random), sizes: [0, 3, 12])
    for _ in 0..<12 {
      let old = editor
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        try editor.step(&random, sectionShare: 40)
      }
      try verifyBatches(from: old.snapshot, to: editor.snapshot)
      try verifyBatches(from: editor.snapshot, to: old.snapshot)
      try verifyBatches(from: old.model.snapshot, to: editor.snapshot)
      let changes = editor.snapshot.changes(from: old.snapshot)
      try verifySteps(changes, from: old.model, to: editor.model)
      try verify(changes.inverse, from: editor.model, to: old.model)
    }
  }

  @Test(
    "Between any two small lists with sections, batches and steps are right", arguments: seeds(40))
  func anyLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func list() -> Model {
      var sections = Array(1...4).shuffled(using: &random)[..<Int.random(in: 0...4, using: &random)]
        .map { id in
          Model.Section(id: id, version: UInt64.random(in: 0...1, using: &random), rows: [])
        }
      for id in (1...8).shuffled(using: &random)[..<Int.random(in: 0...8, using: &random)] {
        guard let section = sections.indices.randomElement(using: &random) else { break }
        sections[section].rows.append(
          Model.Row(id: id, version: UInt64.random(in: 0...1, using: &random)))
      }
      return Model(sections)
    }
    for _ in 0..<60 {
      let old = list()
      let new = list()
      let changes = new.snapshot.changes(from: old.snapshot)
      try verify(changes, from: old, to: new)
      try verifyBatches(from: old.snapshot, to: new.snapshot)
      try verifySteps(changes, from: old, to: new)
    }
  }
}
