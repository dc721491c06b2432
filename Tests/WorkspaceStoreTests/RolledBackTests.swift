import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

/// SQLite rolls back by itself after some errors; what follows must not be committed alone.
@Suite struct RolledBackTests {
  /// Lets a store grow by a few pages only.
  private func limit(_ workspace: Workspace) throws {
    try workspace.writer.onConnection { (connection) throws(WorkspaceError) in
      let count = try connection.integer("PRAGMA page_count") ?? 0
      try connection.execute("PRAGMA max_page_count = \(count + 8)")
    }
  }

  @Test(
    "After a rollback that only a closure inside was told of, nothing more is done (CASES 25)")
  func unseen() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    let thrown = error {
      try workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 2))
        try? changes.withCursor(over: StoreItem.all) { _ in
          // As SQLite does where a read fails.
          try workspace.writer.running?.connection.execute("ROLLBACK")
          throw Stop()
        }
        #expect(error { try changes.insert(StoreItem(id: 3)) }?.code == .rolledBack)
        #expect(error { _ = try changes.fetch(StoreItem.all) }?.code == .rolledBack)
        #expect(error { try changes.savepoint {} }?.code == .rolledBack)
      }
    }
    #expect(thrown?.code == .rolledBack)
    let alone = error {
      try workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 2))
        try workspace.writer.running?.connection.execute("ROLLBACK")
      }
    }
    #expect(alone?.code == .rolledBack)
    let inSavepoint = error {
      try workspace.performChanges { changes in
        try? changes.savepoint {
          try workspace.writer.running?.connection.execute("ROLLBACK")
          throw Stop()
        }
        try changes.insert(StoreItem(id: 3))
      }
    }
    #expect(inSavepoint?.code == .rolledBack)
    #expect(try workspace.fetch(StoreItem.all).map(\.id) == [1])
    #expect(try workspace.check() == [])
  }

  @Test("A transaction after sets that filled the disk is one of its own, synchronous or not")
  func full() throws {
    for isSynchronous in [true, false] {
      let folder = try TemporaryFolder()
      let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
      try limit(workspace)
      let sink = RecordingSink.install(in: workspace)
      let done = DispatchSemaphore(value: 0)
      workspace.writer.queue.sync {
        workspace.dictionary["big", [UInt8].self] = [UInt8](repeating: 1, count: 4_000_000)
        guard !isSynchronous else {
          done.signal()
          return
        }
        workspace.performChanges(on: DispatchQueue(label: "done")) { changes in
          try changes.insert(StoreItem(id: 1))
        } completion: { result in
          #expect(throws: Never.self) { try result.get() }
          done.signal()
        }
      }
      if isSynchronous {
        try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
      }
      done.wait()
      #expect(error { try workspace.dictionary.synchronize() }?.code == .full)
      #expect(workspace.dictionary["big", [UInt8].self] == nil)
      #expect(try workspace.fetch(StoreItem.all).map(\.id) == [1])
      // One commit, with its own row of the log.
      #expect(sink.sets.withLock { $0.map(\.commit) } == [2])
      #expect(try folder.raw().rows("SELECT max(number) FROM __commit") == [["2"]])
      #expect(try workspace.check() == [])
    }
  }

  @Test("Sets that a failing transaction took along are committed without it")
  func retried() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try limit(workspace)
    workspace.dictionary["k", Int.self] = 1
    let thrown = error {
      try workspace.performChanges { changes in
        for id in 0..<100_000 { try changes.insert(StoreItem(id: Int64(id))) }
      }
    }
    #expect(thrown?.code == .full)
    #expect(workspace.dictionary["k", Int.self] == 1)
    try workspace.dictionary.synchronize()
    #expect(try folder.raw().rows("SELECT key, value FROM __dictionary") == [["'k'", "1"]])
    #expect(try workspace.count(StoreItem.all) == 0)
  }

  @Test("A set that can't be written costs no other, and only its subscribers are told")
  func oneOfMany() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try folder.raw().execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON __dictionary WHEN new.key = 'bad'
      BEGIN SELECT raise(ABORT, 'refused'); END
      """)
    let sink = RecordingSink.install(in: workspace)
    try workspace.writer.queue.sync {
      for key in ["a", "bad", "b"] { try workspace.dictionary.set(1, for: key) }
    }
    #expect(throws: WorkspaceError.self) { try workspace.dictionary.synchronize() }
    try workspace.dictionary.synchronize()
    #expect(try workspace.dictionary.keys() == ["a", "b"])
    #expect(workspace.dictionary["bad", Int.self] == nil)
    // All the others in one commit.
    #expect(sink.sets.withLock { $0.count } == 1)
    #expect(try folder.raw().rows("SELECT key FROM __dictionary") == [["'a'"], ["'b'"]])
    // Each set as it was made; then the one that went back.
    #expect(sink.uncommitted.withLock { $0.count } == 4)
  }

  @Test("Sets that a transaction took along wait while the workspace is suspended")
  func suspended() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchGroup())
    let code = Locked<WorkspaceError.Code?>(nil)
    DispatchQueue.global().async(group: hasEnded) {
      workspace.dictionary["k", Int.self] = 1
      let thrown = workspace.insertUntilInterrupted { hasBegun.signal() }
      code.withLock { $0 = thrown }
    }
    hasBegun.wait()
    try workspace.suspend()
    hasEnded.wait()
    #expect(code.withLock { $0 } != nil)
    try workspace.resume()
    try workspace.dictionary.synchronize()
    #expect(try folder.raw().rows("SELECT key, value FROM __dictionary") == [["'k'", "1"]])
    #expect(try workspace.count(StoreItem.all) == 0)
  }
}
