import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

@Suite struct DictionaryCommitTests {
  @Test(
    "Sets are visible at once and committed soon; after synchronize they are on disk (CASES 32)")
  func coalescing() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: workspace)
    for number in 0..<10_000 { workspace.dictionary["k\(number % 100)", Int.self] = number }
    #expect(workspace.dictionary["k99", Int.self] == 9999)
    try workspace.dictionary.synchronize()
    let raw = try folder.raw()
    #expect(try raw.rows("SELECT count(*), max(value) FROM __dictionary") == [["100", "9999"]])
    #expect(sink.sets.withLock { $0.count } < 1000)
    #expect(workspace.dictionary["k99", Int.self] == 9999)
    // A set goes before the transaction that follows it.
    workspace.dictionary["k0", Int.self] = -1
    let seen = try workspace.performChanges { try $0.dictionary.value("k0", as: Int.self) }
    #expect(seen == -1)
  }

  @Test("A set that can't be committed goes back, its subscribers are told, and synchronize throws")
  func reverting() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(
      path: folder.file(), configuration: Configuration(busyTimeout: 10))
    workspace.dictionary["k", Int.self] = 1
    try workspace.dictionary.synchronize()
    let sink = RecordingSink.install(in: workspace)
    let raw = try folder.raw()
    try raw.execute("BEGIN IMMEDIATE")
    workspace.dictionary["k", Int.self] = 2
    #expect(error { try workspace.dictionary.synchronize() }?.code == .busy)
    try raw.execute("ROLLBACK")
    workspace.writer.queue.sync {}
    #expect(workspace.dictionary["k", Int.self] == 1)
    #expect(sink.uncommitted.withLock { $0.count } == 2)
    // The failure of the set itself, if it was not the one thrown above.
    try? workspace.dictionary.synchronize()
    try workspace.dictionary.synchronize()
  }

  @Test("A set and a transaction that changes it again share a COMMIT, and the last one holds")
  func overtaken() throws {
    let folder = try TemporaryFolder()
    for workspace in [
      try Workspace(path: folder.file()), try Workspace(inMemory: Configuration()),
    ] {
      let queue = DispatchQueue(label: "handlers")
      let heard = Locked<[Int?]>([])
      let subscription = workspace.dictionary.subscribe(
        to: "k", as: Int.self, on: queue, policy: .everyCommit
      ) { update in heard.withLock { $0.append(update.value) } }
      workspace.observation.settle(queue)
      let (gate, done) = (DispatchSemaphore(value: 0), DispatchGroup())
      done.enter()
      workspace.performChanges(on: queue) { _ in
        gate.wait()
      } completion: { _ in
        done.leave()
      }
      workspace.dictionary["k", Int.self] = 1
      done.enter()
      workspace.performChanges(on: queue) { changes in
        #expect(try changes.dictionary.value("k", as: Int.self) == 1)
        try changes.dictionary.set(2, for: "k")
      } completion: { _ in
        done.leave()
      }
      gate.signal()
      done.wait()
      #expect(workspace.dictionary["k", Int.self] == 2)
      workspace.observation.settle(queue)
      #expect(heard.withLock { $0.last } == 2)
      subscription.cancel()
      try workspace.shutdown()
    }
  }

  @Test("Keys and namespaces compare by their bytes")
  func bytewise() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let keys = ["e\u{301}", "\u{E9}", "a\0b", "a\0c", "", "A", "a"]
    for (number, key) in keys.enumerated() { workspace.dictionary[key, Int.self] = number }
    for (number, key) in keys.enumerated() {
      #expect(workspace.dictionary[key, Int.self] == number)
      workspace.dictionary.namespace(key)["k", Int.self] = number
    }
    try workspace.dictionary.synchronize()
    for (number, key) in keys.enumerated() where !key.isEmpty {
      #expect(workspace.dictionary.namespace(key)["k", Int.self] == number)
    }
    #expect(try workspace.dictionary.keys().count == keys.count + 1)
  }

  @Test("What another workspace sets or removes is seen, though values were cached")
  func foreign() async throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file())
    let second = try Workspace(path: folder.file())
    first.dictionary["k", Int.self] = 1
    first.dictionary["gone", Int.self] = 1
    try first.dictionary.synchronize()
    #expect(second.dictionary["k", Int.self] == 1)
    #expect(second.dictionary["gone", Int.self] == 1)
    first.dictionary["k", Int.self] = 2
    first.dictionary["gone", Int.self] = nil
    try first.dictionary.synchronize()
    await withCheckedContinuation { continuation in
      second.catchUp { _ in continuation.resume() }
    }
    #expect(second.dictionary["k", Int.self] == 2)
    #expect(second.dictionary["gone", Int.self] == nil)
    // Without being told it is noticed as soon as the cache has to be looked after.
    first.dictionary["k", Int.self] = 3
    try first.dictionary.synchronize()
    let deadline = ContinuousClock.now + .seconds(60)
    while second.dictionary["k", Int.self] != 3, ContinuousClock.now < deadline {
      await Task.yield()
    }
    #expect(second.dictionary["k", Int.self] == 3)
  }

  @Test(
    "Random sets, removals and transactions agree with a Swift dictionary", arguments: seeds(10))
  func model(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var workspace = try Workspace(path: folder.file())
    var model: [String: Int] = [:]
    for _ in 0..<300 {
      let key = "k\(Int.random(in: 0..<20, using: &generator))"
      let value = Int.random(in: 0..<1000, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<4:
        workspace.dictionary[key, Int.self] = value
        model[key] = value
      case 4..<6:
        workspace.dictionary[key, Int.self] = nil
        model[key] = nil
      case 6..<8:
        try workspace.performChanges { changes in
          try changes.dictionary.set(value, for: key)
          try? changes.savepoint {
            try changes.dictionary.removeAll()
            throw Stop()
          }
        }
        model[key] = value
      case 8:
        try? workspace.performChanges { changes in
          try changes.dictionary.set(value, for: key)
          throw Stop()
        }
      case 9: try workspace.dictionary.synchronize()
      case 10 where value < 100:
        try workspace.dictionary.removeAll()
        model = [:]
      case 11 where value < 300:
        try workspace.shutdown()
        workspace = try Workspace(path: folder.file())
      default: break
      }
      #expect(workspace.dictionary[key, Int.self] == model[key], "seed \(seed)")
      #expect(try workspace.dictionary.keys() == model.keys.sorted(), "seed \(seed)")
    }
  }
}
