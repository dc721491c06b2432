import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Every update shows what one commit has left, whoever commits.
@Suite struct ObservationTornTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// Moves some of the scores from one record to another: they add up to the same in every commit.
  private func transfer(
    _ amount: Double, _ workspace: Workspace, _ random: inout SeededGenerator, note: Int64
  ) throws {
    let (from, to) = (
      Int64.random(in: 0..<6, using: &random), Int64.random(in: 0..<6, using: &random)
    )
    try workspace.performChanges { changes in
      guard from != to, var a = try changes.object(Watched.self, key: from),
        var b = try changes.object(Watched.self, key: to)
      else { return }
      a.score -= amount
      b.score += amount
      try changes.update(a)
      try changes.update(b)
      try changes.dictionary.set(note, for: "a")
      try changes.dictionary.set(note, for: "b")
    }
  }

  @Test(
    "What others have committed between two looks is told as one commit has left it",
    arguments: seeds(8))
  func foreignCommits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try workspace.performChanges { changes in
      for id in 0..<6 as Range<Int64> { try changes.insert(Watched(id: id, score: 100)) }
    }
    let other = try Workspace(path: store.path)
    let (sums, ranges) = (Notes<Double>(), Notes<ClosedRange<Int64>>())
    let all = workspace.subscribe(to: Watched.all, on: queue, policy: .everyCommit) { update in
      sums.add(update.records.reduce(0) { $0 + $1.score })
      ranges.add(update.commits)
    }
    let windows = QueryProbe(
      workspace, Watched.order { $0.score.descending }.limit(2), policy: .everyCommit)
    let (a, b) = (Notes<Int64>(), Notes<Int64>())
    let keys = [("a", a), ("b", b)].map { key, notes in
      workspace.dictionary.subscribe(to: key, as: Int64.self, on: queue, policy: .everyCommit) {
        if let value = $0.value { notes.add(value) }
      }
    }
    workspace.observation.settle(queue)
    for step in 0..<20 as Range<Int64> {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        try transfer(Double(step + 1), other, &random, note: step)
      }
      try workspace.performChanges { _ in }
      workspace.observation.settle(queue)
      #expect(
        windows.settled().records
          == (try workspace.fetch(Watched.order { $0.score.descending }.limit(2))))
    }
    #expect(sums.all.allSatisfy { $0 == 600 })
    #expect(windows.now.faults == [])
    #expect(a.all == b.all)
    #expect(zip(ranges.all, ranges.all.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    // One that others have made in several commits says so.
    #expect(ranges.all.contains { $0.count > 1 })
    all.cancel()
    windows.cancel()
    for key in keys { key.cancel() }
    try other.shutdown()
  }

  @Test("Each commit of a group tells the values that it has set, not those of the next ones")
  func groupedValues() throws {
    let values = Notes<Int?>()
    let names = Notes<[String]>()
    let key = workspace.dictionary.subscribe(
      to: "k", as: Int.self, on: queue, policy: .everyCommit
    ) { values.add($0.value) }
    let all = workspace.dictionary.subscribe(on: queue, policy: .everyCommit) { names.add($0.keys) }
    workspace.observation.settle(queue)
    let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchGroup()
    func enqueue(_ body: @escaping @Sendable (inout Transaction) throws -> Void) {
      done.enter()
      workspace.performChanges(on: queue, body) { _ in done.leave() }
    }
    // What comes while the first one runs shares a COMMIT.
    enqueue { _ in
      begun.signal()
      goesOn.wait()
    }
    begun.wait()
    for value in 1...5 {
      enqueue { changes in
        try changes.dictionary.set(value, for: "k")
        if value == 3 { try changes.dictionary.set(1, for: "other") }
        if value == 4 { throw WorkspaceError(.notFound, "This member fails.") }
      }
    }
    enqueue { changes in
      try changes.dictionary.set(9, for: "k")
      try changes.dictionary.remove("k")
    }
    goesOn.signal()
    done.wait()
    workspace.observation.settle(queue)
    #expect(values.all == [nil, 1, 2, 3, 5, nil])
    #expect(names.all == [[], ["k"], ["k"], ["k", "other"], ["k"], ["k"]])
    key.cancel()
    all.cancel()
  }

  @Test("Rows that came without bytes are told with the last commit of their group")
  func heldRows() {
    let row = RowChange(rowID: 1, before: nil, after: [1])
    let sets = [
      ChangeSet(commit: 5, types: [1: .rowIDs([1, 4]), 2: .rows([row]), 3: .rowIDs([9])]),
      ChangeSet(commit: 6, types: [1: .rowIDs([2, 4])]),
      ChangeSet(commit: 7, types: [2: .rows([row]), 3: .everything]),
    ]
    let held = sets.holdingUnreadRows { $0 != 3 }
    #expect(held.map(\.commit) == [5, 6, 7])
    #expect(held.map { $0.types.keys.sorted() } == [[2, 3], [1], [2, 3]])
    guard case .rowIDs([1, 2, 4])? = held[1].types[1] else {
      Issue.record("\(held[1])")
      return
    }
  }

  @Test("A key is told as the fetch's commit has it, whatever the cache still holds")
  func cachedValue() throws {
    let other = try Workspace(path: store.path)
    for value in 1...20 {
      let dictionary = workspace.dictionary.namespace("n\(value)")
      try workspace.performChanges { try $0.dictionary.namespace("n\(value)").set(0, for: "k") }
      #expect(dictionary["k", Int.self] == 0)
      try other.performChanges { try $0.dictionary.namespace("n\(value)").set(value, for: "k") }
      let (notes, names) = (Notes<Int?>(), Notes<[String]>())
      let key = dictionary.subscribe(to: "k", as: Int.self, on: queue) { notes.add($0.value) }
      let keys = dictionary.subscribe(on: queue) { names.add($0.keys) }
      workspace.observation.settle(queue)
      try workspace.performChanges { _ in }
      workspace.observation.settle(queue)
      #expect(notes.all == [value])
      #expect(names.all.first == ["k"])
      key.cancel()
      keys.cancel()
    }
    try other.shutdown()
  }

  @Test("Sets that are being committed are visible to reads of older commits alone")
  func flushingSets() throws {
    let dictionary = DictionaryStore(newestCommit: 4, isShared: true)
    let (key, other) = (
      DictionaryEntryID(namespace: "", key: "k"), DictionaryEntryID(namespace: "", key: "o")
    )
    func value(_ name: DictionaryEntryID, asOf commit: Int64) -> DictionaryValue? {
      if case .value(let value) = dictionary.uncommitted(name, asOf: commit) { value } else { nil }
    }
    _ = dictionary.set(key, .int(1))
    #expect(value(key, asOf: 4) == .int(1))
    _ = dictionary.take()
    #expect(value(key, asOf: 9) == .int(1))
    dictionary.noteFlush(after: 4)
    _ = dictionary.set(other, .int(2))
    #expect(value(key, asOf: 4) == .int(1))
    // The session's commit holds it, and what came after it in the session.
    #expect(value(key, asOf: 5) == nil)
    #expect(value(other, asOf: 5) == .int(2))
    var names: Set<DictionaryEntryID> = []
    dictionary.uncommitted(asOf: 4).apply(to: &names, in: "")
    #expect(names == [key, other])
    names = []
    dictionary.uncommitted(asOf: 5).apply(to: &names, in: "")
    #expect(names == [other])
  }
}
