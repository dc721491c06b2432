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
