import TestSupport
import Testing

@testable import WorkspaceStore

/// Inserts hold entries of indexes back; nothing but the number of statements tells.
@Suite struct HeldEntryTests {
  @Test(
    "Queries by an index, deletes, updates and savepoints see every insert before them",
    arguments: seeds(10))
  func agreement(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let workspace = try Workspace(inMemory: Configuration())
    var model: [Int64: StoreItem] = [:]
    for _ in 0..<4 {
      try workspace.performChanges { changes in
        for _ in 0..<60 {
          try step(changes, &model, &generator)
          guard Int.random(in: 0..<4, using: &generator) == 0 else { continue }
          let low = Int32.random(in: -5...5, using: &generator)
          let found = try changes.fetch(
            StoreItem.where { $0.rank >= low }.order { $0.rank.ascending })
          #expect(Set(found.map(\.id)) == Set(model.values.filter { $0.rank >= low }.map(\.id)))
          let ratio = Double(low)
          #expect(
            try changes.count(StoreItem.where { $0.ratio < ratio })
              == model.values.count { $0.ratio.map { $0 < ratio } ?? false })
        }
      }
      #expect(try workspace.check() == [], "seed \(seed)")
    }
  }

  private func step(
    _ changes: borrowing Transaction, _ model: inout [Int64: StoreItem],
    _ generator: inout SeededGenerator
  ) throws {
    func item(_ id: Int64) -> StoreItem {
      StoreItem(
        id: id, rank: Int32.random(in: -9...9, using: &generator),
        ratio: Bool.random(using: &generator)
          ? Double(Int.random(in: -9...9, using: &generator)) / 2 : nil)
    }
    func insertSome() throws {
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let new = item(Int64(model.count) + Int64.random(in: 0..<1_000_000_000, using: &generator))
        guard model[new.id] == nil else { continue }
        try changes.insert(new)
        model[new.id] = new
      }
    }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      guard let old = model.values.randomElement(using: &generator) else { return }
      #expect(try changes.delete(old))
      model[old.id] = nil
    case 1:
      guard let old = model.values.randomElement(using: &generator) else { return }
      let new = item(old.id)
      try changes.upsert(new)
      model[new.id] = new
    case 2:
      let before = model
      #expect(throws: WorkspaceError.self) {
        try changes.savepoint {
          try insertSome()
          if let known = before.values.first { try changes.insert(known) }
          throw WorkspaceError(.notFound, "undo")
        }
      }
      model = before
    case 3: try changes.savepoint { try insertSome() }
    default: try insertSome()
    }
  }

  @Test(
    "1,600 inserts are one statement each and one for the unique index, and 100 for either other one"
  )
  func statements() throws {
    let workspace = try Workspace(inMemory: Configuration(), records: [StoreItem.self])
    try workspace.performChanges { changes in
      let connection = changes.core.connection
      // So that the statements are prepared.
      for id in 0..<32 { try changes.insert(StoreItem(id: Int64(id), rank: 1, ratio: 1)) }
      #expect(try changes.count(StoreItem.all) == 32)
      let before = connection.statementRuns
      for id in 100..<1_700 {
        try changes.insert(StoreItem(id: Int64(id), rank: Int32(id % 7), ratio: Double(id % 11)))
      }
      try changes.core.requireOpen()
      #expect(connection.statementRuns - before == 2 * 1_600 + 2 * 100)
    }
  }
}
