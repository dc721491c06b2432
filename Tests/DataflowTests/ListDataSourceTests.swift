import Dataflow
import SnapshotDiff
import TestSupport
import Testing

@Suite struct ListDataSourceTests {
  @Test("A view fed by a data source shows every snapshot it was given", arguments: seeds(40))
  func replay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (view, source) = makeList()
    var contents: [Int: Int] = [:]
    for round in 0..<30 {
      var new = ListSnapshot<String, Int>()
      var items = Array(0..<12).shuffled(using: &random)
      for section in ["a", "b", "c"].shuffled(using: &random).prefix(Int(random.next() % 4)) {
        let count = Int(random.next() % 5)
        let ids = Array(items.prefix(count))
        items.removeFirst(min(count, items.count))
        new.appendSection(
          section, unique: ids,
          versions: ids.map { id in
            if random.next().isMultiple(of: 3) { contents[id, default: 0] += 1 }
            return ListVersion(contents[id, default: 0])
          })
      }
      source.apply(new, to: view)
      let expected = (0..<new.numberOfSections).map { section in
        (0..<new.numberOfItems(inSectionAt: section)).map { item in
          let position = ListPosition(section: section, item: item)
          return "\(new.itemIdentifier(at: position))v\(new.version(at: position))"
        }
      }
      #expect(view.texts == expected, "seed \(seed), round \(round)")
    }
  }

  @Test("Rows that did not change are not configured again")
  func untouched() throws {
    let (view, source) = makeList()
    var snapshot = ListSnapshot<String, Int>()
    snapshot.appendSection("a", unique: Array(0..<100))
    source.reload(snapshot, in: view)
    try snapshot.deleteItems([3])
    try snapshot.moveItem(50, beforeItem: 0)
    try snapshot.reconfigureItems([70])
    source.apply(snapshot, to: view)
    // The moved row's cell moves along; only the changed one is configured.
    #expect(view.configured == [70])
  }

  @Test("A cell that is used again cancels what went on for its former item")
  func reuse() {
    let (view, source) = makeList()
    var snapshot = ListSnapshot<String, Int>()
    snapshot.appendSection("a", unique: [1, 2])
    source.reload(snapshot, in: view)
    let cell = FakeCell()
    source.configure(cell, at: ListPosition(item: 0))
    let first = cell.work
    #expect(first?.isCancelled == false)
    source.configure(cell, at: ListPosition(item: 1))
    #expect(first?.isCancelled == true && cell.work?.isCancelled == false)
    source.recycle(cell)
    #expect(cell.work?.isCancelled == true)
  }

  private func makeList() -> (FakeList, ListDataSource<String, Int, FakeCell>) {
    let box = Box()
    let source = ListDataSource<String, Int, FakeCell> { id in
      (
        id,
        box.source?.snapshot.position(of: id).flatMap { box.source?.snapshot.version(at: $0) } ?? 0
      )
    }
    box.source = source
    return (FakeList(source: source), source)
  }

  private final class Box {
    weak var source: ListDataSource<String, Int, FakeCell>?
  }
}

/// A cell that shows text and pretends to load something.
final class FakeCell: ListCell {
  private(set) var id = -1
  private(set) var text = ""
  private(set) var work: CancelToken?

  func show(_ content: (id: Int, version: ListVersion)) -> CancelToken? {
    id = content.id
    text = "\(content.id)v\(content.version)"
    let token = CancelToken()
    work = token
    return token
  }
}

/// A table view by its contract: deletes and move sources in old positions, inserts and targets in new ones.
final class FakeList: ListView {
  private(set) var cells: [[FakeCell]] = []
  private(set) var configured: [Int] = []
  private let source: ListDataSource<String, Int, FakeCell>

  init(source: ListDataSource<String, Int, FakeCell>) {
    self.source = source
  }

  var texts: [[String]] { cells.map { $0.map(\.text) } }

  func visibleCell(at position: ListPosition) -> FakeCell? {
    let cell = cells[position.section][position.item]
    configured.append(cell.id)
    return cell
  }

  func reload(switchModel: () -> Void) {
    switchModel()
    cells = (0..<source.numberOfSections).map { section in
      (0..<source.numberOfItems(inSection: section)).map {
        made(at: ListPosition(section: section, item: $0))
      }
    }
  }

  func performBatch(_ changes: ListChanges, switchModel: () -> Void) {
    let old = cells
    switchModel()
    var gone = Set(changes.itemDeletes + changes.itemMoves.map(\.old))
    for update in changes.itemUpdates where update.kind == .reload { gone.insert(update.old) }
    let sectionsGone = Set(changes.sectionDeletes + changes.sectionMoves.map(\.old))
    let movedSections = Dictionary(
      uniqueKeysWithValues: changes.sectionMoves.map { ($0.new, $0.old) })
    let movedRows = Dictionary(uniqueKeysWithValues: changes.itemMoves.map { ($0.new, $0.old) })
    let made = Set(
      changes.itemInserts
        + changes.itemUpdates.filter { $0.kind == .reload }.map(\.new))
    let inserted = Set(changes.sectionInserts)
    var kept = old.indices.filter { !sectionsGone.contains($0) }.makeIterator()
    cells = (0..<source.numberOfSections).map { section in
      let from = inserted.contains(section) ? nil : movedSections[section] ?? kept.next()
      var staying =
        from.map { from in
          old[from].indices.map { ListPosition(section: from, item: $0) }
            .filter { !gone.contains($0) }
        }?.makeIterator()
      return (0..<source.numberOfItems(inSection: section)).compactMap { item in
        let position = ListPosition(section: section, item: item)
        if let moved = movedRows[position] { return old[moved.section][moved.item] }
        if from == nil || made.contains(position) { return self.made(at: position) }
        return staying?.next().map { old[$0.section][$0.item] }
      }
    }
  }

  private func made(at position: ListPosition) -> FakeCell {
    let cell = FakeCell()
    source.configure(cell, at: position)
    return cell
  }
}
