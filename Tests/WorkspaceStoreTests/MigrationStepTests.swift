import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

@Suite struct MigrationStepTests {
  private static let steps = [
    MigrationStep("first") { changes, _ in
      try changes.insert(StoreItem(id: 1, name: "first"))
    },
    MigrationStep("second") { changes, report in
      for item in try changes.fetch(StoreItem.all) {
        try changes.update(StoreItem(id: item.id, name: item.name.map { $0 + "+" }))
        report(0.5)
      }
    },
  ]

  @Test("Steps run in order, each once, also when the store is opened again")
  func once() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    #expect(try workspace.completedMigrations() == [])
    #expect(try workspace.migrate([Self.steps[0]]) == ["first"])
    #expect(try workspace.migrate(Self.steps) == ["second"])
    #expect(try workspace.migrate(Self.steps) == [])
    try workspace.shutdown()
    let reopened = try Workspace(path: folder.file())
    #expect(try reopened.migrate(Self.steps) == [])
    #expect(try reopened.object(StoreItem.self, key: 1)?.name == "first+")
    #expect(try reopened.completedMigrations() == ["first", "second"])
    // A newer program has seen a step that this one does not have.
    #expect(try reopened.migrate([Self.steps[0]]) == [])
    #expect(try reopened.check() == [])
  }

  @Test("A step that fails leaves nothing and names itself; those before it stay done")
  func failure() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let bad = MigrationStep("bad") { changes, _ in
      try changes.insert(StoreItem(id: 2))
      throw Stop()
    }
    let worse = MigrationStep("worse") { changes, _ in try changes.insert(StoreItem(id: 1)) }
    var seen: [String] = []
    let thrown = error {
      try workspace.migrate([Self.steps[0], bad, Self.steps[1]]) { seen.append($0.step) }
    }
    #expect(thrown?.code == .migrationFailed)
    #expect(thrown?.key == "bad")
    #expect(thrown?.message.contains("\"bad\"") == true)
    #expect(thrown?.message.contains("Stop") == true)
    #expect(seen == ["first", "first", "bad"])
    #expect(try workspace.completedMigrations() == ["first"])
    #expect(try workspace.object(StoreItem.self, key: 2) == nil)
    let inner = error { try workspace.migrate([Self.steps[0], worse]) }
    #expect(inner?.code == .migrationFailed)
    #expect(inner?.typeName == "Stored.StoreItem")
    #expect(inner?.message.contains("keyExists") == true)
    // A step that is mended is done then.
    #expect(try workspace.migrate(Self.steps) == ["second"])
  }

  @Test("Progress rises from 0 to 1 over all steps that are missing")
  func progress() throws {
    let workspace = try Workspace(inMemory: Configuration())
    var fractions: [Double] = []
    let odd = MigrationStep("odd") { _, report in for value in [.nan, -1, 7] { report(value) } }
    try workspace.migrate(Self.steps + [odd]) { fractions.append($0.fraction * 3) }
    #expect(fractions == [0, 1, 1, 1.5, 2, 2, 2, 2, 3, 3])
    try workspace.migrate(Self.steps) { _ in Issue.record("nothing is missing") }
  }

  @Test("Two workspaces that migrate at once do each step once between them")
  func race() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let steps = (0..<20).map { number in
      MigrationStep("step \(number)") { changes, _ in
        let count = try changes.dictionary.value("count", as: Int.self) ?? 0
        try changes.dictionary.set(count + 1, for: "count")
      }
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { try Workspace(path: path).migrate(steps).count }
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == 20)
    #expect(try Workspace(path: path).dictionary.value("count", as: Int.self) == 20)
  }

  @Test("Two steps of one name are refused, and migrating inside a transaction is")
  func misuse() throws {
    let workspace = try Workspace(inMemory: Configuration())
    #expect(
      error { try workspace.migrate(Self.steps + [Self.steps[0]]) }?.code == .invalidName)
    try workspace.performChanges { _ in
      #expect(error { try workspace.migrate(Self.steps) }?.code == .nestedTransaction)
    }
    #expect(try workspace.completedMigrations() == [])
  }
}
