import Dispatch
import FlatBufferCoding
import Observation
import Testing

@testable import WorkspaceStore

@Suite struct ObservationSequenceTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  @Test(
    "A sequence gives the first value, then each commit, and ends at shutdown",
    .timeLimit(.minutes(10)))
  func sequence() async throws {
    let workspace = workspace
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      var counts: [Int] = []
      for await update in workspace.updates(of: Watched.all, policy: .everyCommit) {
        counts.append(update.count)
        start.yield()
      }
      return counts
    }
    var steps = started.makeAsyncIterator()
    await steps.next()
    for id in 1...5 as ClosedRange<Int64> {
      try await workspace.performChanges { try $0.insert(Watched(id: id)) }
      await steps.next()
    }
    try workspace.shutdown()
    #expect(await reader.value == [0, 1, 2, 3, 4, 5])
  }

  @Test(
    "A sequence of a query that nothing can match ends at shutdown too", .timeLimit(.minutes(10)))
  func unmatchable() async throws {
    let workspace = workspace
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let none = Watched.where { $0.group.in([] as [String]) }.limit(Int.max - 1)
    let reader = Task {
      for await update in workspace.updates(of: none) {
        #expect(update.count == 0)
        start.yield()
      }
    }
    var steps = started.makeAsyncIterator()
    await steps.next()
    try workspace.shutdown()
    await reader.value
  }

  @Test("A cancelled task ends its sequence and its subscription", .timeLimit(.minutes(10)))
  func cancelled() async throws {
    let workspace = workspace
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      for await _ in workspace.updates(ofCountOf: Watched.all) { start.yield() }
    }
    var steps = started.makeAsyncIterator()
    await steps.next()
    reader.cancel()
    await reader.value
    #expect(workspace.observation.resultCount == 0)
  }

  @Test("A workspace that was shut down tells a new subscriber so, once")
  func afterShutdown() async throws {
    try workspace.shutdown()
    let queue = DispatchQueue(label: "handlers")
    let notes = Notes<String?>()
    let subscription = workspace.subscribe(to: Watched.all, on: queue) {
      notes.add($0.error?.code.rawValue)
    }
    for _ in 0..<5 { queue.sync {} }
    #expect(notes.all == ["shutDown"])
    var codes: [String?] = []
    for await update in workspace.updates(of: Watched.all) {
      codes.append(update.error?.code.rawValue)
    }
    #expect(codes == ["shutDown"])
    #expect(subscription.error?.code == .shutDown)
    subscription.cancel()
  }

  @Test(
    "After shutdown a sequence that can throw throws, and so does one of a query that does not fit")
  func throwing() async throws {
    let wrong = Query<Watched>(RecordQuery(condition: .contains(.field(FieldPath([3])), "x")))
    var codes: [WorkspaceError.Code] = []
    do {
      for try await _ in workspace.updates(of: wrong).throwing { Issue.record("an update") }
    } catch {
      codes.append(error.code)
    }
    var counts: [Int] = []
    for try await update in workspace.updates(ofCountOf: Watched.all).throwing {
      counts.append(update.count)
      try workspace.shutdown()
    }
    #expect(counts == [0])
    var entries = workspace.dictionary.updates(of: "k", as: Int.self).throwing.makeAsyncIterator()
    do {
      _ = try await entries.next()
    } catch {
      codes.append(error.code)
    }
    #expect(codes == [.schemaMismatch, .shutDown])
    #expect(try await entries.next() == nil)
  }

  @Test("After shutdown an observable value has the error", .timeLimit(.minutes(10)))
  @MainActor func observableAfterShutdown() async throws {
    try workspace.shutdown()
    let results = LiveResults(Watched.all, in: workspace)
    let count = LatestUpdate(ofCountOf: Watched.all, in: workspace)
    let entry = LatestUpdate(of: "k", as: Int.self, in: workspace.dictionary)
    while results.update == nil || count.update == nil || entry.update == nil { await Task.yield() }
    #expect(results.error?.code == .shutDown)
    #expect(results.records == [])
    #expect(count.update?.error?.code == .shutDown)
    #expect(entry.update?.error?.code == .shutDown)
  }

  @Test(
    "Whatever can be subscribed to is an observable value as well, until it is released",
    .timeLimit(.minutes(10)))
  @MainActor func latest() async throws {
    let workspace = workspace
    let object = LatestUpdate(ofObject: Watched.self, key: 1, in: workspace)
    let count = LatestUpdate(ofCountOf: Watched.all, in: workspace)
    let sum = LatestUpdate(of: Watched.all.sum(\.score), in: workspace)
    let sections = LatestUpdate(of: Watched.all.sectioned(by: \.group), in: workspace)
    let type = LatestUpdate(ofChangesOf: Watched.self, in: workspace)
    let entry = LatestUpdate(of: "k", as: Int.self, in: workspace.dictionary)
    let namespace = LatestUpdate(of: workspace.dictionary)
    func wait(for condition: () -> Bool) async { while !condition() { await Task.yield() } }
    await wait {
      object.update != nil && count.update?.count == 0 && sum.update != nil
        && sections.update?.numberOfSections == 0 && type.update?.isInitial == true
        && entry.update != nil && namespace.update?.isInitial == true
    }
    #expect(object.update?.object == nil)
    #expect(entry.update?.value == nil)
    let isTold = Locked(false)
    withObservationTracking {
      _ = count.update
    } onChange: {
      isTold.withLock { $0 = true }
    }
    let record = Watched(id: 1, group: "g", score: 2.5)
    try await workspace.performChanges { changes in
      try changes.insert(record)
      try changes.dictionary.set(7, for: "k")
    }
    await wait { count.update?.count == 1 && namespace.update?.keys == ["k"] }
    #expect(isTold.withLock { $0 })
    await wait { object.update?.object == record && sum.update?.value == 2.5 }
    await wait { sections.update?.value(ofSectionAt: 0) == "g" && entry.update?.value == 7 }
    await wait { type.update?.changes.map(\.id.rowID) == [1] }
    #expect(workspace.observation.resultCount == 7)
  }

  @Test("An observable value that is released ends its subscription", .timeLimit(.minutes(10)))
  @MainActor func releasedLatest() async throws {
    do {
      let count = LatestUpdate(ofCountOf: Watched.all, in: workspace)
      while count.update == nil { await Task.yield() }
    }
    #expect(workspace.observation.resultCount == 0)
  }

  @Test("On the main actor, as a handler and as an observable value", .timeLimit(.minutes(10)))
  @MainActor func mainActor() async throws {
    let workspace = workspace
    let results = LiveResults(Watched.order { $0.id.descending }, in: workspace)
    let (updates, next) = AsyncStream.makeStream(of: Int.self)
    let subscription = workspace.subscribe(to: Watched.all, on: .shared) { next.yield($0.count) }
    var counts = updates.makeAsyncIterator()
    #expect(await counts.next() == 0)
    try await workspace.performChanges { changes in
      try changes.insert(Watched(id: 1))
      try changes.insert(Watched(id: 2))
    }
    while await counts.next() != 2 {}
    // The same block has told the observable value; its first value can come later than that.
    while results.count != 2 { await Task.yield() }
    #expect(results.records.map(\.id) == [2, 1])
    subscription.cancel()
  }
}
