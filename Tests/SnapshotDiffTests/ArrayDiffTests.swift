import SnapshotDiff
import TestSupport
import Testing

@Suite struct ArrayDiffTests {
  func changes(_ old: [Model.Row], _ new: [Model.Row]) -> ListChanges {
    ListChanges(from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
  }

  func check(_ old: [Model.Row], _ new: [Model.Row]) throws {
    try verify(changes(old, new), from: Model(rows: old), to: Model(rows: new))
  }

  @Test("Random edits of a list replay exactly, with the fewest moves", arguments: seeds(24))
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(
        in: 0...([3, 12, 60, 400].randomElement(using: &random) ?? 3), using: &random)
      let old = (0..<count).map { Model.Row(id: $0) }
      var new = old
      var next = count
      for _ in 0..<Int.random(in: 0...(count / 3 + 2), using: &random) {
        randomEdit(&new, &next, &random)
      }
      try check(old, new)
      try check(new, old)
    }
  }

  @Test("Shuffled lists replay exactly, with the fewest moves", arguments: seeds(16))
  func shuffles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for count in [2, 5, 9, 33, 70, 300, 900] {
      let old = (0..<count).map { Model.Row(id: $0) }
      let part = old[..<Int.random(in: 0...count, using: &random)]
      try check(old, part.shuffled(using: &random))
      try check(Array(part.shuffled(using: &random)), old.shuffled(using: &random))
      try check(old, Array(old.reversed()))
    }
  }

  @Test(
    "Blocks and rows that move, near and far, do so with the fewest moves", arguments: seeds(24))
  func nearAndFarMoves(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for count in [40, 300, 600] {
      let old = (0..<count).map { Model.Row(id: $0) }
      var new = old
      for _ in 0..<Int.random(in: 1...count / 8, using: &random) {
        let start = Int.random(in: 0..<new.count, using: &random)
        let length = Int.random(
          in: 1...([1, 1, 3, count / 4].randomElement(using: &random) ?? 1), using: &random)
        let block = Array(new[start...].prefix(length))
        new.removeSubrange(start..<(start + block.count))
        let reach = [2, 10, count].randomElement(using: &random) ?? 2
        let target = start + Int.random(in: -reach...reach, using: &random)
        new.insert(contentsOf: block, at: min(max(0, target), new.count))
      }
      try check(old, new)
    }
  }

  @Test("Every pair of short lists replays exactly, with the fewest moves that any replay has")
  func bruteForce() throws {
    let lists = permutations(upTo: 4)
    for old in lists {
      for new in lists {
        let changes = ListChanges(fromIDs: old, toIDs: new)
        try verify(
          changes, from: Model(rows: old.map { Model.Row(id: $0) }),
          to: Model(rows: new.map { Model.Row(id: $0) }))
        let common = new.filter(old.contains)
        // Any set of rows that is in the same order in both lists can stay.
        var most = 0
        for subset in 0..<(1 << common.count) {
          let staying = common.indices.filter { subset & 1 << $0 != 0 }.map { common[$0] }
          if staying == old.filter(staying.contains) { most = max(most, staying.count) }
        }
        #expect(changes.itemMoves.count == common.count - most)
      }
    }
  }

  @Test("Blocks that move, come and go replay exactly", arguments: seeds(16))
  func blocks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var old = (0..<2000).map { Model.Row(id: $0) }
    var next = old.count
    for _ in 0..<6 {
      var new = old
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = Int.random(in: 0..<new.count, using: &random)
        let end = min(new.count, start + Int.random(in: 1...500, using: &random))
        let block = Array(new[start..<end])
        new.removeSubrange(start..<end)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: break
        case 1: new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
        default:
          new.insert(contentsOf: block, at: start)
          let fresh = (0..<Int.random(in: 1...500, using: &random)).map { Model.Row(id: next + $0) }
          next += fresh.count
          new.insert(contentsOf: fresh, at: Int.random(in: 0...new.count, using: &random))
        }
      }
      try check(old, new)
      old = new
      if old.isEmpty { break }
    }
  }

  @Test("Strings and any other ids are compared as Hashable says")
  func anyIDs() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    #expect(ListChanges(fromIDs: ["a", composed], toIDs: ["a", decomposed]).isEmpty)
    let many = (0..<100).map { "row \($0)" }
    let changes = ListChanges(fromIDs: many, toIDs: many.reversed())
    #expect(changes.itemMoves.count == 99)
  }

  @Test("Strings of any length and letters find their partners out of order", arguments: seeds(4))
  func strings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // In the second round some are not ASCII, but equal to strings that are.
    let twins = [("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{E9}", "e\u{301}")]
    for isPlain in [true, false] {
      var old = (0..<300).map { number in
        String(repeating: "x", count: number % 40) + String(number, radix: 36)
      }
      old += ["", "\0", "\0\0", "K", ";", "`"] + (isPlain ? [] : ["\u{E9}"])
      var new = old.shuffled(using: &random)
      if !isPlain {
        new = new.map { id in twins.first { $0.0 == id }?.1 ?? id }
      }
      let changes = ListChanges(fromIDs: old, toIDs: new)
      #expect(changes.itemDeletes.isEmpty && changes.itemInserts.isEmpty)
      let places = Dictionary(uniqueKeysWithValues: zip(old, 0...))
      let kept = new.compactMap { places[$0] }
      #expect(kept.count == old.count && changes.itemMoves.count == kept.count - quadraticLIS(kept))
      var replayed = old
      #expect(changes.apply(to: &replayed) { new[$0] } && replayed == new)
      #expect(ListChanges(fromIDs: old, toIDs: old.map { $0 + "/" }).itemInserts.count == old.count)
    }
  }
}

/// One random insert, delete, move or update.
func randomEdit(
  _ rows: inout [Model.Row], _ next: inout Int, _ random: inout SeededGenerator
) {
  switch rows.isEmpty ? 0 : Int.random(in: 0..<4, using: &random) {
  case 0:
    rows.insert(Model.Row(id: next), at: Int.random(in: 0...rows.count, using: &random))
    next += 1
  case 1: rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
  case 2:
    let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
    rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
  default:
    rows[Int.random(in: 0..<rows.count, using: &random)].version += 1
  }
}

/// All lists of different numbers below `limit`.
func permutations(upTo limit: Int) -> [[Int]] {
  var lists: [[Int]] = [[]]
  var start = 0
  for _ in 0..<limit {
    let end = lists.count
    for index in start..<end {
      for id in 0..<limit where !lists[index].contains(id) { lists.append(lists[index] + [id]) }
    }
    start = end
  }
  return lists
}
