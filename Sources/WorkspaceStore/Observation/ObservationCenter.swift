package import Dispatch

/// The observing side of a workspace: its live results and their subscribers.
///
/// Commits come in on the writer's queue; each reaches the live results that it can touch, and their subscribers'
/// queues get one block for it. A commit of a type that was not watched at BEGIN comes without bytes; its rows are
/// read then, so a subscription never has to wait for a write that runs.
package final class ObservationCenter: CommitSink {
  struct State {
    var index = SubscriptionIndex() {
      didSet { indexVersion += 1 }
    }
    /// How often the index was changed.
    var indexVersion = 0
    var shared: [LiveKey: Shared] = [:]
    var outlets: [ObjectIdentifier: WeakOutlet] = [:]
    var nextNumber = 1
    /// What was set in the dictionary since its last turn on the writer's queue.
    var uncommitted: Set<DictionaryNotice> = []
    /// The last commit that was published.
    var published: Int64 = 0
    var isFinished = false
  }

  /// A live result that equal subscriptions share.
  struct Shared {
    let live: LiveResult
    /// Its number in the index.
    let number: Int
    /// How many subscriptions there are.
    var users = 0
  }

  struct WeakOutlet {
    weak var outlet: QueueOutlet?
  }

  /// The most rows of a type that another's commit has changed which are read one by one.
  static let maximumRowsRead = 1000

  let state = Locked(State())
  let workspace: Locked<WeakWorkspace>
  let dictionary: DictionaryStore
  private let watcher = Locked<CommitWatcher?>(nil)
  private let fetches = Locked(0)
  private let fetchQueues = (
    DispatchQueue(label: "workspace-store.fetch.0"), DispatchQueue(label: "workspace-store.fetch.1")
  )

  /// Makes the observing side of a workspace, without subscribers.
  package init(_ workspace: Workspace) {
    self.workspace = Locked(WeakWorkspace(workspace: workspace))
    dictionary = workspace.writer.dictionary
  }

  package func watchedTypes() -> WatchedTypes {
    state.withLock { $0.index.watchedTypes }
  }

  package func afterDeliveries(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    let (outlet, commit) = state.withLock { state in
      (state.outlets[ObjectIdentifier(queue)]?.outlet, state.published)
    }
    if let outlet { outlet.run(body, after: commit) } else { queue.async(execute: body) }
  }

  package func retryFailed() {
    for live in state.withLock({ $0.shared.values.map(\.live) }) { live.retry() }
  }

  package func finish() {
    // Also those that no commit can reach, which the index does not have.
    let results = state.withLock { state in
      defer {
        state.index = SubscriptionIndex()
        state.shared = [:]
      }
      state.isFinished = true
      return state.shared.values.map(\.live)
    }
    var batch = DeliveryBatch()
    for live in results { live.finish(in: &batch) }
    batch.flush()
    updateWatcher()
  }
}

extension ObservationCenter {
  /// The way to a queue's subscribers.
  func outlet(for queue: DispatchQueue) -> QueueOutlet {
    state.withLock { state in
      if let outlet = state.outlets[ObjectIdentifier(queue)]?.outlet { return outlet }
      let outlet = QueueOutlet(queue: queue)
      state.outlets = state.outlets.filter { $0.value.outlet != nil }
      state.outlets[ObjectIdentifier(queue)] = WeakOutlet(outlet: outlet)
      return outlet
    }
  }

  /// Subscribes with a handler.
  func subscribe<Receiver: UpdateReceiver>(
    to source: LiveSource, as receiver: Receiver, on outlet: any Outlet,
    policy: DeliveryPolicy, _ handler: @escaping @Sendable (Receiver.Update) -> Void
  ) -> Subscription {
    let taker = HandlerTaker(receiver, outlet: outlet, handler: handler)
    return subscribe(Mailbox(policy: policy, outlet: outlet, taker: taker), to: source)
  }

  /// Subscribes a mailbox.
  ///
  /// A query that does not fit its type, and a workspace that was shut down, are told once, as an update with an
  /// error; then the subscription is over.
  func subscribe(_ mailbox: Mailbox, to source: LiveSource) -> Subscription {
    var batch = DeliveryBatch()
    defer { batch.flush() }
    do throws(WorkspaceError) {
      let model = try source.model()
      let (live, number, isFirst) = try join(source, model)
      if isFirst { updateWatcher() }
      // Outside the lock, as a commit that comes meanwhile must not wait for what is done in the result.
      try live.attach(number, mailbox, in: &batch)
      // Nothing would tell the subscriber that its workspace is gone, so it keeps it.
      let workspace = workspace.withLock { $0.workspace }
      return Subscription { [self] in
        mailbox.cancel()
        leave(source, number, live)
        withExtendedLifetime(workspace) {}
      }
    } catch {
      mailbox.post(source.failure(error), commits: 0...0, in: &batch)
      mailbox.finish(in: &batch)
      return Subscription(error: error) { mailbox.cancel() }
    }
  }

