import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Subscribers on one queue of which one has far more commits waiting than the other.
@Suite struct SubscriptionNeighbourTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// Lets a queue run a bounded number of blocks, far more than it needs, as one that never settles must not hang.
  private func drain(_ queue: DispatchQueue) {
    workspace.observation.settleFetches()
    for _ in 0..<8_000 { queue.sync {} }
  }

  private func insert(_ id: Int64, text: String?) throws {
    try workspace.performChanges { try $0.insert(Watched(id: id, text: text)) }
  }

  @Test(
    "A commit amid those that have become one of a neighbour on its queue is delivered, as all others",
    arguments: [DeliveryPolicy.newest, .everyCommit], [false, true])
  func amidMerged(policy: DeliveryPolicy, isLarge: Bool) throws {
    let neighbour = QueryProbe(workspace, Watched.all, policy: policy)
    let queue = neighbour.queue
    let named = QueryProbe(workspace, Named.all, policy: .everyCommit, queue: queue)
    let values = Notes<Int?>()
    let key = workspace.dictionary.subscribe(
      to: "k", as: Int.self, on: queue, policy: .everyCommit
    ) { values.add($0.value) }
    workspace.observation.settle(queue)
    let isDone = Locked(false)
    queue.suspend()
    let commits: Int64 = isLarge ? 40 : 1_500
    let text = isLarge ? String(repeating: "x", count: 1 << 20) : nil
    for id in 1...commits {
      switch id {
      case commits / 5:
        try workspace.performChanges { changes in
          try changes.insert(Watched(id: id))
          try changes.insert(Named(name: "a", size: id))
        }
      case commits / 5 + 1:
        try workspace.performChanges { changes in
          try changes.insert(Watched(id: id))
          try changes.dictionary.set(1, for: "k")
        }
      default:
        // One row again and again, so that all that waits can become less.
        try workspace.performChanges {
          _ = try $0.upsert(Watched(id: 0, rank: Int32(id), text: text))
        }
      }
    }
    workspace.performChanges(on: queue) { _ in
    } completion: { _ in
      isDone.withLock { $0 = true }
    }
    try workspace.performChanges { _ in }
    queue.resume()
    drain(queue)
    #expect(neighbour.now.records == (try workspace.fetch(Watched.all)))
    #expect(named.now.records == (try workspace.fetch(Named.all)))
    #expect(values.all == [nil, 1])
    #expect(isDone.withLock { $0 })
    #expect(neighbour.now.faults + named.now.faults == [])
    #expect(workspace.observation.outlet(for: queue).isIdle)
    withExtendedLifetime(key) {}
  }

  @Test("The newest is told seldom beside a neighbour who gets each commit, and while commits come")
  func newest() throws {
    let workspace = workspace
    let newest = QueryProbe(workspace, Watched.order { $0.id.descending })
    let seen = Notes<Int>()
    let each = workspace.subscribe(
      to: Watched.all, on: newest.queue, policy: .everyCommit
    ) { update in
      seen.add(update.count)
      // As quick as its subscriber, so that the queue never has all.
      let id = Int64(update.count) + 1_000
      if (1..<251).contains(update.count) {
        try? workspace.performChanges { try $0.insert(Watched(id: id)) }
      }
    }
    workspace.observation.settle(newest.queue)
    newest.queue.suspend()
    for id in 1...50 as ClosedRange<Int64> { try insert(id, text: nil) }
    newest.queue.resume()
    let state = newest.settled()
    #expect(seen.all == Array(0...300))
    #expect(state.records.count == 300)
    #expect((4...12).contains(state.updates.count))
    #expect(state.faults == [])
    withExtendedLifetime(each) {}
  }
}
