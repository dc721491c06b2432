import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SuspensionTests {
  @Test("A suspended workspace has no descriptor on its files, and begins nothing")
  func released() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    let snapshot = try workspace.snapshot()
    try workspace.suspend()
    try workspace.suspend()
    #expect(try folder.openDescriptors() == 0)
    #expect(error { _ = try workspace.fetch(StoreItem.all) }?.code == .suspended)
    #expect(error { _ = try workspace.snapshot() }?.code == .suspended)
    #expect(error { _ = try snapshot.fetch(StoreItem.all) }?.code == .transactionEnded)
    #expect(
      error { try workspace.performChanges { try $0.insert(StoreItem(id: 2)) } }?.code
        == .suspended)
    #expect(error { try workspace.compact() }?.code == .suspended)
    #expect(error { _ = try workspace.checkpoint() }?.code == .suspended)
    #expect(try folder.openDescriptors() == 0)
    try workspace.resume()
    #expect(try workspace.count(StoreItem.all) == 1)
    try workspace.performChanges { try $0.insert(StoreItem(id: 2)) }
    #expect(try workspace.check() == [])
    try workspace.shutdown()
    #expect(error { try workspace.resume() }?.code == .shutDown)
  }

  @Test("What runs is interrupted and leaves nothing: a long write, a long read")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = DispatchGroup()
    let codes = Locked<[WorkspaceError.Code?]>([])
    DispatchQueue.global().async(group: hasEnded) {
      let thrown = workspace.insertUntilInterrupted { hasBegun.signal() }
      codes.withLock { $0.append(thrown) }
    }
    DispatchQueue.global().async(group: hasEnded) {
      let sql = """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n
        """
      let thrown = error {
        hasBegun.signal()
        _ = try workspace.read { (access) throws(WorkspaceError) in
          try access.connection.integer(sql)
        }
      }
      codes.withLock { $0.append(thrown?.code) }
    }
    hasBegun.wait()
    hasBegun.wait()
    try workspace.suspend()
    hasEnded.wait()
    let seen = codes.withLock { $0 }
    #expect(seen == [.suspended, .suspended])
    try workspace.resume()
    #expect(try workspace.count(StoreItem.all) == 0)
    #expect(try workspace.check() == [])
  }

  @Test("Asynchronous transactions and values of the dictionary wait until it is resumed")
  func waiting() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.suspend()
    let isDone = Locked(false)
    let write = Task {
      try await workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
      isDone.withLock { $0 = true }
    }
    workspace.dictionary["k", Int.self] = 1
    #expect(workspace.dictionary["k", Int.self] == 1)
    #expect(error { try workspace.dictionary.synchronize() }?.code == .suspended)
    #expect(!isDone.withLock { $0 })
    try workspace.resume()
    try await write.value
    #expect(try workspace.count(StoreItem.all) == 1)
    try workspace.dictionary.synchronize()
    let raw = try folder.raw()
    #expect(try raw.rows("SELECT key FROM __dictionary") == [["'k'"]])
  }

  @Test("Suspending and resuming at once from many threads ends in one or the other")
  func together() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<25 {
        if thread < 2 {
          #expect(error { try workspace.suspend() } == nil)
        } else {
          #expect(error { try workspace.resume() } == nil)
        }
        let thrown = error {
          try workspace.performChanges { _ = try $0.upsert(StoreItem(id: 1)) }
        }
        // What a suspension interrupts may be told by the statement or by one after it.
        #expect([nil, .suspended, .rolledBack].contains(thrown?.code))
      }
    }
    try workspace.resume()
    try workspace.performChanges { try $0.upsert(StoreItem(id: 1)) }
    #expect(try workspace.count(StoreItem.all) == 1)
    try workspace.suspend()
    #expect(try folder.openDescriptors() == 0)
    try workspace.resume()
  }

  @Test("Sets that are being written when the workspace is suspended wait until it is resumed")
  func flushing() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: workspace)
    for round in 1...4 {
      let hasBegun = DispatchSemaphore(value: 0)
      sink.atBegin.withLock { $0 = { hasBegun.signal() } }
      workspace.writer.queue.sync {
        for key in 0..<5000 { workspace.dictionary["k\(key)", Int.self] = round }
      }
      hasBegun.wait()
      try workspace.suspend()
      sink.atBegin.withLock { $0 = {} }
      try workspace.resume()
      try workspace.dictionary.synchronize()
      let rows = try folder.raw().rows("SELECT value, count(*) FROM __dictionary GROUP BY value")
      #expect(rows == [["\(round)", "5000"]])
    }
    // Those who observe heard of each set once, and of none that went back.
    #expect(sink.uncommitted.withLock { $0.count } == 4 * 5000)
  }

  @Test("What waits for the lock of another workspace neither keeps a suspension waiting nor fails")
  func locked() throws {
    let folder = try TemporaryFolder()
    let hour: Int32 = 3_600_000
    let configuration = Configuration(busyTimeout: hour)
    let workspace = try Workspace(
      path: folder.file(), configuration: configuration, records: [StoreItem.self])
    let other = try folder.raw()
    try other.execute("BEGIN IMMEDIATE")
    let hasEnded = DispatchGroup()
    let failures = Locked<[any Error]>([])
    func begin(_ id: Int64) {
      hasEnded.enter()
      workspace.performChanges(on: .global()) {
        try $0.insert(StoreItem(id: id, rank: Int32(try $0.count(StoreItem.all))))
      } completion: { result in
        if case .failure(let error) = result { failures.withLock { $0.append(error) } }
        hasEnded.leave()
      }
    }
    begin(7)
    while workspace.writer.pending.withLock({ !$0.isEmpty }) { sched_yield() }
    begin(3)
    let isSuspended = DispatchGroup()
    DispatchQueue.global().async(group: isSuspended) { try? workspace.suspend() }
    #expect(isSuspended.wait(timeout: .now() + 60) == .success)
    try other.execute("COMMIT")
    isSuspended.wait()
    try workspace.resume()
    hasEnded.wait()
    #expect(failures.withLock { $0.isEmpty })
    // Those that came first are still the first.
    #expect(try workspace.fetch(StoreItem.all).map(\.rank) == [1, 0])
    try workspace.shutdown()
  }

  @Test("A resumption that a shutdown overtakes opens nothing")
  func overtaken() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    workspace.writer.suspension.wait()
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = DispatchGroup()
    let code = Locked<WorkspaceError.Code?>(nil)
    DispatchQueue.global().async(group: hasEnded) {
      hasBegun.signal()
      let thrown = error { try workspace.resume() }?.code
      code.withLock { $0 = thrown }
    }
    hasBegun.wait()
    // It is about to wait for its turn; where it is not there yet, it finds what it would find then.
    for _ in 0..<1000 { sched_yield() }
    try workspace.shutdown()
    workspace.writer.suspension.signal()
    hasEnded.wait()
    #expect(code.withLock { $0 } == .shutDown)
    #expect(try folder.openDescriptors() == 0)
  }

  @Test("The log's closure can't suspend what is being suspended or resumed")
  func fromTheLog() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.writer.takingTurn("suspend") { () throws(WorkspaceError) in
      #expect(error { try workspace.suspend() }?.code == .nestedTransaction)
      #expect(error { try workspace.resume() }?.code == .nestedTransaction)
    }
    try workspace.suspend()
    try workspace.resume()
  }

  @Test("Shutting down a suspended workspace commits what waits")
  func shutDown() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.suspend()
    workspace.dictionary["k", Int.self] = 1
    try workspace.shutdown()
    let reopened = try Workspace(path: folder.file())
    #expect(reopened.dictionary["k", Int.self] == 1)
    #expect(error { try workspace.suspend() }?.code == .shutDown)
  }

  @Test("Subscriptions hear after a resumption what others have committed meanwhile")
  func subscriptions() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let counts = Locked<[Int]>([])
    let heard = DispatchSemaphore(value: 0)
    let subscription = workspace.subscribe(
      toCountOf: StoreItem.all, on: DispatchQueue(label: "counts")
    ) { update in
      counts.withLock { $0.append(update.count) }
      heard.signal()
    }
    heard.wait()
    try workspace.suspend()
    let other = try Workspace(path: folder.file())
    try other.performChanges { try $0.insert(StoreItem(id: 1)) }
    try workspace.resume()
    #expect(heard.wait(timeout: .now() + 60) == .success)
    #expect(counts.withLock { $0 } == [0, 1])
    subscription.cancel()
  }

  @Test("What can't be read during a suspension is told, and read after it")
  func subscribedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    try workspace.suspend()
    let updates = Locked<[CountUpdate]>([])
    let heard = DispatchSemaphore(value: 0)
    let subscription = workspace.subscribe(
      toCountOf: StoreItem.all, on: DispatchQueue(label: "counts")
    ) { update in
      updates.withLock { $0.append(update) }
      heard.signal()
    }
    heard.wait()
    try workspace.resume()
    #expect(heard.wait(timeout: .now() + 60) == .success)
    let seen = updates.withLock { $0 }
    #expect(seen.map { $0.error?.code } == [.suspended, nil])
    #expect(seen.last?.count == 1 && seen.last?.isInitial == true)
    subscription.cancel()
  }

  @Test("A store in memory is suspended too, and keeps what it holds")
  func inMemory() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    try workspace.suspend()
    #expect(error { _ = try workspace.fetch(StoreItem.all) }?.code == .suspended)
    try workspace.resume()
    #expect(try workspace.count(StoreItem.all) == 1)
  }
}
