import Testing

@testable import SnapshotDiff

@Suite struct SnapshotEditTests {
  func sample() throws -> ListSnapshot<String, Int> {
    var snapshot = ListSnapshot<String, Int>()
    try snapshot.appendSections(["a", "b"])
    try snapshot.appendItems([1, 2, 3], toSection: "a")
    try snapshot.appendItems([4, 5])
    return snapshot
  }

  /// Makes an edit that must be refused, and checks that it names ids and changes nothing.
  func refuses(
    _ code: ListSnapshotError.Code, _ identifiers: [String],
    _ edit: (inout ListSnapshot<String, Int>) throws -> Void
  ) throws {
    var snapshot = try sample()
    #expect(throws: ListSnapshotError(code, identifiers)) { try edit(&snapshot) }
    #expect(try snapshot.changes(from: sample()).isEmpty)
    #expect(snapshot.itemIdentifiers == [1, 2, 3, 4, 5])
    #expect(snapshot.sectionIdentifiers == ["a", "b"])
  }

  @Test("Edits that cannot be made name the ids and change nothing")
  func errors() throws {
    try refuses(.repeatedItem, ["1", "7"]) { try $0.appendItems([1, 6, 7, 7], toSection: "b") }
    try refuses(.repeatedItem, ["3", "4", "5"]) { try $0.appendItems(Array(3...200)) }
    try refuses(.unknownSection, ["c"]) { try $0.appendItems([6], toSection: "c") }
    try refuses(.unknownItem, ["9"]) { try $0.insertItems([6], beforeItem: 9) }
    try refuses(.unknownItem, ["8", "9"]) { try $0.deleteItems([1, 8, 9]) }
    try refuses(.repeatedItem, ["1"]) { try $0.deleteItems([1, 1]) }
    try refuses(.ownAnchor, ["2"]) { try $0.moveItem(2, afterItem: 2) }
    try refuses(.unknownItem, ["9"]) { try $0.moveItem(2, beforeItem: 9) }
    try refuses(.unknownItem, ["9"]) { try $0.reloadItems([1, 9]) }
    try refuses(.repeatedSection, ["a"]) { try $0.appendSections(["a"]) }
    try refuses(.unknownSection, ["c"]) { try $0.deleteSections(["c"]) }
    try refuses(.ownAnchor, ["a"]) { try $0.moveSection("a", beforeSection: "a") }
    try refuses(.unknownSection, ["c"]) { try $0.moveSection("a", beforeSection: "c") }
    try refuses(.unknownSection, ["c"]) { try $0.reloadSections(["c"]) }
    try refuses(.outOfRange, ["0.3"]) { try $0.remove(at: ListPosition(section: 0, item: 3)) }
    try refuses(.outOfRange, ["2.0"]) {
      try $0.insert(unique: 6, at: ListPosition(section: 2, item: 0))
    }
    var empty = ListSnapshot<String, Int>()
    #expect(throws: ListSnapshotError(.noSection, ["1"])) { try empty.appendItems([1]) }
  }

  @Test("Every method of UIKit's snapshot does what it does there")
  func surface() throws {
    var snapshot = try sample()
    try snapshot.insertSections(["c"], beforeSection: "a")
    try snapshot.insertSections(["d"], afterSection: "a")
    try snapshot.moveSection("b", beforeSection: "c")
    try snapshot.moveSection("c", afterSection: "d")
    #expect(snapshot.sectionIdentifiers == ["b", "a", "d", "c"])
    try snapshot.insertItems([6], beforeItem: 1)
    try snapshot.insertItems([7, 8], afterItem: 1)
    try snapshot.moveItem(4, afterItem: 3)
    try snapshot.moveItem(3, beforeItem: 6)
    #expect(snapshot.itemIdentifiers == [5, 3, 6, 1, 7, 8, 2, 4])
    #expect(try snapshot.itemIdentifiers(inSection: "b") == [5])
    #expect(try snapshot.numberOfItems(inSection: "a") == 7)
    #expect(snapshot.numberOfItems == 8 && snapshot.numberOfSections == 4)
    #expect(snapshot.indexOfItem(7) == 4 && snapshot.indexOfItem(99) == nil)
    #expect(snapshot.indexOfSection("d") == 2 && snapshot.indexOfSection("x") == nil)
    #expect(snapshot.sectionIdentifier(containingItem: 8) == "a")
    try snapshot.reloadItems([7, 1])
    try snapshot.reconfigureItems([2])
    try snapshot.reloadSections(["d"])
    #expect(snapshot.reloadedItemIdentifiers == [7, 1])
    #expect(snapshot.reconfiguredItemIdentifiers == [2])
    #expect(snapshot.reloadedSectionIdentifiers == ["d"])
    func names(_ snapshot: some UIKitSnapshot) -> Int { snapshot.reloadedItemIdentifiers.count }
    #expect(names(snapshot) == 2)
    var without = snapshot
    try without.deleteItems([7, 2])
    try without.deleteSections(["d"])
    #expect(without.reloadedItemIdentifiers == [1])
    #expect(without.reconfiguredItemIdentifiers.isEmpty)
    #expect(without.reloadedSectionIdentifiers.isEmpty)
    snapshot.clearReloadMarks()
    #expect(snapshot.reloadedItemIdentifiers.isEmpty)
    try snapshot.deleteSections(["a"])
    #expect(snapshot.itemIdentifiers == [5] && snapshot.indexOfItem(7) == nil)
    try snapshot.deleteItems([5])
    #expect(snapshot.numberOfItems == 0)
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
  }

  @Test("Ids that are no integers are interned, and foreign snapshots are understood")
  func anyIDs() throws {
    var old = ListSnapshot<String, String>()
    try old.appendSections(["x"])
    try old.appendItems((0..<300).map { "row \($0)" })
    var new = ListSnapshot<String, String>()
    try new.appendSections(["y", "x"])
    try new.appendItems((0..<300).reversed().map { "row \($0)" }, toSection: "x")
    let changes = new.changes(from: old)
    #expect(changes.sectionInserts == [0] && changes.itemMoves.count == 299)
    #expect(changes.itemInserts.isEmpty && changes.itemDeletes.isEmpty)
    var again = old
    try again.deleteItems(["row 5"])
    let before = again
    try again.insertItems(["row 5"], afterItem: "row 4")
    #expect(again.changes(from: old).isEmpty)
    #expect(again.changes(from: before).itemInserts == [ListPosition(section: 0, item: 5)])
  }
}
