import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Changes of a type and of a namespace, which wait to be taken.
@Suite struct SubscriptionTypeTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  private func note(_ update: TypeUpdate<Watched>) -> String {
    let changes = update.changes.map { "\($0.kind) \($0.id.rowID)" }.joined(separator: ", ")
    let words = [
      update.isInitial ? "initial" : nil, update.isEverything ? "everything" : nil,
      update.error == nil ? nil : "error", changes.isEmpty ? nil : changes,
    ]
    return words.compactMap(\.self).joined(separator: "; ")
  }

  @Test(
    "The first update of a type has no changes, and comes by itself before those that wait with it",
    arguments: [DeliveryPolicy.newest, .everyCommit])
  func initial(policy: DeliveryPolicy) throws {
    let notes = Notes<String>()
    queue.suspend()
    let subscription = workspace.subscribe(
      toChangesOf: Watched.self, on: queue, policy: policy
    ) { notes.add(note($0)) }
    workspace.observation.settleFetches()
    for id in 1...3 as ClosedRange<Int64> {
      try workspace.performChanges { try $0.insert(Watched(id: id)) }
    }
    try workspace.performChanges { _ = try $0.delete(Watched.self, key: 2) }
    queue.resume()
    workspace.observation.settle(queue)
    #expect(
      notes.all
        == (policy == .newest
          ? ["initial", "insert 1, insert 3"]
          : ["initial", "insert 1", "insert 2", "insert 3", "delete 2"]))
    subscription.cancel()
  }

  @Test("A type that could not be read at first has one first update", arguments: [false, true])
  func failedFirst(isBusy: Bool) throws {
    try workspace.performChanges { try $0.insert(Watched(id: 1)) }
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute("ALTER TABLE __commit RENAME TO away")
    let notes = Notes<String>()
    if isBusy { queue.suspend() }
    let subscription = workspace.subscribe(toChangesOf: Watched.self, on: queue) {
      notes.add(note($0))
    }
    workspace.observation.settleFetches()
    if !isBusy { workspace.observation.settle(queue) }
    try raw.execute("ALTER TABLE away RENAME TO __commit")
    try workspace.performChanges { try $0.insert(Watched(id: 2)) }
    workspace.observation.settleFetches()
    try workspace.performChanges { try $0.insert(Watched(id: 3)) }
    if isBusy { queue.resume() }
    workspace.observation.settle(queue)
    #expect(notes.all.filter { $0.contains("initial") } == ["initial"])
    #expect(notes.all.last == "insert 3")
    #expect(notes.all.contains("error; everything") != isBusy || notes.all.count == 3)
    subscription.cancel()
  }

  private func changes(_ id: Int64, _ before: [UInt8]?, _ after: [UInt8]?) -> LiveTypeChanges {
    let change = RowChange(rowID: id, before: before, after: after)
    return LiveTypeChanges(rows: [id: LiveTypeChanges.Row(change: change, isBeforeKnown: true)])
  }

  @Test("Changes that wait are put together by parts, not anew with each commit")
  func countedWork() {
    let count: Int64 = 4096
    var (type, names) = (changes(0, nil, [0]), LiveNamespace(keys: []))
    for id in 1..<count {
      guard let newer = changes(id, nil, [1]).merged(over: type) as? LiveTypeChanges,
        let newerNames = LiveNamespace(
          keys: [DictionaryEntryID(namespace: "", key: "\(id)")]
        ).merged(over: names) as? LiveNamespace
      else {
        Issue.record("another kind")
        return
      }
      (type, names) = (newer, newerNames)
    }
    // Twelve doublings; put together anew it would be eight million.
    #expect(type.work < Int(count) * 25)
    #expect(names.work < Int(count) * 25)
    #expect(names.keys.count == Int(count) - 1)
    guard case .rows(let rows) = type.extent else {
      Issue.record("\(type.extent)")
      return
    }
    #expect(rows.count == Int(count))
  }

  @Test("Changes that wait in parts are those of one commit after another", arguments: seeds(30))
  func parts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: [UInt8]] = [3: [3]]
    let before = model
    var pending: LiveTypeChanges?
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      var rows: [Int64: LiveTypeChanges.Row] = [:]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let id = Int64.random(in: 0..<12, using: &random)
        let after: [UInt8]? =
          Bool.random(using: &random) ? [UInt8.random(in: 0...1, using: &random)] : nil
        guard rows[id] == nil, model[id] != after else { continue }
        rows[id] = LiveTypeChanges.Row(
          change: RowChange(rowID: id, before: model[id], after: after), isBeforeKnown: true)
        model[id] = after
      }
      let newer = LiveTypeChanges(rows: rows)
      pending = pending.map { newer.merged(over: $0) } as? LiveTypeChanges ?? newer
    }
    guard case .rows(let rows)? = pending?.extent else {
      Issue.record("everything")
      return
    }
    for id in 0..<12 as Range<Int64> {
      #expect(rows[id]?.change.before == (before[id] == model[id] ? nil : before[id]))
      #expect(rows[id]?.change.after == (before[id] == model[id] ? nil : model[id]))
      #expect((rows[id] == nil) == (before[id] == model[id]))
    }
  }

  @Test("Each commit's changes of a type wait, up to a number of bytes")
  func boundedBytes() {
    var pending = PendingUpdates(policy: .everyCommit)
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    for commit in 1...100 as ClosedRange<Int64> {
      pending.add(PendingUpdate(value: changes(commit, nil, bytes), commits: commit...commit))
    }
    #expect(pending.count <= 17)
    var next: Int64 = 1
    while let update = pending.takeFirst() {
      #expect(update.commits.lowerBound == next)
      next = update.commits.upperBound + 1
    }
    #expect(next == 101)
  }

  @Test("Changes that wait and are too large are anything, rows that change again counted once")
  func largeChanges() {
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    var pending = changes(0, nil, bytes)
    func add(_ change: LiveTypeChanges) {
      pending = change.merged(over: pending) as? LiveTypeChanges ?? pending
    }
    for id in 1..<5 as Range<Int64> { add(changes(id, nil, bytes)) }
    for round in 0..<40 {
      let old = round == 0 ? bytes : [UInt8](repeating: 2, count: 1 << 20) + [UInt8(round)]
      let new = [UInt8](repeating: 2, count: 1 << 20) + [UInt8(round + 1)]
      add(changes(Int64(round % 5), old, new))
    }
    guard case .rows(let rows) = pending.extent else {
      Issue.record("\(pending.extent)")
      return
    }
    #expect(rows.count == 5)
    for id in 5..<30 as Range<Int64> { add(changes(id, nil, bytes)) }
    guard case .everything(nil) = pending.extent else {
      Issue.record("rows")
      return
    }
  }
}
