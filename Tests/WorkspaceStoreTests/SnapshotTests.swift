import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SnapshotTests {
  @Test(
    "A snapshot of a store in memory stays as it is, as that of a file does",
    arguments: [true, false])
  func consistent(inMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace =
      try (inMemory ? Workspace(inMemory: Configuration()) : Workspace(path: folder.file()))
    try workspace.performChanges { changes in
      for id in Int64(0)..<10 { try changes.insert(StoreItem(id: id, rank: 1)) }
    }
    let snapshot = try workspace.snapshot()
    #expect(snapshot.commit == 1)
    try workspace.performChanges { changes in
      try changes.update(StoreItem.all) { $0.rank = 2 }
      try changes.insert(StoreItem(id: 10, rank: 2))
      try changes.insert(StoreNote(title: "new type"))
    }
    #expect(try snapshot.count(StoreItem.where { $0.rank == 1 }) == 10)
    #expect(try snapshot.fetch(StoreItem.all).map(\.rank) == Array(repeating: 1, count: 10))
    #expect(try snapshot.fetch(StoreNote.all) == [])
    let later = try workspace.snapshot()
    #expect(later.commit == 2)
    #expect(try later.count(StoreItem.where { $0.rank == 2 }) == 11)
    #expect(try later.fetch(StoreNote.all).count == 1)
    snapshot.end()
    #expect(error { _ = try snapshot.count(StoreItem.all) }?.code == .transactionEnded)
    try workspace.shutdown()
    #expect(error { _ = try later.count(StoreItem.all) }?.code == .transactionEnded)
  }

  @Test("Inside a transaction of a store in memory a snapshot is refused, with words that say so")
  func nested() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { (changes: inout Transaction) throws in
      try changes.insert(StoreItem(id: 1))
      let thrown = error { _ = try workspace.snapshot() }
      #expect(thrown?.code == .nestedTransaction)
      #expect(thrown?.message.contains("snapshot") == true)
    }
    #expect(try workspace.snapshot().count(StoreItem.all) == 1)
  }

  @Test("Statistics tell how many snapshots hold the log, and the oldest commit that one shows")
  func statistics() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    func held() throws -> [Int64?] {
      let figures = try workspace.statistics()
      return [Int64(figures.heldSnapshots), figures.oldestHeldCommit]
    }
    #expect(try held() == [0, nil])
    var snapshots: [ReadSnapshot] = []
    for id in Int64(1)...3 {
      try workspace.performChanges { try $0.insert(StoreItem(id: id)) }
      snapshots.append(try workspace.snapshot())
    }
    #expect(try held() == [3, 1])
    snapshots[0].end()
    #expect(try held() == [2, 2])
    snapshots = []
    #expect(try held() == [0, nil])
  }
}
