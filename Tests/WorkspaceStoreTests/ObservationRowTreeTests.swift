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

  private func payload(_ random: inout SeededGenerator, seed: UInt64) -> [UInt8] {
    let most = seed.isMultiple(of: 3) ? 9000 : 120
    return [UInt8](
      repeating: UInt8.random(in: 0...255, using: &random),
      count: Int.random(in: 0...most, using: &random))
  }
}
