import SnapshotDiff
import TestSupport
import Testing

/// Changes applied to collections, and as differences of the standard library.
@Suite struct CollectionsTests {
  private func lists(_ seed: UInt64) -> [(old: [Model.Row], new: [Model.Row])] {
    var random = SeededGenerator(seed: seed)
    return (0..<20).map { round in
      let count = Int.random(in: 0...40, using: &random)
      var next = count
      // In every other pair ids repeat.
      let old = (0..<count).map { Model.Row(id: round % 2 == 0 ? $0 : $0 / 3) }
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &random) { randomEdit(&new, &next, &random) }
      return (old, new)
    }
  }

  private func changes(_ old: [Model.Row], _ new: [Model.Row]) -> ListChanges {
    ListChanges(from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
  }

  @Test("Changes apply to any collection, there and back", arguments: seeds(12))
  func apply(seed: UInt64) throws {
    for (old, new) in lists(seed) {
      let changes = changes(old, new)
      var array = old
      #expect(changes.apply(to: &array) { new[$0] } && array == new)
      #expect(changes.inverse.apply(to: &array) { old[$0] } && array == old)
      #expect(changes.inverse.inverse == changes)
      var contiguous = ContiguousArray(old)
      #expect(changes.apply(to: &contiguous) { new[$0] } && Array(contiguous) == new)
      var slice = (old + old)[old.count...]
      #expect(changes.apply(to: &slice) { new[$0] } && Array(slice) == new)
      var text = String(String.UnicodeScalarView(old.map(scalar)))
      let target = String.UnicodeScalarView(new.map(scalar))
      #expect(changes.apply(to: &text.unicodeScalars) { scalar(new[$0]) })
      #expect(text == String(target))
    }
  }

  private func scalar(_ row: Model.Row) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(0x4E00 + 16 * row.id + Int(row.version))) ?? " "
  }

  @Test("Changes that are not those of a list leave it as it was", arguments: seeds(4))
  func applyToAnother(seed: UInt64) throws {
    for (old, new) in lists(seed) where old.count != 7 {
      let changes = changes(old, new)
      var other = Array(repeating: Model.Row(id: -1), count: 7)
      if !changes.apply(to: &other, element: { new[$0] }) {
        #expect(other == Array(repeating: Model.Row(id: -1), count: 7))
      }
    }
    struct Stop: Error {}
    var list = [1, 2]
    let changes = ListChanges(fromIDs: [1, 2], toIDs: [2, 3])
    #expect(throws: Stop.self) {
      try changes.apply(to: &list) { (_: Int) throws(Stop) in throw Stop() }
    }
    #expect(list == [1, 2])
  }

  @Test("Changes of which a part fits no row are refused whole")
  func misfits() {
    func position(_ item: Int) -> ListPosition { ListPosition(item: item) }
    var misfits = Array(repeating: ListChanges(), count: 8)
    // An update of another row than stands there, one out of order, one of a row that came.
    misfits[0].itemUpdates = [ListUpdate(old: position(1), new: position(0), kind: .reconfigure)]
    misfits[1].itemUpdates = [2, 1].map {
      ListUpdate(old: position($0), new: position($0), kind: .reload)
    }
    misfits[2].itemDeletes = [position(0)]
    misfits[2].itemInserts = [position(0)]
    misfits[2].itemUpdates = [ListUpdate(old: position(0), new: position(0), kind: .reload)]
    // Positions that are none, twice, out of order, or in another section.
    misfits[3].itemDeletes = [position(-1)]
    misfits[4].itemDeletes = [position(1), position(1)]
    misfits[5].itemInserts = [position(2), position(1)]
    misfits[6].itemDeletes = [ListPosition(section: 1, item: 0)]
    misfits[7].itemMoves = [ListMove(old: position(0), new: position(7))]
    for changes in misfits {
      var list = ["a", "b", "c"]
      #expect(!changes.apply(to: &list) { "\($0)" } && list == ["a", "b", "c"])
    }
    #expect(misfits[3].collectionDifference(from: [1], to: [1]) == nil)
  }

  @Test("Changes become a difference of the standard library that applies", arguments: seeds(12))
  func toDifference(seed: UInt64) throws {
    for (old, new) in lists(seed) {
      let changes = changes(old, new)
      let difference = try #require(changes.collectionDifference(from: old, to: new))
      #expect(old.applying(difference) == new)
      #expect(new.applying(difference.inverse()) == old)
      // Back again, an update is a row that went and came.
      let back = ListChanges(difference)
      let updated = Set(changes.itemUpdates.map(\.new))
      #expect(
        back.itemDeletes == (changes.itemDeletes + changes.itemUpdates.map(\.old)).sorted()
          && back.itemInserts == (changes.itemInserts + changes.itemUpdates.map(\.new)).sorted()
          && back.itemMoves == changes.itemMoves.filter { !updated.contains($0.new) })
      var rows = old
      #expect(back.apply(to: &rows) { new[$0] } && rows == new)
      let tail = (old + old)[old.count...]
      #expect(
        changes.collectionDifference(from: tail, to: new[...]).map { Array($0) }
          == Array(difference))
    }
  }

  @Test("A difference of the standard library becomes changes that apply", arguments: seeds(12))
  func fromDifference(seed: UInt64) throws {
    for (old, new) in lists(seed) {
      for difference in [
        new.difference(from: old), new.difference(from: old).inferringMoves(),
        old.difference(from: new).inverse().inferringMoves(),
      ] {
        let changes = ListChanges(difference)
        var rows = old
        #expect(changes.apply(to: &rows) { new[$0] } && rows == new)
        #expect(changes.collectionDifference(from: old, to: new) == difference)
      }
    }
  }
}
