import Dispatch
import SnapshotDiff
import StoreWorkload
import TestSupport
import Testing

@testable import WorkspaceStore

/// Live results while files fail: COMMIT, the reads of a fetch, and those of a refetch.
@Suite struct LiveFaultTests {
  private static let faults = [
    Fault(name: "a change fails", kinds: .changes),
    Fault(name: "some changes fail", kinds: .changes, count: 3),
    Fault(name: "a write is torn", kinds: .write, isTorn: true),
    Fault(name: "a lock fails", kinds: .lock),
    Fault(name: "a read fails", kinds: .read),
    Fault(name: "some reads fail", kinds: .read, count: 4),
  ]
  private static let transactions = 14
  private static let stride = 31 * seedDivisor

  /// A subscriber that plays the changes it is told, whatever goes wrong.
  final class Follower: Sendable {
    struct State: Sendable {
      let policy: DeliveryPolicy
      var ids: [RecordID<Workload.Entry>] = []
      var records: [Workload.Entry] = []
      var initials = 0
      var errors = 0
      var faults: [String] = []
    }

    let query: Query<Workload.Entry>
    private let state: Locked<State>
    private let subscription = Locked<Subscription?>(nil)

    init(
      _ workspace: Workspace, _ query: Query<Workload.Entry>, _ policy: DeliveryPolicy,
      _ queue: DispatchQueue
    ) {
      self.query = query
      state = Locked(State(policy: policy))
      let made = workspace.subscribe(to: query, on: queue, policy: policy) { [state] update in
        state.withLock { $0.take(update) }
      }
      subscription.withLock { $0 = made }
    }

    var now: State { state.withLock { $0 } }

    func cancel() { subscription.withLock { $0 }?.cancel() }
  }

  @Test(
    "Whatever operation fails, live results go on, and equal a fresh fetch once files work again",
    arguments: faults.indices, [DeliveryPolicy.newest, .everyCommit])
  func nthOperation(_ place: Int, _ policy: DeliveryPolicy) throws {
    let fault = Self.faults[place]
    var number = place % Self.stride
    while try goesOn(fault, at: number, policy) { number += Self.stride }
  }

  /// Lets one operation fail while commits are made and followed.
  ///
  /// - Returns: Whether there was such an operation.
  private func goesOn(
    _ fault: Fault, at number: Int, _ policy: DeliveryPolicy
  ) throws -> Bool {
    let files = try FaultFiles()
    let script = Script(seed: 7)
    let workspace = try Workspace(path: files.path, configuration: files.configuration())
    for transaction in 50..<60 {
      try workspace.performChanges { try script.run(transaction, in: $0) }
    }
    let queue = DispatchQueue(label: "followers")
    let all = Query<Workload.Entry>(RecordQuery())
    let followers = [all, all.limit(3), all.limit(2).offset(1)].map {
      Follower(workspace, $0, policy, queue)
    }
    let (counts, values) = (Locked(-1), Locked<Int?>(nil))
    let count = workspace.subscribe(toCountOf: all, on: queue, policy: policy) { update in
      if update.error == nil { counts.withLock { $0 = update.count } }
    }
    let value = workspace.dictionary.subscribe(to: "k1", as: Int.self, on: queue, policy: policy) {
      update in
      if update.error == nil { values.withLock { $0 = update.value } }
    }
    files.fail(
      fault.kinds, first: number, count: fault.count, code: fault.code, isTorn: fault.isTorn)
    for transaction in 1...Self.transactions {
      try? workspace.performChanges { changes in
        try script.run(transaction, in: changes)
        // Windows run short, and are fetched again.
        if transaction.isMultiple(of: 4) { try changes.deleteAll(Workload.Entry.self) }
      }
    }
    workspace.observation.settle(queue)
    let isPast = files.count <= number
    files.mend()
    for transaction in 100..<103 {
      try workspace.performChanges { try script.run(transaction, in: $0) }
    }
    try workspace.performChanges { try $0.dictionary.set(number, for: "k1") }
    workspace.observation.settle(queue)
    let comment: Comment = "\(fault.name), operation \(number)"
    for follower in followers {
      let state = follower.now
      #expect(state.records == (try workspace.fetch(follower.query)), comment)
      #expect(state.faults == [], comment)
      #expect(state.initials == 1, comment)
      follower.cancel()
    }
    #expect(counts.withLock { $0 } == (try workspace.count(all)), comment)
    #expect(values.withLock { $0 } == number, comment)
    count.cancel()
    value.cancel()
    try workspace.shutdown()
    return !isPast
  }
}

extension LiveFaultTests.Follower.State {
  mutating func take(_ update: QueryUpdate<Workload.Entry>) {
    let changes = update.changes
    if update.isInitial { initials += 1 }
    if update.error != nil { errors += 1 }
    var staying = ids.map(Optional.some)
    for position in changes.itemDeletes { staying[position.item] = nil }
    for move in changes.itemMoves { staying[move.old.item] = nil }
    var rest = staying.compactMap(\.self)[...]
    let new = update.snapshot.itemIdentifiers
    var list = [RecordID<Workload.Entry>?](repeating: nil, count: new.count)
    for position in changes.itemInserts { list[position.item] = new[position.item] }
    for move in changes.itemMoves { list[move.new.item] = ids[move.old.item] }
    for place in list.indices where list[place] == nil { list[place] = rest.popFirst() }
    if !rest.isEmpty || list != new.map(Optional.some) {
      faults.append("\(changes) does not lead from \(ids) to \(new)")
    }
    // What waited to be taken may have come with it.
    if update.error != nil, policy == .everyCommit, !changes.isEmpty {
      faults.append("\(changes) with an error")
    }
    (ids, records) = (new, update.records)
  }
}
