import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ShutdownTests {
  @Test(
    "Shutdown ends live subscriptions and leaves no descriptor on the files, which can be deleted (CASES 22)"
  )
  func liveSubscriptions() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let queue = DispatchQueue(label: "updates")
    let heard = Locked(0)
    let subscriptions = [
      workspace.subscribe(to: StoreItem.all, on: queue) { _ in heard.withLock { $0 += 1 } },
      workspace.subscribe(toObject: StoreItem.self, key: 1, on: queue) { _ in
        heard.withLock { $0 += 1 }
      },
      workspace.subscribe(toCountOf: StoreItem.all, on: queue) { _ in heard.withLock { $0 += 1 } },
    ]
    // Held and forgotten.
    let snapshot = try workspace.snapshot()
    let sequence = Task {
      var count = 0
      for await _ in workspace.updates(of: StoreItem.all) { count += 1 }
      return count
    }
    for id in Int64(0)..<20 {
      try await workspace.performChanges { try $0.insert(StoreItem(id: id)) }
    }
    try workspace.shutdown()
    // The sequence ends by itself.
    _ = await sequence.value
    queue.sync {}
    let atEnd = heard.withLock { $0 }
    #expect(try folder.openDescriptors() == 0)
    #expect(try folder.names() == ["test.db"])
    try FileManager.default.removeItem(atPath: folder.file())
    #expect(error { _ = try workspace.fetch(StoreItem.all) }?.code == .shutDown)
    #expect(
      error { try workspace.performChanges { try $0.insert(StoreItem(id: 99)) } }?.code
        == .shutDown)
    #expect(error { _ = try snapshot.fetch(StoreItem.all) }?.code == .transactionEnded)
    #expect(error { _ = try workspace.snapshot() }?.code == .shutDown)
    #expect(error { try workspace.compact() }?.code == .shutDown)
    #expect(error { _ = try workspace.checkpoint() }?.code == .shutDown)
    #expect(error { try workspace.finishIndexes() }?.code == .shutDown)
    queue.sync {}
    #expect(heard.withLock { $0 } == atEnd)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("A transaction's dictionary that escapes does not keep the file open")
  func escaped() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let escaped = try workspace.performChanges { changes in
      try changes.dictionary.set(1, for: "k")
      return changes.dictionary
    }
    try workspace.shutdown()
    #expect(try folder.openDescriptors() == 0)
    #expect(error { _ = try escaped.value("k", as: Int.self) }?.code == .transactionEnded)
  }

  @Test("Shutdown and suspension inside a read are typed errors, not deadlocks")
  func insideRead() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    func refuses() {
      #expect(error { try workspace.shutdown() }?.code == .nestedTransaction)
      #expect(error { try workspace.suspend() }?.code == .nestedTransaction)
    }
    try workspace.read { (_) throws(WorkspaceError) in refuses() }
    let snapshot = try workspace.snapshot()
    try snapshot.read { (_) throws(WorkspaceError) in
      try snapshot.read { (_) throws(WorkspaceError) in refuses() }
      refuses()
    }
    // A snapshot that is held and not read from is ended.
    try workspace.suspend()
    try workspace.resume()
    try workspace.shutdown()
  }
}
