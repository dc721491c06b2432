import AllocationCount
import SnapshotDiff
import TestSupport
import Testing

/// Gates on blocks of memory that are asked for, counted in the place of malloc.
///
/// Without optimization closures and copies take blocks of their own; so there are two gates for each thing.
@Suite(.enabled(if: allocations_are_counted()))
struct AllocationTests {
  /// How many blocks of memory `body` asks for, on this thread.
  func allocations<Result>(_ body: () throws -> Result) rethrows -> (count: Int, result: Result) {
    let before = allocations_of_this_thread()
    let result = try body()
    return (Int(allocations_of_this_thread() - before), result)
  }

  /// The same when `body`, which changes nothing, runs again: what is made at first use does not count.
  func allocationsAgain<Result>(_ body: () throws -> Result) rethrows -> (
    count: Int, result: Result
  ) {
    _ = try body()
    return try allocations(body)
  }

  /// The gate for this build.
  func most(_ optimized: Int, unoptimized: Int) -> Int {
    #if DEBUG
      return unoptimized
    #else
      return optimized
    #endif
  }

  @Test("Every block of memory is counted")
  func positiveControl() {
    final class Object {}
    let made = allocations { (0..<100).map { _ in Object() } }
    #expect(made.count >= 100 && made.result.count == 100)
    #expect(allocations { 1 + 1 }.count == 0)
  }

  @Test(
    "One edit and its difference take a few blocks, however long the list is",
    arguments: [1_000, 1_000_000], [false, true])
  func oneEdit(count: Int, hasIndex: Bool) throws {
    var random = SeededGenerator(seed: 5)
    var list = ListSnapshot<WholeList, Int>(unique: Array(0..<count))
    if hasIndex {
      // From an edit on, the index that was asked for is kept.
      _ = list.position(of: 0)
      try list.insert(unique: -1, at: ListPosition(item: 0))
    }
    for round in 0..<100 {
      let old = list
      let place = ListPosition(item: Int.random(in: 1..<list.numberOfItems, using: &random))
      let edit = try allocations {
        switch round % 3 {
        case 0: try list.insert(unique: count + round, at: place)
        case 1: try list.remove(at: place)
        default: try list.setVersion(UInt64(round), at: place)
        }
      }
      #expect(edit.count <= most(64, unoptimized: 256))
      let difference = allocations { list.changes(from: old) }
      #expect(difference.result.count == 1)
      #expect(difference.count <= most(96, unoptimized: 600))
    }
  }

  @Test("A move by id and its difference take a few blocks, however long the list is")
  func oneMove() throws {
    var random = SeededGenerator(seed: 6)
    var list = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))
    try list.moveItem(5, beforeItem: 1)
    for _ in 0..<50 {
      let old = list
      let item = Int.random(in: 10..<1_000_000, using: &random)
      let edit = try allocations { try list.moveItem(item, beforeItem: 7) }
      #expect(edit.count <= most(128, unoptimized: 400))
      let difference = allocations { list.changes(from: old) }
      #expect(difference.result.count == 1)
      #expect(difference.count <= most(128, unoptimized: 1_200))
    }
  }

  @Test("The difference of a thousand edits in a million rows takes some blocks for each")
  func manyEdits() throws {
    var random = SeededGenerator(seed: 7)
    let old = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))
    var new = old
    for round in 0..<1_000 {
      let place = ListPosition(item: Int.random(in: 0..<1_000_000, using: &random))
      try new.insert(unique: 1_000_000 + round, at: place)
    }
    let difference = allocations { new.changes(from: old) }
    #expect(difference.result.itemInserts.count == 1_000)
    #expect(difference.count <= 1_000 * most(8, unoptimized: 250))
  }

  @Test("The difference of equal arrays takes hardly a block, of one change a few")
  func hardlyChangedArrays() {
    let old = Array(0..<100_000)
    let copy = old.map { $0 }
    #expect(allocationsAgain { ListChanges(fromIDs: old, toIDs: copy) }.count <= 4)
    var new = old
    new.remove(at: 30_000)
    let one = allocationsAgain { ListChanges(fromIDs: old, toIDs: new) }
    #expect(one.result.count == 1 && one.count <= most(16, unoptimized: 64))
    let words = old.prefix(10_000).map { "a row with a long name \($0)" }
    let others = words.map { $0 + "" }
    #expect(allocationsAgain { ListChanges(fromIDs: words, toIDs: others) }.count <= 4)
  }

  @Test(
    "The difference of arrays of which 1 % is changed takes as many blocks as it has arrays",
    arguments: [1_000, 100_000])
  func mixedArrays(count: Int) {
    var random = SeededGenerator(seed: 8)
    let old = Array(0..<count)
    var new = old
    for round in 0..<max(4, count / 400) {
      new.remove(at: Int.random(in: 0..<new.count, using: &random))
      new.insert(count + round, at: Int.random(in: 0...new.count, using: &random))
      let moved = new.remove(at: Int.random(in: 0..<new.count, using: &random))
      new.insert(moved, at: Int.random(in: 0...new.count, using: &random))
    }
    let mixed = allocationsAgain { ListChanges(fromIDs: old, toIDs: new) }
    #expect(mixed.result.count >= count / 200)
    // Each array grows by doubling, so a list a hundred times as long takes a few more.
    #expect(mixed.count <= most(64, unoptimized: 64 + 16 * mixed.result.count))
  }

  @Test("The difference of shuffled arrays takes as many blocks as it has arrays")
  func shuffledArrays() {
    var random = SeededGenerator(seed: 9)
    let old = Array(0..<50_000)
    let new = old.shuffled(using: &random)
    let shuffled = allocationsAgain { ListChanges(fromIDs: old, toIDs: new) }
    #expect(shuffled.result.itemMoves.count > 49_000)
    #expect(shuffled.count <= most(64, unoptimized: 64 + 16 * old.count))
  }
}
