import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

/// Results that take long to load.
@Suite struct ObservationHeldTests {
  /// A model whose fetch, or whose loading of what was fetched, takes until it is let go on.
  private struct HeldModel: LiveModel {
    let isHeldInFetch: Bool
    let begun = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    var value: any LiveValue { ObservationDeliveryTests.Number(value: 1) }

    private func hold() {
      begun.signal()
      goesOn.wait()
    }

    func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
      if isHeldInFetch { hold() }
      return .nothing
    }

    mutating func load(_ fetched: LiveFetch) -> Bool {
      if !isHeldInFetch { hold() }
      return true
    }

    mutating func apply(_ changes: LiveChanges) -> LiveOutcome { .changed }
    func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue { value }
  }

  @Test(
    "Who joins and leaves a result that is loading holds up neither commits nor other subscribers",
    arguments: [false, true])
  func loading(isHeldInFetch: Bool) throws {
    let store = try ObservationStore()
    let (workspace, center) = (store.workspace, store.workspace.observation)
    let model = HeldModel(isHeldInFetch: isHeldInFetch)
    let source = LiveSource(
      key: .type("held"), interest: .records(Watched.recordType, nil),
      failure: { _ in ObservationDeliveryTests.Number(value: -1) }
    ) { () throws(WorkspaceError) in model }
    let outlet = center.outlet(for: DispatchQueue(label: "handlers"))
    let values = Notes<Int>()
    @Sendable func subscribe() -> Subscription {
      center.subscribe(
        Mailbox(policy: .everyCommit, outlet: outlet) { update in
          values.add((update.value as? ObservationDeliveryTests.Number)?.value ?? .max)
        }, to: source)
    }
    let first = subscribe()
    model.begun.wait()
    let done = DispatchSemaphore(value: 0)
    let others = DispatchGroup()
    let second = Locked<Subscription?>(nil)
    let number = center.state.withLock { $0.nextNumber }
    // One comes and one goes, each on a thread of its own, as it may have to wait for the result.
    DispatchQueue.global().async(group: others) {
      let made = subscribe()
      second.withLock { $0 = made }
    }
    DispatchQueue.global().async(group: others) { first.cancel() }
    DispatchQueue.global().async {
      // Until the one that comes is counted, and the one that goes is not any more.
      while center.state.withLock({
        $0.nextNumber != number + 1 || $0.shared[source.key]?.users != 1
      }) {
        sched_yield()
      }
      for id in 0..<50 as Range<Int64> {
        try? workspace.performChanges { try $0.insert(Watched(id: id)) }
      }
      let probe = QueryProbe(workspace, Watched.all)
      probe.cancel()
      done.signal()
    }
    let isDone = done.wait(timeout: .now() + 60) == .success
    #expect(isDone)
    for _ in 0..<2 { model.goesOn.signal() }
    others.wait()
    #expect(try workspace.count(Watched.all) == 50)
    second.withLock { $0 }?.cancel()
  }

  @Test(
    "Who comes as the last one goes gets the value, and every commit after it", arguments: seeds(6))
  func comesAndGoes(seed: UInt64) throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    let rounds = Int64(200 / seedDivisor)
    let queue = DispatchQueue(label: "handlers")
    let writes = DispatchQueue(label: "writes")
    writes.async {
      for id in 0..<rounds {
        try? workspace.performChanges { try $0.insert(Watched(id: id)) }
      }
    }
    let group = DispatchGroup()
    let faults = Notes<String>()
    let last = Locked<[QueryProbe<Watched>]>([])
    for place in 0..<2 {
      DispatchQueue.global().async(group: group) {
        var random = SeededGenerator(seed: seed &* 2 &+ UInt64(place))
        for _ in 0..<rounds {
          let policy = random.next().isMultiple(of: 2) ? DeliveryPolicy.newest : .everyCommit
          let probe = QueryProbe(workspace, Watched.all, policy: policy, queue: queue)
          if random.next().isMultiple(of: 3) { queue.sync {} }
          probe.cancel()
          for fault in probe.now.faults { faults.add(fault) }
        }
        let probe = QueryProbe(workspace, Watched.all, policy: .everyCommit, queue: queue)
        last.withLock { $0.append(probe) }
      }
    }
    group.wait()
    writes.sync {}
    try workspace.performChanges { try $0.insert(Watched(id: rounds)) }
    for probe in last.withLock({ $0 }) {
      let state = probe.settled()
      #expect(state.records.map(\.id) == Array(0...rounds))
      #expect(state.initials == 1)
      #expect(state.faults == [])
      probe.cancel()
    }
    #expect(faults.all == [])
    #expect(workspace.observation.resultCount == 0)
  }
}
