import Dispatch
import FlatBufferCoding
import TestSupport
import Testing
@testable import WorkspaceStore

@Suite struct SubscriptionFailureTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  func put(_ records: Watched...) throws {
    try workspace.performChanges { changes in
      for record in records { _ = try changes.upsert(record) }
    }
  }

  @Test("A fetch that fails is told, and the next commit is delivered (CASES 39)")
  func failingFetch() throws {
    try put(Watched(id: 1))
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE \"Tests.Watched\" RENAME TO away")
    }
    let probe = QueryProbe(workspace, Watched.all)
    #expect(probe.settled().updates.count == 1)
    #expect(probe.now.updates.last?.error != nil)
    #expect(probe.now.initials == 0)
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE away RENAME TO \"Tests.Watched\"")
    }
    try put(Watched(id: 2))
    #expect(probe.settled().records.map(\.id) == [1, 2])
    #expect(probe.now.initials == 1)
    #expect(probe.now.faults == [])
  }

  @Test("A key that can't be read at first is told as an error, and its first value as the first")
  func failingEntry() throws {
    try workspace.performChanges { try $0.dictionary.set(1, for: "k") }
    // Not from the cache of who has set it.
    let other = try Workspace(path: store.path)
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE __dictionary RENAME TO away")
    }
    let (queue, notes) = (DispatchQueue(label: "handlers"), Notes<String>())
    let subscription = other.dictionary.subscribe(
      to: "k", as: Int.self, on: queue, policy: .everyCommit
    ) { update in
      notes.add(
        "\(update.value ?? 0)\(update.isInitial ? " first" : "")\(update.error == nil ? "" : " error")"
      )
    }
    other.observation.settle(queue)
    #expect(notes.all == ["0 error"])
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE away RENAME TO __dictionary")
    }
    other.observation.retryFailed()
    other.observation.settle(queue)
    #expect(notes.all == ["0 error", "1 first"])
    subscription.cancel()
    try other.shutdown()
  }

  @Test("A damaged row is left out and told, and is back when it is mended")
  func damagedRow() throws {
    try put(Watched(id: 1), Watched(id: 2), Watched(id: 3))
    try workspace.performChanges { changes in
      try changes.core.connection.execute(
        "UPDATE \"Tests.Watched\" SET p = x'FF00' WHERE rowid = 2")
    }
    let probe = QueryProbe(workspace, Watched.where { $0.group == "a" })
    #expect(probe.settled().records.map(\.id) == [1, 3])
    #expect(probe.now.updates.last?.damaged.map(\.rowID) == [2])
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 2) }
    #expect(probe.settled().updates.last?.damaged.isEmpty == true)
    try put(Watched(id: 2))
    #expect(probe.settled().records.map(\.id) == [1, 2, 3])
    #expect(probe.now.faults == [])
  }

  @Test("After shutdown, and for a query that does not fit, a subscriber is told so, once")
  func shutDown() async throws {
    let (queue, codes) = (DispatchQueue(label: "handlers"), Notes<String>())
    let wrong = Query<Watched>(
      RecordQuery(condition: .contains(.field(FieldPath([3])), "x")))
    let a = workspace.subscribe(to: wrong, on: queue) {
      codes.add("\($0.error?.code.rawValue ?? "none")")
    }
    queue.sync {}
    queue.sync {}
    #expect(codes.all == ["schemaMismatch"])
    try workspace.shutdown()
    let all: [Subscription] = [
      workspace.subscribe(to: Watched.all, on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(toCountOf: Watched.all, on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(to: Watched.all.sum(\.score), on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(to: Watched.all.min(\.score), on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(to: Watched.all.sectioned(by: \.group), on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(toObject: Watched.self, key: 1, on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.subscribe(toChangesOf: Watched.self, on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.dictionary.subscribe(to: "k", as: Int.self, on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
      workspace.dictionary.subscribe(on: queue) {
        codes.add("\($0.error?.code.rawValue ?? "none")")
      },
    ]
    for _ in 0..<3 { queue.sync {} }
    #expect(codes.all.dropFirst() == Array(repeating: "shutDown", count: 9)[...])
    var updates = workspace.updates(of: Watched.all).makeAsyncIterator()
    #expect(await updates.next()?.error?.code == .shutDown)
    #expect(await updates.next() == nil)
    withExtendedLifetime((a, all)) {}
  }

  @Test("A subscription keeps its workspace, and goes on if nobody else does")
  func keepsWorkspace() throws {
    var own: Workspace? = try Workspace(path: store.path)
    weak let kept = own
    let queue = DispatchQueue(label: "handlers")
    let (notes, isTold) = (Notes<Int>(), DispatchSemaphore(value: 0))
    let subscription = own?.subscribe(toCountOf: Watched.all, on: queue) {
      notes.add($0.count)
      isTold.signal()
    }
    own = nil
    #expect(isTold.wait(timeout: .now() + 60) == .success)
    try put(Watched(id: 1))
    #expect(isTold.wait(timeout: .now() + 60) == .success)
    #expect(notes.all == [0, 1])
    subscription?.cancel()
    queue.sync {}
    kept?.observation.settleFetches()
    kept?.writer.queue.sync {}
    #expect(kept == nil)
  }
}
