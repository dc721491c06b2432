import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct FileMovedTests {
  private let folder: TemporaryFolder

  /// A folder with a store whose only item is 1, and with `other.db`, whose only item is 2.
  init() throws {
    folder = try TemporaryFolder()
    for (name, id) in [("test.db", Int64(1)), ("other.db", 2)] {
      let workspace = try Workspace(path: folder.file(name))
      try workspace.performChanges { try $0.insert(StoreItem(id: id)) }
      try workspace.shutdown()
    }
  }

  /// Does something to the file of an open store that must not be done to it.
  private func move(_ kind: String) throws {
    let files = FileManager.default
    switch kind {
    case "deleted": try files.removeItem(atPath: folder.file())
    case "moved": try files.moveItem(atPath: folder.file(), toPath: folder.file("elsewhere.db"))
    default: try #require(unsafe rename(folder.file("other.db"), folder.file()) == 0)
    }
  }

  private func look(_ workspace: Workspace) {
    workspace.writer.queue.sync { workspace.writer.nextLookAtFile = 0 }
  }

  @Test(
    "Where the file of an open store is deleted, moved or replaced, writes and new connections throw",
    arguments: ["deleted", "moved", "replaced"])
  func whileOpen(kind: String) throws {
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreItem(id: 3)) }
    let snapshot = try workspace.snapshot()
    try move(kind)
    look(workspace)
    let thrown = error { try workspace.performChanges { try $0.insert(StoreItem(id: 4)) } }
    #expect(thrown?.code == .fileMoved)
    #expect(thrown?.path == folder.file())
    #expect(thrown?.remedy != nil)
    workspace.dictionary["k", Int.self] = 1
    look(workspace)
    #expect(error { try workspace.dictionary.synchronize() }?.code == .fileMoved)
    // Another connection would see another store, or none.
    let reading = error { _ = try workspace.count(StoreItem.all) }
    #expect([.fileMoved, .missingFile, .cannotOpen].contains(reading?.code))
    #expect(try snapshot.count(StoreItem.all) == 2)
    snapshot.end()
    _ = error { try workspace.shutdown() }
    guard kind == "replaced" else { return }
    // The log beside it is that of the store which it has replaced.
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file() + suffix)
    }
    let other = try Workspace(path: folder.file())
    #expect(try other.check() == [])
    #expect(try other.fetch(StoreItem.all).map(\.id) == [2])
  }

  @Test("A store that was replaced while it was suspended is not taken for the one that it was")
  func whileSuspended() throws {
    let workspace = try Workspace(path: folder.file())
    try workspace.suspend()
    try move("replaced")
    #expect(error { try workspace.resume() }?.code == .fileMoved)
    #expect(error { _ = try workspace.count(StoreItem.all) }?.code == .suspended)
    try workspace.shutdown()
    let other = try Workspace(path: folder.file())
    #expect(try other.fetch(StoreItem.all).map(\.id) == [2])
  }

  @Test("A store that is only read, without a lock, is not another one after it was replaced")
  func whileReading() throws {
    let workspace = try Workspace(
      path: folder.file(), configuration: Configuration(isReadOnly: true))
    #expect(try workspace.fetch(StoreItem.all).map(\.id) == [1])
    try move("replaced")
    #expect(error { _ = try workspace.fetch(StoreItem.all) }?.code == .fileMoved)
    try workspace.shutdown()
  }
}
