import TestSupport
import Testing

@testable import SnapshotDiff

/// What becomes of a difference when hashes collide, by themselves or because somebody wants them to.
@Suite struct HashTests {
  final class Tally {
    var comparisons = 0
  }

  /// An id of which many, or all, have one hash.
  struct Poor: Hashable {
    let id: Int
    let hashes: Int
    let tally: Tally

    static func == (left: Self, right: Self) -> Bool {
      left.tally.comparisons += 1
      return left.id == right.id
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id % hashes) }
  }

  /// The changes between lists of ids with so many hashes, checked by replay, and the comparisons made.
  func changes(
    _ old: [Int], _ new: [Int], hashes: Int, _ repeats: ListChanges.RepeatedIDs = .asTheyRun
  ) -> (changes: ListChanges, comparisons: Int) {
    let tally = Tally()
    let from = old.map { Poor(id: $0, hashes: hashes, tally: tally) }
    let to = new.map { Poor(id: $0, hashes: hashes, tally: tally) }
    let changes = ListChanges(fromIDs: from, toIDs: to, repeats: repeats)
    let comparisons = tally.comparisons
    var replayed = from
    #expect(changes.apply(to: &replayed) { to[$0] })
    #expect(replayed.map(\.id) == new)
    return (changes, comparisons)
  }

  @Test("Ids that all have one hash take linear time, and replay", arguments: [1, 2, 40])
  func constantHashes(hashes: Int) {
    var random = SeededGenerator(seed: 4)
    for count in [1_000, 6_000] {
      let old = Array(0..<count)
      for repeats in [ListChanges.RepeatedIDs.asTheyRun, .inOrder] {
        let (changes, comparisons) = changes(
          old, old.shuffled(using: &random), hashes: hashes, repeats)
        #expect(comparisons <= 160 * count)
        #expect(changes.itemDeletes.count == changes.itemInserts.count)
      }
    }
  }

  @Test("Where ids of one hash run alike, changes are exact", arguments: [1, 3])
  func constantHashesThatRunAlike(hashes: Int) {
    let old = Array(0..<5_000)
    #expect(changes(old, old, hashes: hashes).changes.isEmpty)
    var new = old
    new.remove(at: 1_000)
    new.insert(-1, at: 3_000)
    #expect(changes(old, new, hashes: hashes).changes.count == 2)
    #expect(changes(old, new, hashes: hashes, .inOrder).changes.count == 2)
    new.insert(new.removeFirst(), at: 2_000)
    let moved = changes(old, new, hashes: hashes).changes
    #expect(moved.count == 3 && moved.itemMoves.count == 1)
  }

  @Test("Up to 128 rows of one hash that are out of place are exact", arguments: seeds(4))
  func fewOfOneHash(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Array(0..<128)
    let new = old.shuffled(using: &random)
    let changes = changes(old, new, hashes: 1).changes
    #expect(changes.itemDeletes.isEmpty && changes.itemInserts.isEmpty)
    #expect(changes.itemMoves.count == 128 - quadraticLIS(new))
  }

  @Test("A row of one hash with up to 128 keeps its partner, however many come beside it")
  func fewOfOneHashAmongNew() {
    for place in [0, 5, 127] {
      let new = Array(1_000..<1_127) + [place]
      let changes = changes(Array(0..<128), new, hashes: 1).changes
      #expect(changes.itemDeletes.count == 127 && changes.itemInserts.count == 127)
    }
  }

  @Test("Rows that stand in place keep their partners, also where the others' hashes collide")
  func inPlaceBesideCollisions() {
    let old = Array(0..<2_000)
    let new = Array(0..<200) + Array(10_000..<11_800)
    let changes = changes(old, new, hashes: 1).changes
    #expect(changes.itemDeletes.count == 1_800 && changes.itemInserts.count == 1_800)
    #expect(changes.itemMoves.isEmpty)
  }

  /// How many rows of other ids are passed by when rows of these ids are paired.
  func passed(_ ids: [UInt64]) -> Int {
    let pairs = pairLeftovers(ContiguousArray(ids), ContiguousArray(ids.reversed()))
    #expect(pairs.count == ids.count)
    return pairs.passed
  }

  @Test("Integers at any even distance do not collide")
  func evenlySpacedIntegers() {
    let count: UInt64 = 2_000
    for shift in UInt64(0)..<52 {
      for factor: UInt64 in [1, 3, 1_000_003] {
        #expect(passed((0..<count).map { ($0 &* factor) << shift }) <= 8 * Int(count))
      }
    }
    #expect(passed((0..<count).map { ~$0 }) <= 8 * Int(count))
    #expect(passed((0..<count).map { UInt64.max / count &* $0 }) <= 8 * Int(count))
  }

  @Test("Integers chosen to collide do so only for the seed they were chosen for")
  func chosenIntegers() {
    // All of them have the same ten lowest bits under this seed, so they are in 8 places of a table.
    let known: UInt64 = 0x1234_5678_9ABC_DEF0
    var chosen: [UInt64] = []
    var random = SeededGenerator(seed: 1)
    while chosen.count < 2_000 {
      let candidate = random.next()
      if mix(candidate, known) & 1_023 == 0 { chosen.append(candidate) }
    }
    #expect(passed(chosen) <= 8 * chosen.count)
    // The inverse of the factor would undo a hash without a seed.
    var inverse: UInt64 = 1
    for _ in 0..<6 { inverse &*= 2 &- 0x9E37_79B9_7F4A_7C15 &* inverse }
    for shift in UInt64(0)..<52 {
      #expect(passed((0..<2_000).map { ($0 << shift) &* inverse }) <= 8 * 2_000)
    }
  }
}
