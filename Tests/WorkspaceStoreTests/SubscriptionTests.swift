import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// What handlers have noted, in order.
final class Notes<Note: Sendable>: Sendable {
  private let notes = Locked<[Note]>([])
  func add(_ note: Note) { notes.withLock { $0.append(note) } }
  var all: [Note] { notes.withLock { $0 } }
}

@Suite struct SubscriptionTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  func settle() { workspace.observation.settle(queue) }

  func put(_ records: Watched...) throws {
    try workspace.performChanges { changes in
      for record in records { _ = try changes.upsert(record) }
    }
  }

  @Test("A record is told as it comes, changes and goes, and comes again")
  func object() throws {
    let notes = Notes<Watched?>()
    let subscription = workspace.subscribe(
      toObject: Watched.self, key: 7, on: queue, policy: .everyCommit
    ) { notes.add($0.object) }
    settle()
    let (first, second) = (Watched(id: 7, group: "x"), Watched(id: 7, group: "y"))
    try put(first)
    try put(Watched(id: 8))
    try put(second)
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 7) }
    try put(first)
    settle()
    #expect(notes.all == [nil, first, second, nil, first])
    subscription.cancel()
    try put(second)
    settle()
    #expect(notes.all.count == 5)
  }

  @Test("A record with a string key is found by its bytes")
  func namedObject() throws {
    let notes = Notes<Int64?>()
    let subscription = workspace.subscribe(
      toObject: Named.self, key: "a\0b", on: queue, policy: .everyCommit
    ) { notes.add($0.object?.size) }
    settle()
    try workspace.performChanges { changes in
      try changes.insert(Named(name: "a\0b", size: 1))
      try changes.insert(Named(name: "a\0c", size: 2))
    }
    try workspace.performChanges { try $0.update(Named(name: "a\0b", size: 3)) }
    settle()
    #expect(notes.all == [nil, 1, 3])
    subscription.cancel()
  }

  @Test("A count is told when it is another")
  func count() throws {
    let notes = Notes<Int>()
    let subscription = workspace.subscribe(
      toCountOf: Watched.where { $0.group == "a" }.limit(3), on: queue, policy: .everyCommit
    ) { notes.add($0.count) }
    settle()
    for id in 1...5 as ClosedRange<Int64> { try put(Watched(id: id)) }
    try put(Watched(id: 1, group: "b"), Watched(id: 2, group: "b"), Watched(id: 3, group: "b"))
    try put(Watched(id: 4, rank: 4))
    settle()
    #expect(notes.all == [0, 1, 2, 3, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test("A type's changes are put together when they pile up: none for what came and went")
  func typeChanges() throws {
    let notes = Notes<[String]>()
    let subscription = workspace.subscribe(toChangesOf: Watched.self, on: queue) { update in
      notes.add(update.changes.map { "\($0.kind) \($0.id.rowID)" })
    }
    settle()
    queue.suspend()
    try put(Watched(id: 1), Watched(id: 2))
    try put(Watched(id: 2, group: "b"), Watched(id: 3))
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 1) }
    queue.resume()
    settle()
    try put(Watched(id: 3, group: "c"))
    settle()
    #expect(notes.all == [[], ["insert 2", "insert 3"], ["update 3"]])
    withExtendedLifetime(subscription) {}
  }

  @Test("An insert outside a window, and an update that changes nothing, call nobody (CASES 35)")
  func noNews() throws {
    try put(Watched(id: 1, rank: 1), Watched(id: 2, rank: 2), Watched(id: 3, rank: 3))
    let probe = QueryProbe(workspace, Watched.order { $0.rank.ascending }.limit(2))
    _ = probe.settled()
    try put(Watched(id: 4, rank: 4))
    try put(Watched(id: 1, rank: 1))
    try put(Watched(id: 3, rank: 9))
    #expect(probe.settled().updates.count == 1)
    // Away and back between two deliveries.
    probe.queue.suspend()
    try put(Watched(id: 1, rank: 1, text: "B"))
    try put(Watched(id: 1, rank: 1))
    probe.queue.resume()
    #expect(probe.settled().updates.count == 1)
  }

  @Test("A transaction that throws calls nobody")
  func rolledBack() throws {
    struct Stop: Error {}
    let probe = QueryProbe(workspace, Watched.all)
    _ = probe.settled()
    #expect(throws: Stop.self) {
      try workspace.performChanges { changes in
        try changes.insert(Watched(id: 1))
        throw Stop()
      }
    }
    #expect(probe.settled().updates.count == 1)
  }

  @Test("Equal queries share one live result, and each has its own first update")
  func shared() throws {
    try put(Watched(id: 1))
    let first = QueryProbe(workspace, Watched.where { $0.group == "a" })
    #expect(first.settled().records.count == 1)
    let second = QueryProbe(workspace, Watched.where { $0.group == "a" })
    try put(Watched(id: 2))
    for probe in [first, second] {
      #expect(probe.settled().records.map(\.id) == [1, 2])
      #expect(probe.now.initials == 1)
      #expect(probe.now.faults == [])
    }
    #expect(workspace.observation.resultCount == 1)
    first.cancel()
    second.cancel()
    #expect(workspace.observation.resultCount == 0)
  }

  @Test("A handler may write, read, subscribe, cancel and release itself (CASES 36)")
  func handlers() throws {
    let notes = Notes<String>()
    let held = Locked<[Subscription]>([])
    let workspace = workspace
    let queue = queue
    let subscription = workspace.subscribe(to: Watched.all, on: queue, policy: .everyCommit) {
      update in
      notes.add("a\(update.count)")
      guard update.count > 0, update.count < 4 else { return }
      let next = Int64(update.count)
      do {
        try workspace.performChanges { try $0.insert(Watched(id: next)) }
        #expect(try workspace.object(Watched.self, key: next) != nil)
      } catch {
        notes.add("\(error)")
      }
      if update.count == 2 {
        let inner = workspace.subscribe(to: Watched.all, on: queue) { notes.add("b\($0.count)") }
        held.withLock { $0.append(inner) }
      }
      if update.count == 3 {
        let dropped = held.withLock { held in
          defer { held = [] }
          return held
        }
        notes.add("dropped \(dropped.count)")
      }
    }
    settle()
    try put(Watched(id: 0))
    settle()
    settle()
    let all = notes.all
    #expect(all.filter { $0.hasPrefix("a") } == ["a0", "a1", "a2", "a3", "a4"])
    #expect(all.contains("dropped 1"))
    #expect(!all.suffix(1).contains { $0.hasPrefix("b") })
    subscription.cancel()
  }

  @Test("A handler that sleeps holds up neither commits nor other subscribers (CASES 37)")
  func slowHandler() throws {
    let gate = DispatchSemaphore(value: 0)
    let slow = workspace.subscribe(to: Watched.all, on: DispatchQueue(label: "slow")) { _ in
      gate.wait()
    }
    let probe = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    _ = probe.settled()
    for id in 1...50 as ClosedRange<Int64> { try put(Watched(id: id)) }
    #expect(probe.settled().updates.count == 51)
    slow.cancel()
    for _ in 0..<100 { gate.signal() }
  }

  @Test(
    "Subscriptions come and go while 1,000 commits run, and each is right to its end (CASES 34)",
    arguments: seeds(4))
  func storm(seed: UInt64) throws {
    let workspace = workspace
    let total = 1_000 / seedDivisor
    let subscriptions = 40
    // Each permit is a subscription that starts while the commits behind it run.
    let permits = DispatchSemaphore(value: 0)
    let writer = DispatchQueue(label: "writes")
    let failure = Locked<(any Error)?>(nil)
    writer.async {
      for number in 0..<total {
        if number * subscriptions % total < subscriptions { permits.signal() }
        do {
          try workspace.performChanges { changes in
            try changes.upsert(Watched(id: Int64(number % 25), rank: Int32(number)))
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }
    var random = SeededGenerator(seed: seed)
    var probes: [QueryProbe<Watched>] = []
    for _ in 0..<subscriptions {
      permits.wait()
      let policy = random.next().isMultiple(of: 2) ? DeliveryPolicy.newest : .everyCommit
      let query = Watched.where { $0.group == "a" }.order { $0.rank.descending }.limit(20)
      probes.append(QueryProbe(workspace, query, policy: policy))
      guard random.next().isMultiple(of: 2) else { continue }
      let probe = probes.remove(at: Int.random(in: probes.indices, using: &random))
      probe.queue.sync { probe.cancel() }
      let count = probe.now.updates.count
      for _ in 0..<3 { probe.queue.sync {} }
      #expect(probe.now.updates.count == count)
      #expect(probe.now.initials <= 1)
      #expect(probe.now.faults == [])
    }
    writer.sync {}
    #expect(failure.withLock { $0 } == nil)
    let newest: [Int32?] = (0..<20).map { Int32(total - 1 - $0) }
    for probe in probes {
      let state = probe.settled()
      #expect(state.records.map(\.rank) == newest)
      #expect(state.initials == 1)
      #expect(state.faults == [])
    }
  }

  @Test("Records and a dictionary's key of one transaction arrive in one block")
  func oneBlock() throws {
    let notes = Notes<String>()
    let (workspace, queue) = (workspace, queue)
    let a = workspace.subscribe(to: Watched.all, on: queue) { update in
      notes.add("records \(update.count)")
      // A block of its own would let this one in between.
      queue.async { notes.add("between") }
    }
    let b = workspace.dictionary.subscribe(to: "selected", as: String.self, on: queue) { update in
      notes.add("key \(update.value ?? "nil")")
      queue.async { notes.add("between") }
    }
    settle()
    let before = notes.all.count
    try workspace.performChanges { changes in
      try changes.insert(Watched(id: 1))
      try changes.dictionary.set("home", for: "selected")
    }
    settle()
    let last = notes.all.dropFirst(before).filter { $0 != "between" }
    #expect(Set(last) == ["records 1", "key home"])
    #expect(notes.all.dropFirst(before).prefix(2).allSatisfy { $0 != "between" })
    withExtendedLifetime((a, b)) {}
  }
}
