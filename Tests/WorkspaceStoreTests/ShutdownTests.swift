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

  #if os(Linux)
    @Test(
      "After a shutdown the process has no descriptor that it had not before, whatever was subscribed to (CASES 22)"
    )
    func descriptors() async throws {
      // In a process of its own, as tests beside this one open files too.
      await #expect(processExitsWith: .success) {
        // What Dispatch and the runtime open once stays.
        let first = try TemporaryFolder()
        _ = try await Self.shutDownUnderSubscriptions(first)
        let before = try Self.allDescriptors()
        let folder = try TemporaryFolder()
        let workspace = try await Self.shutDownUnderSubscriptions(folder)
        let after = try Self.allDescriptors()
        try #require(after == before)
        try #require(folder.names() == ["test.db"])
        try FileManager.default.removeItem(atPath: folder.file())
        try #require(folder.names() == [])
        try #require(error { _ = try workspace.fetch(StoreItem.all) }?.code == .shutDown)
      }
    }

    private static func allDescriptors() throws -> [String] {
      let table = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: table).compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(table)/\(name)")
      }.sorted()
    }
  #endif

  /// Opens a store, subscribes to all that can be subscribed to, in every form, and shuts it down.
  ///
  /// It returns when every sequence has ended and no handler is called any more.
  private static func shutDownUnderSubscriptions(
    _ folder: TemporaryFolder
  ) async throws -> Workspace {
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let (queue, heard) = (DispatchQueue(label: "updates"), Locked<[Int]>([]))
    let note: @Sendable (Int) -> Void = { kind in heard.withLock { $0.append(kind) } }
    let (all, dictionary) = (StoreItem.all, workspace.dictionary)
    let subscriptions = [
      workspace.subscribe(to: all, on: queue) { _ in note(0) },
      workspace.subscribe(to: all, on: queue, policy: .everyCommit) { _ in note(1) },
      workspace.subscribe(to: all.limit(3), on: queue) { _ in note(2) },
      workspace.subscribe(toObject: StoreItem.self, key: 1, on: queue) { _ in note(3) },
      workspace.subscribe(toCountOf: all, on: queue) { _ in note(4) },
      workspace.subscribe(toChangesOf: StoreItem.self, on: queue) { _ in note(5) },
      dictionary.subscribe(to: "k", as: Int.self, on: queue) { _ in note(6) },
      dictionary.namespace("n").subscribe(on: queue) { _ in note(7) },
    ]
    let sequences = [
      Task { for await _ in workspace.updates(of: all) {} },
      Task { for await _ in workspace.updates(of: all, policy: .everyCommit) {} },
      Task { for await _ in dictionary.updates(of: "k", as: Int.self) {} },
      Task { for await _ in dictionary.updates() {} },
    ]
    for id in Int64(0)..<20 {
      try await workspace.performChanges { changes in
        try changes.insert(StoreItem(id: id))
        try changes.dictionary.set(Int(id), for: "k")
        try changes.dictionary.namespace("n").set(Int(id), for: "k\(id)")
      }
    }
    // Each has had its first update.
    workspace.observation.settle(queue)
    // Held and forgotten: a snapshot, and a set that waits.
    let snapshot = try workspace.snapshot()
    dictionary["last", Int.self] = 1
    try workspace.shutdown()
    for sequence in sequences { await sequence.value }
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    let atEnd = heard.withLock { $0 }
    #expect(Set(atEnd) == Set(0..<8))
    #expect(error { _ = try snapshot.fetch(all) }?.code == .transactionEnded)
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    #expect(heard.withLock { $0 } == atEnd)
    for subscription in subscriptions { subscription.cancel() }
    return workspace
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
