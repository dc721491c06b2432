import TestSupport
import Testing

@testable import SnapshotDiff

/// Gates on counted work: comparisons, hashes, nodes copied.
@Suite struct CountedWorkTests {
  /// What was done with ids.
  final class Tally {
    var comparisons = 0
    var hashes = 0
  }

  struct TalliedID: Hashable {
    let id: Int
    let tally: Tally

    static func == (left: Self, right: Self) -> Bool {
      left.tally.comparisons += 1
      return left.id == right.id
    }

    func hash(into hasher: inout Hasher) {
      tally.hashes += 1
      hasher.combine(id)
    }
  }

  /// The work that the difference of two lists takes.
  func work(_ old: [Int], _ new: [Int]) -> Tally {
    let tally = Tally()
    let (from, to) = (
      old.map { TalliedID(id: $0, tally: tally) }, new.map { TalliedID(id: $0, tally: tally) }
    )
    let changes = ListChanges(fromIDs: from, toIDs: to)
    #expect(changes.isEmpty == (old == new))
    return tally
  }

  @Test("Rows that stay are compared about once and never hashed")
  func fewChanges() {
    let old = Array(0..<50_000)
    #expect(work(old, old).comparisons <= old.count)
    #expect(work(old, old).hashes == 0)
    var new = old
    new.remove(at: 11_000)
    new.insert(-1, at: 30_000)
    let near = work(old, new)
    #expect(near.comparisons <= old.count + 500 && near.hashes <= 4)
    new.insert(new.removeLast(), at: 20_000)
    let far = work(old, new)
    #expect(far.comparisons <= old.count + 1_000 && far.hashes <= 8)
  }

  @Test("Shuffled rows are hashed a few times, and compared as often", arguments: seeds(2))
  func shuffled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Array(0..<20_000)
    let tally = work(old, old.shuffled(using: &random))
    #expect(tally.hashes <= 6 * old.count && tally.comparisons <= 4 * old.count)
  }

  @Test("Few ids, often repeated, take linear work", arguments: seeds(2))
  func repeated(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [5_000, 40_000] {
      let old = (0..<count).map { $0 % 10 }
      let tally = work(old, old.shuffled(using: &random))
      #expect(tally.hashes <= 8 * count && tally.comparisons <= 16 * count)
    }
  }

  @Test("One edit of a million rows makes one new node a level, in the tree and in the index")
  func nodesCopied() throws {
    var random = SeededGenerator(seed: 3)
    var list = ListSnapshot<WholeList, Int>(unique: Array(0..<1_000_000))
    _ = list.position(of: 0)
    try list.insert(unique: -1, at: ListPosition(item: 0))
    var known = list.nodes
    for round in 0..<40 {
      let place = ListPosition(item: Int.random(in: 0..<list.numberOfItems, using: &random))
      let old = list
      switch round % 4 {
      case 0: try list.insert(unique: 2_000_000 + round, at: place)
      case 1: try list.remove(at: place)
      case 2: try list.setVersion(UInt64(round), at: place)
      default: try list.moveItem(list.itemIdentifier(at: place), beforeItem: 500_000)
      }
      let nodes = list.nodes
      let made = nodes.subtracting(known)
      // The tree of sections, 4 levels of rows and 4 of keys; a move goes down the rows twice. A
      // node that had to be split or refilled adds a few, pages of numbers included.
      #expect(made.count <= 24)
      known = nodes
      _ = old
    }
  }
}

extension ListSnapshot {
  /// All nodes that the snapshot holds.
  fileprivate var nodes: Set<ObjectIdentifier> {
    var found = forest.sections.nodes
    for section in forest.sections.rows { found.formUnion(section.items.nodes) }
    let index = forest.index
    for map in [index.sections.leaves, index.items.leaves] {
      var nodes = [map.root]
      while let node = nodes.popLast() {
        nodes += node.children.map(\.node)
        found.insert(ObjectIdentifier(node))
      }
    }
    for map in [index.sections.parents, index.items.parents] {
      var pages = [map.root]
      while let page = pages.popLast() {
        pages += page.pages.compactMap { $0 }
        found.insert(ObjectIdentifier(page))
      }
    }
    return found
  }
}

extension Tree {
  fileprivate var nodes: Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var nodes = root.map { [$0] } ?? []
    while let node = nodes.popLast() {
      nodes += node.node.children
      found.insert(ObjectIdentifier(node.node))
    }
    return found
  }
}
