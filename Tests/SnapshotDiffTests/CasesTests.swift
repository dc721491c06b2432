import TestSupport
import Testing

@testable import SnapshotDiff

/// Cases from real use.
@Suite struct CasesTests {
  func rows(_ ids: some Sequence<Int>) -> [Model.Row] { ids.map { Model.Row(id: $0) } }

  func checkedChanges(_ old: Model, _ new: Model) throws -> ListChanges {
    let changes = new.snapshot.changes(from: old.snapshot)
    try verify(changes, from: old, to: new)
    try verifyBatches(from: old.snapshot, to: new.snapshot)
    try verifySteps(changes, from: old, to: new)
    return changes
  }

  @Test("One row that goes from one end to the other is one move (CASES 1)")
  func oneMove() throws {
    for (old, new) in [
      (Array(0...9), Array(1...9) + [0]), ([0, 1], [1, 0]), (Array(0...9), [9] + Array(0...8)),
    ] {
      let changes = try checkedChanges(Model(rows: rows(old)), Model(rows: rows(new)))
      #expect(changes.count == 1 && changes.itemMoves.count == 1)
      #expect(ListChanges(fromIDs: old, toIDs: new).count == 1)
    }
  }

  @Test("Letters A…V to J E C O Q H L G W K: 13 deletes, one insert at 8, 6 moves (CASES 2)")
  func letters() throws {
    let old = "ABCDEFGHIJKLMNOPQRSTUV".map { $0 }
    let new = "JECOQHLGWK".map { $0 }
    let changes = ListChanges(fromIDs: old, toIDs: new)
    #expect(changes.itemDeletes.count == 13)
    #expect(changes.itemInserts == [ListPosition(item: 8)])
    #expect(changes.itemMoves.count == 6)
    var replayed = old
    #expect(changes.apply(to: &replayed) { new[$0] })
    #expect(replayed == new)
    func ids(_ letters: [Character]) -> [Int] { letters.map { Int($0.asciiValue ?? 0) } }
    _ = try checkedChanges(Model(rows: rows(ids(old))), Model(rows: rows(ids(new))))
  }

  @Test("1a 2a 3a to 3b 1a 4a: one update, one delete, one insert, one move (CASES 3)")
  func allKinds() throws {
    let old = Model(rows: rows([1, 2, 3]))
    let new = Model(rows: [Model.Row(id: 3, version: 1), Model.Row(id: 1), Model.Row(id: 4)])
    let changes = try checkedChanges(old, new)
    #expect(changes.itemUpdates.count == 1 && changes.itemDeletes.count == 1)
    #expect(changes.itemInserts.count == 1 && changes.itemMoves.count == 1)
  }

  @Test(
    "A section before a changed one goes: nothing is deleted and reloaded at one path (CASES 4)")
  func sectionGoesBeforeReload() throws {
    let old = Model([
      Model.Section(id: 1, version: 10, rows: rows([1])),
      Model.Section(id: 2, version: 20, rows: rows([2])),
    ])
    let new = Model([Model.Section(id: 2, version: 30, rows: rows([3]))])
    let changes = try checkedChanges(old, new)
    #expect(changes.sectionDeletes == [0])
    #expect(changes.sectionUpdates == [SectionPair(old: 1, new: 0)])
  }

  @Test("Arrays may repeat ids, snapshots may not (CASES 5)")
  func repeatedIDs() throws {
    let changes = ListChanges(fromIDs: [1, 1, 2], toIDs: [1, 2, 1])
    try verify(changes, from: Model(rows: rows([1, 1, 2])), to: Model(rows: rows([1, 2, 1])))
    #expect {
      _ = try ListSnapshot<WholeList, Int>([1, 2, 1])
    } throws: { error in
      let error = error as? ListSnapshotError
      return error?.code == .repeatedItem && error?.identifiers == ["1"]
    }
  }

  @Test("A row moves into a section that is new: the stage in between is valid (CASES 6)")
  func moveIntoNewSection() throws {
    let old = Model([Model.Section(id: 1, rows: rows([1, 2]))])
    let new = Model([
      Model.Section(id: 1, rows: rows([1])), Model.Section(id: 2, rows: rows([2])),
    ])
    let changes = try checkedChanges(old, new)
    #expect(changes.sectionInserts == [1] && changes.itemMoves.count == 1)
    #expect(changes.batches(from: old.snapshot, to: new.snapshot).count == 2)
  }

  @Test("Sections and the rows in them change places: both land, in batches of their own (CASES 7)")
  func sectionsAndRowsSwap() throws {
    let old = Model([
      Model.Section(id: 1, rows: rows([11, 12])), Model.Section(id: 2, rows: rows([21, 22])),
    ])
    let new = Model([
      Model.Section(id: 2, rows: rows([22, 21])), Model.Section(id: 1, rows: rows([12, 11])),
    ])
    let changes = try checkedChanges(old, new)
    #expect(changes.sectionMoves.count == 1 && changes.itemMoves.count == 2)
    for move in changes.itemMoves { #expect(move.old.section != move.new.section) }
  }

  @Test("The last row of a section moves to another: the section goes, the row stays (CASES 8)")
  func lastRowLeaves() throws {
    let old = Model([Model.Section(id: 1, rows: rows([1])), Model.Section(id: 2, rows: rows([2]))])
    let new = Model([Model.Section(id: 2, rows: rows([2, 1]))])
    let changes = try checkedChanges(old, new)
    #expect(changes.sectionDeletes == [0] && changes.itemMoves.count == 1)
    #expect(changes.itemDeletes.isEmpty)
    #expect(changes.batches(from: old.snapshot, to: new.snapshot).count == 2)
  }

  @Test("An insert before a changed row: the update tells both positions (CASES 9)")
  func insertBeforeUpdate() throws {
    let old = Model(rows: rows([0, 1, 2, 3]))
    var new = old
    new.sections[0].rows[3].version = 1
    new.sections[0].rows.insert(Model.Row(id: 9), at: 0)
    let changes = try checkedChanges(old, new)
    #expect(
      changes.itemUpdates == [ListUpdate(old: ListPosition(item: 3), new: ListPosition(item: 4))])
  }

  @Test("100,000 rows with 10 distinct ids, shuffled, take linear time (CASES 10)")
  func fewDistinct() {
    var random = SeededGenerator(seed: 10)
    let old = (0..<100_000).map { $0 % 10 }
    let new = old.shuffled(using: &random)
    var comparisons = 0
    let changes = ListChanges(from: old, to: new) { id in
      comparisons += 1
      return id
    } isSame: { _, _ in
      true
    }
    #expect(comparisons < 40 * old.count)
    #expect(changes.itemDeletes.isEmpty && changes.itemInserts.isEmpty)
    var replayed = old
    #expect(changes.apply(to: &replayed) { new[$0] })
    #expect(replayed == new)
  }

  @Test("A row that only stands elsewhere is no update (CASES 11)")
  func positionIsNoContent() throws {
    let changes = try checkedChanges(
      Model(rows: rows([1, 2, 3, 4])), Model(rows: rows([2, 3, 4, 1])))
    #expect(changes.itemUpdates.isEmpty)
    #expect(changes.itemMoves.allSatisfy { $0.old != $0.new })
  }
}
