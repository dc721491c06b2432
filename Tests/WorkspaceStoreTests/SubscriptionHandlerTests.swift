import Dispatch
import Testing

@testable import WorkspaceStore

/// What handlers may do, for whatever can be subscribed to.
@Suite struct SubscriptionHandlerTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// A subscription whose handler does in turn all that a handler may do, and ends itself in its sixth call.
  private final class Actor: Sendable {
    struct State: Sendable {
      var depth = 0
      var calls = 0
      var commits: [ClosedRange<Int64>] = []
      var faults: [String] = []
      var own: Subscription?
      var inner: [Subscription] = []
    }

    static let lastCall = 6
    let state = Locked(State())
    private let form: SubscriptionForm
    private let workspace: Workspace
    private let queue: DispatchQueue
    private let releases: Bool

    init(
      _ form: SubscriptionForm, _ workspace: Workspace, _ queue: DispatchQueue, releases: Bool
    ) {
      (self.form, self.workspace, self.queue) = (form, workspace, queue)
      self.releases = releases
    }

    func start() {
      // Before any handler runs, which needs it.
      queue.sync {
        let made = form.subscribe(workspace, queue) { [self] in handle($0) }
        state.withLock { $0.own = made }
      }
    }

    private func handle(_ told: SubscriptionForm.Told) {
      let call = state.withLock { state in
        state.depth += 1
        state.calls += 1
        if state.depth > 1 { state.faults.append("called in a call") }
        if let last = state.commits.last, told.commits.lowerBound <= last.upperBound {
          state.faults.append("\(told.commits) after \(last)")
        }
        state.commits.append(told.commits)
        return state.calls
      }
      defer { state.withLock { $0.depth -= 1 } }
      do {
        try act(call)
      } catch {
        state.withLock { $0.faults.append("\(error)") }
      }
    }

    private func act(_ call: Int) throws {
      switch call {
      case 4:
        let inner = form.subscribe(workspace, queue) { _ in }
        state.withLock { $0.inner.append(inner) }
      case 5:
        for inner in state.withLock({ $0.inner }) { inner.cancel() }
      case Self.lastCall:
        let own = state.withLock { state in
          defer { state.own = nil }
          return state.own
        }
        if !releases { own?.cancel() }
      case let call where call > Self.lastCall:
        state.withLock { $0.faults.append("called after its end") }
      default: break
      }
      try SubscriptionForm.touch(workspace, Int64(call))
      if try workspace.object(Watched.self, key: 100 + Int64(call)) == nil {
        state.withLock { $0.faults.append("its own write is not seen") }
      }
    }
  }

  @Test(
    "A handler that writes, reads, subscribes, cancels and ends itself is called in order, once at a time (CASES 36)",
    arguments: SubscriptionForm.all, [false, true])
  func acts(form: SubscriptionForm, releases: Bool) throws {
    let actor = Actor(form, workspace, queue, releases: releases)
    let beside = Notes<ClosedRange<Int64>>()
    let neighbour = form.subscribe(workspace, queue) { beside.add($0.commits) }
    workspace.observation.settle(queue)
    actor.start()
    for _ in 0...Actor.lastCall { workspace.observation.settle(queue) }
    try SubscriptionForm.touch(workspace, 50)
    workspace.observation.settle(queue)
    let state = actor.state.withLock { $0 }
    #expect(state.faults == [])
    #expect(state.calls == Actor.lastCall)
    // Who is on the same queue has had everything: the first value, each write, and the last one.
    #expect(beside.all.count == Actor.lastCall + 2)
    for inner in state.inner { inner.cancel() }
    neighbour.cancel()
    #expect(workspace.observation.resultCount == 0)
  }

  @Test(
    "Whatever is subscribed to, a fetch that fails once is told once, and the next commit comes (CASES 39)",
    arguments: SubscriptionForm.all.filter(\.readsRows))
  func failsOnce(form: SubscriptionForm) throws {
    try SubscriptionForm.touch(workspace, 1)
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE \"Tests.Watched\" RENAME TO away")
    }
    let told = Notes<SubscriptionForm.Told>()
    let subscription = form.subscribe(workspace, queue) { told.add($0) }
    workspace.observation.settle(queue)
    #expect(told.all.map { $0.error == nil } == [false])
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE away RENAME TO \"Tests.Watched\"")
    }
    try SubscriptionForm.touch(workspace, 2)
    try SubscriptionForm.touch(workspace, 3)
    workspace.observation.settle(queue)
    #expect(told.all.dropFirst().allSatisfy { $0.error == nil })
    #expect(told.all.map(\.isInitial).filter(\.self).count == 1)
    let before = told.all.count
    try SubscriptionForm.touch(workspace, 4)
    workspace.observation.settle(queue)
    #expect(told.all.count == before + 1)
    subscription.cancel()
  }

  @Test(
    "A handler that sleeps holds up neither commits nor others, whatever it is subscribed to (CASES 37)",
    arguments: SubscriptionForm.all)
  func sleeps(form: SubscriptionForm) throws {
    let gate = DispatchSemaphore(value: 0)
    let slow = form.subscribe(workspace, DispatchQueue(label: "slow")) { _ in gate.wait() }
    let told = SubscriptionForm.all.map { _ in Notes<ClosedRange<Int64>>() }
    let quick = zip(SubscriptionForm.all, told).map { form, told in
      form.subscribe(workspace, queue) { told.add($0.commits) }
    }
    workspace.observation.settle(queue)
    for number in 1...10 as ClosedRange<Int64> {
      try SubscriptionForm.touch(workspace, number)
      workspace.observation.settle(queue)
    }
    #expect(told.map(\.all.count) == SubscriptionForm.all.map { _ in 11 })
    slow.cancel()
    for _ in 0..<20 { gate.signal() }
    for subscription in quick { subscription.cancel() }
  }

  @Test("After shutdown every form says why it does not begin", arguments: SubscriptionForm.all)
  func afterShutdown(form: SubscriptionForm) throws {
    try workspace.shutdown()
    let told = Notes<SubscriptionForm.Told>()
    let subscription = form.subscribe(workspace, queue) { told.add($0) }
    #expect(subscription.error?.code == .shutDown)
    for _ in 0..<5 { queue.sync {} }
    #expect(told.all.map(\.error?.code) == [.shutDown])
    #expect(told.all.map(\.isInitial) == [false])
  }
}
