import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct StoreReadingTests {
  private let readOnly = Configuration(isReadOnly: true)

  /// A store whose newest commit is only in its `-wal`, and a database file that says that it is longer than it is.
  ///
  /// So it is after a checkpoint that had written the first page and not yet the last.
  private func cutShort(in folder: TemporaryFolder, withIndex: Bool) throws -> String {
    let writer = try Workspace(path: folder.file(), records: [StoreItem.self])
    try writer.performChanges { changes in
      for id in 0..<500 {
        try changes.insert(StoreItem(id: Int64(id), name: String(repeating: "x", count: 100)))
      }
    }
    let copy = folder.file("copy.db")
    for suffix in withIndex ? ["", "-wal", "-shm"] : ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.file() + suffix, toPath: copy + suffix)
    }
    try writer.shutdown()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
    var database = try Data(contentsOf: URL(fileURLWithPath: copy))
    #expect(database.count < whole.count)
    database.replaceSubrange(0..<4096, with: whole[0..<4096])
    try database.write(to: URL(fileURLWithPath: copy))
    return copy
  }

  @Test(
    "A checkpoint that was cut short does no harm: the rest is in the log",
    arguments: [true, false], [true, false])
  func cutShortCheckpoint(isReadOnly: Bool, withIndex: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try cutShort(in: folder, withIndex: withIndex)
    let workspace = try Workspace(
      path: path, configuration: Configuration(isReadOnly: isReadOnly))
    #expect(try workspace.count(StoreItem.all) == 500)
    #expect(try workspace.check() == [])
    try workspace.shutdown()
  }

  @Test(
    "A workspace that only reads sees what a writer that came later commits, and leaves no file")
  func laterWriter() throws {
    let folder = try TemporaryFolder()
    try Workspace(path: folder.file(), records: [StoreItem.self]).shutdown()
    let reader = try Workspace(path: folder.file(), configuration: readOnly)
    #expect(try reader.count(StoreItem.all) == 0)
    for round in 1...3 {
      let writer = try Workspace(path: folder.file())
      try writer.performChanges { try $0.insert(StoreItem(id: Int64(round))) }
      #expect(try reader.count(StoreItem.all) == round)
      try writer.performChanges { try $0.update(StoreItem(id: Int64(round), name: "b")) }
      try writer.shutdown()
      #expect(try reader.object(StoreItem.self, key: Int64(round))?.name == "b")
    }
    try reader.shutdown()
  }

  @Test(
    "A snapshot that reads without locks throws when the file has changed, and a new one is right")
  func overtakenSnapshot() throws {
    let folder = try TemporaryFolder()
    try Workspace(path: folder.file(), records: [StoreItem.self]).shutdown()
    let reader = try Workspace(path: folder.file(), configuration: readOnly)
    let snapshot = try reader.snapshot()
    let writer = try Workspace(path: folder.file())
    try writer.performChanges { try $0.insert(StoreItem(id: 1)) }
    #expect(try snapshot.count(StoreItem.all) == 0)
    try writer.shutdown()
    #expect(error { _ = try snapshot.count(StoreItem.all) }?.code == .overtaken)
    snapshot.end()
    #expect(try reader.snapshot().count(StoreItem.all) == 1)
  }

  @Test("A subscription of a workspace that only reads hears of a writer that came later")
  func subscribedReader() async throws {
    let folder = try TemporaryFolder()
    try Workspace(path: folder.file(), records: [StoreItem.self]).shutdown()
    let reader = try Workspace(path: folder.file(), configuration: readOnly)
    var updates = reader.updates(of: StoreItem.all).makeAsyncIterator()
    #expect(await updates.next()?.count == 0)
    let writer = try Workspace(path: folder.file())
    try await writer.performChanges { try $0.insert(StoreItem(id: 1)) }
    #expect(await updates.next()?.count == 1)
    try writer.shutdown()
  }

  @Test("Paths that name no file are refused; others are kept from the root")
  func paths() throws {
    #expect(error { _ = try Workspace(path: "") }?.code == .missingFile)
    #expect(error { _ = try Workspace(path: "a\0b") }?.code == .missingFile)
    #expect(error { _ = try Workspace(path: "/dev/null") }?.code == .cannotOpen)
    #expect(StoreFile.absolute(":memory:").hasSuffix("/:memory:"))
    #expect(StoreFile.absolute("/a.db") == "/a.db")
    let folder = try TemporaryFolder()
    try Workspace(path: folder.file()).shutdown()
    #expect(error { _ = try Workspace(path: folder.file() + "/x") }?.code == .missingFile)
  }
}
