import Dispatch
import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

/// The building of an index lets go of the lock between its steps, whatever is committed meanwhile.
@Suite struct IndexPauseTests {
  /// A step that waits until the test lets it go on.
  private struct Waiting: Sendable {
    let queue: DispatchQueue
    let pause: UInt64
    let step: @Sendable () -> Void

    func run() { queue.sync(execute: step) }
  }

  private func table(_ attributes: [String]) throws -> StoreTable {
    try StoreTable([
      .init(name: "id", base: .int64, attributes: ["primary"]),
      .init(name: "rank", base: .int32, attributes: attributes),
    ])
  }

  /// Opens a store of a few steps' rows whose index has begun to be built, and whose next steps wait.
  private func building(
    _ folder: TemporaryFolder, _ waiting: Locked<[Waiting]>, busyTimeout: Int32 = 5000
  ) throws -> Workspace {
    let old = try table([])
    let filling = try Workspace(path: folder.file())
    try filling.performChanges { changes in
      for id in Int64(0)..<4500 { try changes.insert(old, [.integer(id), .integer(id % 7)]) }
    }
    try filling.shutdown()
    var configuration = Configuration(busyTimeout: busyTimeout)
    configuration.indexScheduler = { queue, pause, step in
      waiting.withLock { $0.append(Waiting(queue: queue, pause: pause, step: step)) }
    }
    let workspace = try Workspace(path: folder.file(), configuration: configuration)
    try workspace.performChanges { try $0.register(try table(["indexed"]).recordType) }
    return workspace
  }

  private func progress(_ folder: TemporaryFolder) throws -> [[String]] {
    try folder.raw().rows("SELECT state, progress FROM __index")
  }

  @Test("One step at a time waits, and no commit in between takes a step or schedules another")
  func pauses() throws {
    let folder = try TemporaryFolder()
    let waiting = Locked<[Waiting]>([])
    let workspace = try building(folder, waiting)
    let table = try table(["indexed"])
    var steps = 0
    while let next = waiting.withLock({ $0.popLast() }) {
      #expect(waiting.withLock { $0.isEmpty })
      // The first comes at once, each later one after a pause.
      #expect((next.pause > 0) == (steps > 0))
      let before = try progress(folder)
      for id in Int64(5000)..<5003 {
        try workspace.performChanges { changes in
          try changes.upsert(table, [.integer(id), .integer(Int64(steps))])
        }
      }
      #expect(try progress(folder) == before)
      #expect(waiting.withLock { $0.isEmpty })
      next.run()
      steps += 1
    }
    // Four steps of a thousand rows each after the first, which the transaction took itself, and one that finds nothing.
    #expect(steps == 5)
    #expect(try progress(folder) == [["1", "5002"]])
    #expect(try workspace.check() == [])
    // Work that comes later is scheduled again.
    try workspace.performChanges { (changes: inout Transaction) throws in
      _ = try changes.core.dropIndex(of: table.recordType, path: FieldPath([1]))
    }
    #expect(waiting.withLock { $0.count } == 1)
  }

  @Test("A step that fails is tried again later, and not by the commits in between")
  func failures() throws {
    let folder = try TemporaryFolder()
    let waiting = Locked<[Waiting]>([])
    let workspace = try building(folder, waiting, busyTimeout: 1)
    let raw = try folder.raw()
    var pauses: [UInt64] = []
    for _ in 0..<3 {
      let next = try #require(waiting.withLock { $0.popLast() })
      try raw.execute("BEGIN IMMEDIATE")
      next.run()
      try raw.execute("ROLLBACK")
      try workspace.performChanges { try $0.insert(StoreItem(id: Int64(pauses.count))) }
      pauses.append(try #require(waiting.withLock { $0.last }).pause)
      #expect(waiting.withLock { $0.count } == 1)
    }
    #expect(pauses == [500_000_000, 1_000_000_000, 2_000_000_000])
    while let next = waiting.withLock({ $0.popLast() }) { next.run() }
    #expect(try workspace.indexes().allSatisfy(\.isWhole))
  }
}
