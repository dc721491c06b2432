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
    var shared: [LiveKey: (live: LiveResult, number: Int)] = [:]
    var outlets: [ObjectIdentifier: WeakOutlet] = [:]
    var nextNumber = 1
    /// What was set in the dictionary since its last turn on the writer's queue.
    var uncommitted: Set<DictionaryNotice> = []
    /// The last commit that was published.
    var published: Int64 = 0
    var isFinished = false
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
      let (number, isFirst) = try attach(mailbox, to: source, model, in: &batch)
      if isFirst { updateWatcher() }
      // Nothing would tell the subscriber that its workspace is gone, so it keeps it.
      let workspace = workspace.withLock { $0.workspace }
      return Subscription { [self] in
        mailbox.cancel()
        detach(number, from: source)
        withExtendedLifetime(workspace) {}
      }
    } catch {
      mailbox.post(source.failure(error), commits: 0...0, in: &batch)
      mailbox.finish(in: &batch)
      return Subscription { mailbox.cancel() }
    }
  }

  private func attach(
    _ mailbox: Mailbox, to source: LiveSource, _ model: any LiveModel,
    in batch: inout DeliveryBatch
  ) throws(WorkspaceError) -> (number: Int, isFirst: Bool) {
    try state.withLock { state throws(WorkspaceError) in
      guard !state.isFinished else { throw .shutDown }
      guard let workspace = workspace.withLock({ $0.workspace }) else { throw .shutDown }
      try workspace.requireOpen()
      let isFirst = state.index.isEmpty
      let number = state.nextNumber
      state.nextNumber += 1
      let live: LiveResult
      if let known = state.shared[source.key]?.live {
        live = known
      } else {
        live = makeResult(model, number: number)
        state.shared[source.key] = (live, number)
        state.index.add(live, number: number, interest: source.interest)
      }
      live.attach(number, mailbox, in: &batch)
      return (number, isFirst)
    }
  }

  private func makeResult(_ model: any LiveModel, number: Int) -> LiveResult {
    let queue = number.isMultiple(of: 2) ? fetchQueues.0 : fetchQueues.1
    let schedule: LiveResult.Scheduler = { body in queue.async(execute: body) }
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

  private func detach(_ number: Int, from source: LiveSource) {
    let isLast = state.withLock { state in
      guard let (live, liveNumber) = state.shared[source.key] else { return false }
      guard live.detach(number) else { return false }
      state.shared[source.key] = nil
      state.index.remove(number: liveNumber, interest: source.interest)
      return state.index.isEmpty
    }
    if isLast { updateWatcher() }
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