  /// Counts one more user of a source's live result, which is made for the first one.
  private func join(
    _ source: LiveSource, _ model: any LiveModel
  ) throws(WorkspaceError) -> (live: LiveResult, number: Int, isFirst: Bool) {
    try state.withLock { state throws(WorkspaceError) in
      guard !state.isFinished else { throw .shutDown }
      guard let workspace = workspace.withLock({ $0.workspace }) else { throw .shutDown }
      try workspace.requireOpen()
      let isFirst = state.index.isEmpty
      let number = state.nextNumber
      state.nextNumber += 1
      var shared: Shared
      if let known = state.shared[source.key] {
        shared = known
      } else {
        shared = Shared(live: makeResult(model, number: number), number: number)
        state.index.add(shared.live, number: number, interest: source.interest)
      }
      shared.users += 1
      state.shared[source.key] = shared
      return (shared.live, number, isFirst)
    }
  }

  private func makeResult(_ model: any LiveModel, number: Int) -> LiveResult {
    let queue = number.isMultiple(of: 2) ? fetchQueues.0 : fetchQueues.1
    let schedule: LiveResult.Scheduler = { delay, body in
      guard delay > 0 else { return queue.async(execute: body) }
      queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: body)
    }
    return LiveResult(model, schedule: schedule) {
      [weak self] (model: any LiveModel) throws(WorkspaceError) -> (LiveFetch, commit: Int64) in
      guard let self, let workspace = workspace.withLock({ $0.workspace }) else {
        throw .shutDown
      }
      fetches.withLock { $0 += 1 }
      return try workspace.read { access throws(WorkspaceError) in
        let commit = try access.connection.newestCommit().number
        return (try model.fetch(from: access.connection), commit)
      }
    }
  }

  /// Counts one user of a live result less; with the last one the result goes.
  private func leave(_ source: LiveSource, _ number: Int, _ live: LiveResult) {
    let (isLast, isEmpty) = state.withLock { state in
      guard var shared = state.shared[source.key] else { return (true, false) }
      shared.users -= 1
      guard shared.users == 0 else {
        state.shared[source.key] = shared
        return (false, false)
      }
      state.shared[source.key] = nil
      state.index.remove(number: shared.number, interest: source.interest)
      return (true, state.index.isEmpty)
    }
    live.detach(number, isLast: isLast)
    if isEmpty { updateWatcher() }
  }

  /// Whether it watches for commits of others.
  var isWatching: Bool { watcher.withLock { $0 != nil } }

  /// How many times live results were fetched, for tests that count work.
  var fetchCount: Int { fetches.withLock { $0 } }

  /// How many live results there are.
  var resultCount: Int { state.withLock { $0.shared.count } }

  /// Waits until no live result fetches and a queue's subscribers have got all that there is for them.
  ///
  /// For tests; commits that come meanwhile are waited for or not.
  func settle(_ queue: DispatchQueue) {
    let outlet = outlet(for: queue)
    // A queue that catches up may find that something has to be fetched again, which the next round finds.
    var quietRounds = 0
    while quietRounds < 2 {
      settleFetches()
      quietRounds = outlet.isIdle ? quietRounds + 1 : 0
      while !outlet.isIdle { queue.sync {} }
    }
    // What handlers have put on the queue waits behind the last block.
    queue.sync {}
  }

  /// Waits until no live result fetches; for tests.
  func settleFetches() {
    var isFetching = true
    while isFetching {
      isFetching = state.withLock { $0.index.results }.contains(where: \.isFetching)
      fetchQueues.0.sync {}
      fetchQueues.1.sync {}
    }
  }

  /// Watches for commits of others exactly while there are subscriptions.
  private func updateWatcher() {
    let old = watcher.withLock { watcher -> CommitWatcher? in
      let isWanted = state.withLock { !$0.index.isEmpty && !$0.isFinished }
      if isWanted, watcher == nil {
        watcher = makeWatcher()
      } else if !isWanted {
        defer { watcher = nil }
        return watcher
      }
      return nil
    }
    old?.stop()
  }

  private func makeWatcher() -> CommitWatcher? {
    guard let workspace = workspace.withLock({ $0.workspace }), let path = workspace.path else {
      return nil
    }
    let version = Locked<SeenVersion?>(nil)
    let writer = workspace.writer
    return CommitWatcher(path: path) { [weak writer] in writer?.lookForForeignCommits(version) }
  }
}
