import TestSupport
import Testing

@testable import SnapshotDiff

@Suite struct SnapshotChangesTests {
  @Test(
    "Successive versions differ exactly as their contents do", arguments: seeds(10), [1, 5, 60])
  func successiveVersions(seed: UInt64, edits: Int) throws {
    var random = SeededGenerator(seed: seed)
    var editor = SnapshotEditor(random: &random, sections: Int.random(in: 1...6, using: &random))
    var versions = [editor.snapshot]
    for _ in 0..<8 {
      for _ in 0..<edits { try editor.step(&random) }
      try checkInvariants(editor.snapshot)
      #expect(Model(editor.snapshot) == editor.model)
      versions.append(editor.snapshot)
    }
    let models = versions.map { Model($0) }
    for old in versions.indices {
      for new in versions.indices where abs(new - old) < 3 || old == 0 {
        try verify(
          versions[new].changes(from: versions[old]), from: models[old], to: models[new])
      }
    }
  }

  @Test("Branches of one snapshot differ exactly as their contents do", arguments: seeds(16))
  func branches(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let trunk = SnapshotEditor(random: &random, sections: 3)
    var left = trunk
    var right = trunk
    for _ in 0..<40 {
      try left.step(&random)
      try right.step(&random)
    }
    try verify(right.snapshot.changes(from: left.snapshot), from: left.model, to: right.model)
    try verify(left.snapshot.changes(from: right.snapshot), from: right.model, to: left.model)
    #expect(Model(trunk.snapshot) == trunk.model)
  }

  @Test("Unrelated snapshots differ exactly as their contents do", arguments: seeds(16))
  func unrelated(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var editor = SnapshotEditor(random: &random, sections: 4)
    let old = editor.model
    for _ in 0..<50 { try editor.step(&random) }
    try verify(
      editor.model.snapshot.changes(from: old.snapshot), from: old, to: editor.model)
  }

  @Test("Many edits at once, in long lists, differ exactly", arguments: seeds(8))
  func longLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 20_000
    let old = ListSnapshot<WholeList, Int>(unique: Array(0..<count))
    var new = old
    var model = (0..<count).map { Model.Row(id: $0) }
    var next = count
    for _ in 0..<([10, 300, 3_000].randomElement(using: &random) ?? 3) {
      let place = Int.random(in: 0..<model.count, using: &random)
      let position = ListPosition(item: place)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        model.insert(Model.Row(id: next), at: place)
        try new.insert(unique: next, at: position)
        next += 1
      case 3...5:
        model.remove(at: place)
        try new.remove(at: position)
      case 6:
        model[place].version += 1
        try new.setVersion(model[place].version, at: position)
      default:
        let row = model.remove(at: place)
        try new.remove(at: position)
        let target = Int.random(in: 0...model.count, using: &random)
        model.insert(row, at: target)
        try new.insert(unique: row.id, version: row.version, at: ListPosition(item: target))
      }
    }
    try verifyQuickly(
      new.changes(from: old), old: (0..<count).map { Model.Row(id: $0) }, new: model)
    try verifyQuickly(
      old.changes(from: new), old: model, new: (0..<count).map { Model.Row(id: $0) })
    try new.forest.section(at: 0).items.check()
  }

  /// Replays, and compares the moves with those of the array diff, which has its own reference.
  private func verifyQuickly(
    _ changes: ListChanges, old: [Model.Row], new: [Model.Row]
  ) throws {
    let expected = ListChanges(
      from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
    #expect(changes.itemDeletes == expected.itemDeletes)
    #expect(changes.itemInserts == expected.itemInserts)
    #expect(changes.itemUpdates.map(\.new) == expected.itemUpdates.map(\.new))
    #expect(changes.itemMoves.count == expected.itemMoves.count)
    var gone = Set(changes.itemDeletes)
    gone.formUnion(changes.itemMoves.map(\.old))
    var came: [Int: Model.Row] = [:]
    for position in changes.itemInserts { came[position.item] = new[position.item] }
    for move in changes.itemMoves { came[move.new.item] = old[move.old.item] }
    var staying = old.indices.filter { !gone.contains(ListPosition(item: $0)) }[...]
    for index in new.indices {
      let row = came[index] ?? staying.popFirst().map { old[$0] }
      #expect(row?.id == new[index].id)
    }
  }
}
