import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionAggregateTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  @Test(
    "Live counts, sums, means and extremes equal those of a fetch after every commit, also another's",
    arguments: seeds(12))
  func equalFetch(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    let other = try Workspace(path: store.path)
    try LiveQueryTests.edit(&model, &random, workspace, count: 30)
    let queries = [
      Watched.all, Watched.where { $0.group == "a" && $0.score < 100 },
      Watched.order { $0.rank.descending }.limit(7).offset(2),
    ]
    var subscriptions: [Subscription] = []
    var checks: [() throws -> Bool] = []
    func follow<Output: Equatable & Sendable>(
      _ aggregate: QueryAggregate<Watched, Output>, _ expected: @escaping () throws -> Output?
    ) {
      let notes = Notes<Output?>()
      subscriptions.append(
        workspace.subscribe(to: aggregate, on: queue, policy: .everyCommit) { update in
          notes.add(update.value)
          if update.error != nil { notes.add(nil) }
        })
      checks.append { try notes.all.last == .some(expected()) }
    }
    let workspace = workspace
    for query in queries {
      follow(query.sum(\.score)) { try workspace.sum(\.score, of: query) }
      follow(query.sum(\.rank)) { try workspace.sum(\.rank, of: query) }
      follow(query.average(\.score)) { try workspace.average(\.score, of: query) }
      follow(query.min(\.rank)) { try workspace.min(\.rank, of: query) }
      follow(query.max(\.text)) { try workspace.max(\.text, of: query) }
      let counts = Notes<Int>()
      subscriptions.append(
        workspace.subscribe(toCountOf: query, on: queue) { counts.add($0.count) })
      checks.append { try counts.all.last == workspace.count(query) }
    }
    for step in 0..<25 {
      let writer = Int.random(in: 0..<3, using: &random) == 0 ? other : workspace
      try LiveQueryTests.edit(&model, &random, writer, count: 3)
      try workspace.performChanges { _ in }
      workspace.observation.settle(queue)
      for (number, check) in checks.enumerated() {
        #expect(try check(), "step \(step), check \(number)")
      }
    }
    withExtendedLifetime(subscriptions) {}
    try other.shutdown()
  }

  @Test("A count fetches once because of another's commits, and then counts them too")
  func foreignCounts() throws {
    let other = try Workspace(path: store.path)
    let counts = Notes<Int>()
    let subscription = workspace.subscribe(
      toCountOf: Watched.where { $0.group == "a" }, on: queue
    ) { counts.add($0.count) }
    workspace.observation.settle(queue)
    let fetches = workspace.observation.fetchCount
    for id in 1...20 as ClosedRange<Int64> {
      try other.performChanges {
        _ = try $0.upsert(Watched(id: id % 5, group: id > 15 ? "b" : "a"))
      }
      try workspace.performChanges { _ in }
      workspace.observation.settle(queue)
    }
    #expect(workspace.observation.fetchCount == fetches + 1)
    #expect(counts.all.last == 0)
    subscription.cancel()
    try other.shutdown()
  }

  @Test("A sum that has no room in its type is told as an error, and the next one as a value")
  func tooBig() throws {
    let notes = Notes<String>()
    let subscription = workspace.subscribe(
      to: Named.all.sum(\.size), on: queue, policy: .everyCommit
    ) { notes.add($0.error?.code.rawValue ?? $0.value.map { "\($0)" } ?? "nil") }
    workspace.observation.settle(queue)
    try workspace.performChanges { try $0.insert(Named(name: "a", size: .max)) }
    try workspace.performChanges { try $0.insert(Named(name: "b", size: 1)) }
    _ = try workspace.performChanges { try $0.delete(Named.self, key: "a") }
    workspace.observation.settle(queue)
    #expect(notes.all == ["0", "\(Int64.max)", "tooBig", "1"])
    subscription.cancel()
  }

  @Test("Counts and aggregates leave damaged rows out and tell how many, until they are mended")
  func damagedRows() throws {
    try workspace.performChanges { changes in
      for id in 1...6 as ClosedRange<Int64> {
        try changes.insert(Watched(id: id, rank: Int32(id), score: Double(id)))
      }
      try changes.core.connection.execute(
        "UPDATE \"Tests.Watched\" SET p = x'FF00' WHERE rowid IN (2, 5)")
    }
    let all = Watched.where { $0.group == "a" }
    let notes = (0..<6).map { _ in Notes<String>() }
    let subscriptions: [Subscription] = [
      workspace.subscribe(toCountOf: all, on: queue) {
        notes[0].add("\($0.count) \($0.damagedCount)")
      },
      workspace.subscribe(toCountOf: Watched.all, on: queue) {
        notes[1].add("\($0.count) \($0.damagedCount)")
      },
      workspace.subscribe(to: all.sum(\.score), on: queue) {
        notes[2].add("\($0.value ?? -1) \($0.damagedCount)")
      },
      workspace.subscribe(to: all.average(\.score), on: queue) {
        notes[3].add("\($0.value ?? -1) \($0.damagedCount)")
      },
      workspace.subscribe(to: all.max(\.rank), on: queue) {
        notes[4].add("\($0.value ?? -1) \($0.damagedCount)")
      },
      workspace.subscribe(to: all.order { $0.rank.ascending }.limit(9).sum(\.rank), on: queue) {
        notes[5].add("\($0.value ?? -1) \($0.damagedCount)")
      },
    ]
    func latest() -> [String?] {
      workspace.observation.settle(queue)
      return notes.map(\.all.last)
    }
    #expect(latest() == ["4 2", "4 2", "14.0 2", "3.5 2", "6 2", "14 2"])
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 2) }
    #expect(latest() == ["4 1", "4 1", "14.0 1", "3.5 1", "6 1", "14 1"])
    // Another one, by another workspace: what it was before is known here all the same.
    let other = try Workspace(path: store.path)
    try other.performChanges { changes in
      _ = try changes.upsert(Watched(id: 6, rank: 9, score: 6))
      try changes.core.connection.execute(
        "UPDATE \"Tests.Watched\" SET p = x'FF00' WHERE rowid = 6")
    }
    try workspace.performChanges { _ in }
    #expect(latest() == ["3 2", "3 2", "8.0 2", "\(8.0 / 3) 2", "4 2", "8 2"])
    for id in [5, 6] as [Int64] {
      _ = try workspace.performChanges { try $0.delete(Watched.self, key: id) }
    }
    #expect(latest() == ["3 0", "3 0", "8.0 0", "\(8.0 / 3) 0", "4 0", "8 0"])
    #expect(notes.allSatisfy { Set($0.all).count == $0.all.count })
    try other.shutdown()
    for subscription in subscriptions { subscription.cancel() }
  }
}
