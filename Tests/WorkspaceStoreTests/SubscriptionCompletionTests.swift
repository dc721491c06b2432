import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// What a transaction's completion finds delivered, in each form, also while the queue lags behind.
@Suite struct SubscriptionCompletionTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  let notes = Notes<String>()
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// Subscribes to rows, to a window, to their count, to the type and to a key, each of which tells how far it is.
  private func subscribe(_ policy: DeliveryPolicy) -> [Subscription] {
    let notes = notes
    return [
      workspace.subscribe(to: Watched.all, on: queue, policy: policy) {
        notes.add("rows \($0.count)")
      },
      workspace.subscribe(
        to: Watched.order { $0.id.descending }.limit(2), on: queue, policy: policy
      ) { notes.add("window \($0.records.first?.id ?? 0)") },
      workspace.subscribe(toCountOf: Watched.all, on: queue, policy: policy) {
        notes.add("count \($0.count)")
      },
      workspace.subscribe(toChangesOf: Watched.self, on: queue, policy: policy) {
        notes.add("type \($0.changes.last?.id.rowID ?? 0)")
      },
      workspace.dictionary.subscribe(to: "k", as: Int64.self, on: queue, policy: policy) {
        notes.add("key \($0.value ?? 0)")
      },
    ]
  }

  private static let kinds = ["rows", "window", "count", "type", "key"]

  /// Those of whom the notes tell nothing that is at least as new as a commit.
  private static func late(_ notes: some Sequence<String>, for id: Int64) -> [String] {
    var newest: [String: Int64] = [:]
    for note in notes {
      let words = note.split(separator: " ")
      newest[String(words[0])] = Int64(words[1])
    }
    return kinds.filter { newest[$0, default: 0] < id }
  }

  @Sendable private static func change(_ changes: inout Transaction, _ id: Int64) throws {
    try changes.insert(Watched(id: id))
    try changes.dictionary.set(id, for: "k")
  }

  @Test(
    "A completion on a queue that lags behind comes after all that its commit brings there",
    arguments: [DeliveryPolicy.newest, .everyCommit], [5, 1_200] as [Int64])
  func completion(policy: DeliveryPolicy, commits: Int64) throws {
    let subscriptions = subscribe(policy)
    workspace.observation.settle(queue)
    queue.suspend()
    let done = DispatchGroup()
    for id in 1...commits {
      done.enter()
      workspace.performChanges(on: queue) {
        try Self.change(&$0, id)
      } completion: { [notes] _ in
        notes.add("done \(id)")
        done.leave()
      }
      // Now and then one by one, for groups are published one commit after another as well.
      if id.isMultiple(of: 3) { try workspace.performChanges { _ in } }
    }
    try workspace.performChanges { _ in }
    queue.resume()
    done.wait()
    var told: [String] = []
    var finished: [Int64] = []
    for note in notes.all {
      guard note.hasPrefix("done") else {
        told.append(note)
        continue
      }
      let id = try #require(Int64(note.dropFirst(5)))
      finished.append(id)
      if commits < 100 || id.isMultiple(of: 100) { #expect(Self.late(told, for: id) == []) }
    }
    #expect(finished == Array(1...commits))
    withExtendedLifetime(subscriptions) {}
  }

  @Test(
    "Whoever has awaited a transaction finds its deliveries queued, also on a queue that is busy")
  func awaited() async throws {
    let subscriptions = subscribe(.newest)
    workspace.observation.settle(queue)
    for id in 1...20 as ClosedRange<Int64> {
      let isBusy = id.isMultiple(of: 2)
      if isBusy { queue.suspend() }
      if id.isMultiple(of: 4) {
        try await workspace.performChanges { try Self.change(&$0, 0 - id) }
      }
      try await workspace.performChanges { try Self.change(&$0, id) }
      if isBusy { queue.resume() }
      // Two blocks: what was delivered when the queue became busy, and what came then.
      queue.sync {}
      queue.sync {}
      let late = Self.late(notes.all, for: id).filter { $0 != "rows" && $0 != "count" }
      #expect(late == [], "commit \(id)")
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test(
    "Whoever returns from a transaction finds its deliveries queued, also on a queue that is busy")
  func returned() throws {
    let subscriptions = subscribe(.newest)
    workspace.observation.settle(queue)
    for id in 1...20 as ClosedRange<Int64> {
      let isBusy = id.isMultiple(of: 2)
      if isBusy { queue.suspend() }
      try workspace.performChanges { try Self.change(&$0, id) }
      if isBusy { queue.resume() }
      queue.sync {}
      queue.sync {}
      #expect(Self.late(notes.all, for: id) == [], "commit \(id)")
    }
    withExtendedLifetime(subscriptions) {}
  }
}
