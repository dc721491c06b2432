import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ObservationForeignTests {
  let store: ObservationStore
  let other: Workspace

  init() throws {
    store = try ObservationStore()
    other = try Workspace(path: store.path)
  }

  @Test("A row and a dictionary's key written through another workspace arrive (CASES 38)")
  func arrives() throws {
    let (queue, rows, keys) = (
      DispatchQueue(label: "handlers"), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let notes = Notes<String>()
    let a = store.workspace.subscribe(to: Watched.all, on: queue) { update in
      notes.add("rows \(update.records.map(\.id))")
      rows.signal()
    }
    let b = store.workspace.dictionary.subscribe(to: "k", as: String.self, on: queue) { update in
      notes.add("key \(update.value ?? "nil")")
      keys.signal()
    }
    #expect(rows.wait(timeout: .now() + 60) == .success)
    #expect(keys.wait(timeout: .now() + 60) == .success)
    for id in 1...5 as ClosedRange<Int64> {
      try other.performChanges(durability: .power) { changes in
        try changes.insert(Watched(id: id))
        try changes.dictionary.set("v\(id)", for: "k")
      }
      #expect(rows.wait(timeout: .now() + 60) == .success, "commit \(id)")
      #expect(keys.wait(timeout: .now() + 60) == .success, "commit \(id)")
    }
    #expect(notes.all.last { $0.hasPrefix("rows") } == "rows [1, 2, 3, 4, 5]")
    #expect(notes.all.last { $0.hasPrefix("key") } == "key v5")
    a.cancel()
    b.cancel()
    #expect(!store.workspace.observation.isWatching)
    try other.shutdown()
  }

  @Test(
    "Commits of two workspaces in turn leave live queries, counts and windows right",
    arguments: seeds(10))
  func inTurn(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    let workspace = store.workspace
    let query = Watched.where { $0.group == "a" }.order { $0.rank.descending }
    let probes = [
      QueryProbe(workspace, query), QueryProbe(workspace, query.limit(5).offset(1)),
      QueryProbe(other, query.limit(3), policy: .everyCommit),
    ]
    let count = Notes<Int>()
    let queue = DispatchQueue(label: "count")
    let counting = workspace.subscribe(toCountOf: query, on: queue) { count.add($0.count) }
    for _ in 0..<12 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let writer = Bool.random(using: &random) ? workspace : other
        try LiveQueryTests.edit(&model, &random, writer, count: 3)
      }
      // A transaction takes in what others have committed.
      try workspace.performChanges { _ in }
      try other.performChanges { _ in }
      let all = model.values.filter { $0.group == "a" }
        .sorted { ($0.rank.map(Int.init) ?? -1, $0.id) > ($1.rank.map(Int.init) ?? -1, $1.id) }
      let expected = [all, Array(all.dropFirst().prefix(5)), Array(all.prefix(3))]
      for (probe, expected) in zip(probes, expected) {
        let state = probe.settled()
        #expect(state.records == expected)
        #expect(state.faults == [])
      }
      workspace.observation.settle(queue)
      #expect(count.all.last == all.count)
    }
    counting.cancel()
    for probe in probes { probe.cancel() }
    try other.shutdown()
  }

  @Test("A trimmed commit log means fetching again")
  func trimmedLog() throws {
    let workspace = store.workspace
    let probe = QueryProbe(workspace, Watched.all)
    _ = probe.settled()
    try other.performChanges { changes in
      for id in 1...3 as ClosedRange<Int64> { try changes.insert(Watched(id: id)) }
    }
    for _ in 0..<3 { try other.performChanges { _ = try $0.upsert(Watched(id: 4)) } }
    try other.performChanges { changes in
      _ = try changes.upsert(Watched(id: 5))
      try changes.core.connection.execute(
        "DELETE FROM __commit WHERE number < (SELECT max(number) FROM __commit)")
    }
    try workspace.performChanges { _ in }
    #expect(probe.settled().records.map(\.id) == [1, 2, 3, 4, 5])
    #expect(probe.now.faults == [])
    probe.cancel()
    try other.shutdown()
  }

  @Test(
    "A damaged commit log means fetching again",
    arguments: ["x'FF'", "x'0000'", "'text'", "zeroblob(9)"])
  func damagedLog(changes: String) throws {
    let workspace = store.workspace
    let probe = QueryProbe(workspace, Watched.where { $0.group == "a" })
    let notes = Notes<Int>()
    let queue = DispatchQueue(label: "count")
    let counting = workspace.subscribe(toCountOf: Watched.all, on: queue) { notes.add($0.count) }
    _ = probe.settled()
    try other.performChanges { try $0.insert(Watched(id: 1)) }
    try other.performChanges { changes in
      try changes.insert(Watched(id: 2))
      try changes.dictionary.set("v", for: "k")
    }
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute(
      "UPDATE __commit SET changes = \(changes) WHERE number = (SELECT max(number) FROM __commit)")
    try workspace.performChanges { _ in }
    #expect(probe.settled().records.map(\.id) == [1, 2])
    #expect(probe.now.faults == [])
    workspace.observation.settle(queue)
    #expect(notes.all.last == 2)
    // And the next commit is delivered as ever.
    try other.performChanges { try $0.insert(Watched(id: 3)) }
    try workspace.performChanges { _ in }
    #expect(probe.settled().records.map(\.id) == [1, 2, 3])
    probe.cancel()
    counting.cancel()
    try other.shutdown()
  }
}
