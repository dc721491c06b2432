import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ObservationRowTreeTests {
  private struct Row: Equatable {
    var id: Int64
    var payload: [UInt8]
  }

  private func rows(of tree: RowTree) -> [Row] {
    var rows: [Row] = []
    unsafe tree.forEach { position, id, payload in
      #expect(position == rows.count)
      unsafe rows.append(Row(id: id, payload: [UInt8](payload)))
    }
    return rows
  }

  @Test(
    "Edits by position are those of an array, and leave older trees as they were",
    arguments: seeds(30))
  func editsLikeArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model: [Row] = []
    var tree = RowTree()
    if seed.isMultiple(of: 2) {
      var builder = RowTreeBuilder()
      for id in 0..<Int64.random(in: 0...3000, using: &random) {
        let row = Row(id: -id, payload: payload(&random, seed: seed))
        model.append(row)
        builder.append(rowID: row.id, payload: row.payload)
      }
      tree = builder.finish()
    }
    var kept: [(RowTree, [Row])] = []
    for step in 0..<1500 {
      let shrinks = step > 700 && step < 1200
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<(shrinks ? 2 : 6):
        let row = Row(id: Int64(step), payload: payload(&random, seed: seed))
        let position = Int.random(in: 0...model.count, using: &random)
        model.insert(row, at: position)
        tree.insert(rowID: row.id, payload: row.payload, at: position)
      case 9 where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        model[position].payload = payload(&random, seed: seed)
        tree.replace(at: position, payload: model[position].payload)
      case _ where !model.isEmpty:
        let position = Int.random(in: 0..<model.count, using: &random)
        model.remove(at: position)
        tree.remove(at: position)
      default: break
      }
      #expect(tree.count == model.count)
      if step.isMultiple(of: 300) { kept.append((tree, model)) }
    }
    #expect(rows(of: tree) == model)
    for (position, row) in model.enumerated().prefix(50) {
      #expect(tree.rowID(at: position) == row.id)
      #expect(tree.payload(at: position) == row.payload)
    }
    for (old, rows) in kept { #expect(self.rows(of: old) == rows) }
  }

  @Test("The first position is found by halving", arguments: [0, 1, 95, 97, 5000])
  func firstPosition(count: Int) {
    var builder = RowTreeBuilder()
    for id in 0..<count { builder.append(rowID: Int64(2 * id), payload: [1, 2, 3]) }
    let tree = builder.finish()
    for id in stride(from: 0, to: count, by: max(1, count / 40)) {
      var calls = 0
      let position = unsafe tree.firstPosition { rowID, _ in
        calls += 1
        return rowID >= Int64(2 * id) - 1
      }
      #expect(position == id)
      #expect(calls <= 20)
    }
    #expect(unsafe tree.firstPosition { _, _ in false } == count)
  }

  @Test("Many edits in one pass are like one after another", arguments: seeds(30))
  func merges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: [UInt8]] = [:]
    var tree = RowTree()
    func key(_ id: Int64) -> SortKey { SortKey(rowID: id, ascends: true) }
    for round in 0..<12 {
      var edits: [RowEdit] = []
      var new = model
      let count = [1, 30, 400][round % 3]
      let start = Int64.random(in: 0...3000, using: &random)
      for _ in 0..<count {
        let id =
          round.isMultiple(of: 2)
          ? Int64.random(in: 0...3000, using: &random) : start + Int64(edits.count)
        if edits.contains(where: { $0.key.rowID == id }) { continue }
        if new[id] == nil {
          new[id] = payload(&random, seed: seed)
          edits.append(RowEdit(kind: .insert, key: key(id), payload: new[id] ?? []))
        } else if Bool.random(using: &random) {
          new[id] = nil
          edits.append(RowEdit(kind: .remove, key: key(id), payload: []))
        } else {
          new[id] = payload(&random, seed: seed)
          edits.append(RowEdit(kind: .replace, key: key(id), payload: new[id] ?? []))
        }
      }
      edits.sort { $0.key < $1.key }
      var list = model.keys.sorted()
      let old = tree
      let isWhole = round != 5 || tree.isEmpty
      let last = list.last ?? 0
      try unsafe tree.merge(edits, isWhole: isWhole, key: { _, id in key(id) }) { edit, position in
        switch edit.kind {
        case .insert: list.insert(edit.key.rowID, at: position)
        case .remove: #expect(list.remove(at: position) == edit.key.rowID)
        case .replace: #expect(list[position] == edit.key.rowID)
        }
      }
      // Behind the last row, rows that are not known stay unknown.
      let kept = isWhole ? new : new.filter { $0.key <= last }
      #expect(list == kept.keys.sorted())
      #expect(
        rows(of: tree) == kept.sorted { $0.key < $1.key }.map { Row(id: $0.key, payload: $0.value) }
      )
      #expect(
        rows(of: old) == model.sorted { $0.key < $1.key }.map { Row(id: $0.key, payload: $0.value) }
      )
      model = kept
    }
  }

  @Test("Leaves without edits are shared in a merge, and a row that is elsewhere stops it")
  func mergeShares() throws {
    var builder = RowTreeBuilder()
    for id in 0..<96_000 as Range<Int64> { builder.append(rowID: id, payload: [1, 2, 3]) }
    var tree = builder.finish()
    var before = Set<ObjectIdentifier>()
    tree.eachLeafNode { before.insert(ObjectIdentifier($0)) }
    let old = tree
    let edits = [7, 50_000, 50_001, 95_999].map { id in
      RowEdit(kind: .replace, key: SortKey(rowID: id, ascends: true), payload: [9])
    }
    try unsafe tree.merge(edits, isWhole: true, key: { SortKey(rowID: $1, ascends: true) }) {
      _, _ in
    }
    var fresh = 0
    tree.eachLeafNode { if !before.contains(ObjectIdentifier($0)) { fresh += 1 } }
    #expect(fresh == 3)
    let gone = [RowEdit(kind: .remove, key: SortKey(rowID: 96_000, ascends: true), payload: [])]
    #expect(throws: MisplacedRow.self) {
      try unsafe tree.merge(gone, isWhole: true, key: { SortKey(rowID: $1, ascends: true) }) {
        _, _ in
      }
    }
    #expect(tree.count == old.count)
  }

  private func payload(_ random: inout SeededGenerator, seed: UInt64) -> [UInt8] {
    let most = seed.isMultiple(of: 3) ? 9000 : 120
    return [UInt8](
      repeating: UInt8.random(in: 0...255, using: &random),
      count: Int.random(in: 0...most, using: &random))
  }
}
