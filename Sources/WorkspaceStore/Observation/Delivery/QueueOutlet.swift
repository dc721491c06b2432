import Dispatch

/// The way to the subscribers on one queue: one block for each commit, one after another.
///
/// At most one block waits on the queue or runs. It brings the results that lag behind up to the next commit that a
/// subscriber gets by itself, or to the newest; delivers the oldest commit that any of the mailboxes holds, to all
/// that hold it; and runs what was to wait for that. If more waits then, another block follows, behind whatever else
/// the queue has. A commit that concerns many comes in parts: the block delivers them as they come, and ends with the
/// last.
final class QueueOutlet: Outlet {
  private struct State {
    var ready: [any Deliverable] = []
    /// Values that need not wait in mailboxes, by commit.
    ///
    /// The writer prepares them only while nothing else waits here, so these are of one commit, hardly ever two.
    var values: [(commit: Int64, of: [(mailbox: any Deliverable, value: any LiveValue)])] = []
    var lags: [ObjectIdentifier: Lag] = [:]
    var completions: [Completion] = []
    var released: [any LiveValue] = []
    var isScheduled = false
    /// The commit that more mailboxes follow of.
    var held: Int64?
    /// Whether the block waits for them.
    var isWaiting = false

    /// Whether there is something to deliver.
    var hasReady: Bool { !ready.isEmpty || !values.isEmpty }

    mutating func add(_ delivery: Delivery, commit: Int64) {
      if ready.isEmpty { ready = delivery.mailboxes } else { ready += delivery.mailboxes }
      for lagging in delivery.lagging {
        add(Lag(lagging: lagging, commits: commit...commit, stop: nil))
      }
      guard !delivery.values.isEmpty else { return }
      if values.last?.commit == commit {
        values[values.count - 1].of += delivery.values
      } else {
        values.append((commit, delivery.values))
      }
    }

    mutating func add(_ lag: Lag) {
      let key = ObjectIdentifier(lag.lagging)
      lags[key] = lags[key]?.joined(with: lag) ?? lag
    }
  }

  /// A result that lags behind.
  private struct Lag {
    let lagging: any Lagging
    /// The commits that wait for the queue to come to them, up to that with which the next of them can be applied.
    var commits: ClosedRange<Int64>
    /// The last commit of the update that is made next, once that was decided.
    var stop: Int64?

    func joined(with other: Lag) -> Lag {
      let lower = min(commits.lowerBound, other.commits.lowerBound)
      let upper = max(commits.upperBound, other.commits.upperBound)
      return Lag(lagging: lagging, commits: lower...upper, stop: stop ?? other.stop)
    }

    /// Once more, having decided on the next update.
    ///
    /// A result whose subscribers want the newest keeps to what was the newest at first: so neither does it make an
    /// update at each commit of a neighbour on the queue, nor does it wait for as long as commits come.
    func decided() -> Lag {
      Lag(lagging: lagging, commits: commits, stop: stop ?? lagging.nextStop)
    }

    /// Brought up to a commit; nil if nothing waits then.
    func caughtUp(to commit: Int64) -> Lag? {
      if let stop, stop > commit {
        return Lag(
          lagging: lagging, commits: commits.lowerBound...max(stop, commits.lowerBound), stop: stop)
      }
      return lagging.catchUp(upTo: commit).map { Lag(lagging: lagging, commits: $0, stop: nil) }
    }
  }

  /// How many commits that concern nobody are passed over in one block.
  private static let mostRounds = 64

  /// What is run once every subscriber on the queue has seen a commit.
  private struct Completion {
    let commit: Int64
    let body: @Sendable () -> Void
  }

  /// The subscribers' queue.
  let queue: DispatchQueue
  private let state = Locked(State())
  private let more = DispatchSemaphore(value: 0)

  /// Makes the way to a queue.
  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Whether no block waits or runs.
  var isIdle: Bool { state.withLock { !$0.isScheduled } }

  func enqueue(_ delivery: Delivery, commit: Int64) {
    let (schedules, wakes) = state.withLock { state in
      state.add(delivery, commit: commit)
      defer { (state.isScheduled, state.isWaiting) = (true, false) }
      return (!state.isScheduled, state.isWaiting)
    }
    if wakes { more.signal() }
    if schedules { schedule() }
  }

  func hold(_ commit: Int64?) {
    let wakes = state.withLock { state in
      state.held = commit
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if wakes { more.signal() }
  }

  func release(_ value: any LiveValue) {
    state.withLock { $0.released.append(value) }
  }

  /// Runs something on the queue, after what its subscribers get of a commit and of those before it.
  func run(_ body: @escaping @Sendable () -> Void, after commit: Int64) {
    let schedules = state.withLock { state in
      state.completions.append(Completion(commit: commit, body: body))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { schedule() }
  }

  private func schedule() {
    queue.async { [self] in deliverOneCommit() }
  }

  /// Brings what lags up to the next commit that a subscriber gets.
  private func catchUp() {
    for _ in 0..<Self.mostRounds {
      let (ready, lags) = state.withLock { state in
        defer { state.lags = [:] }
        return (state.ready, Array(state.lags.values))
      }
      if lags.isEmpty { return }
      var stop: Int64?
      for next in ready.lazy.compactMap(\.nextStop) { stop = min(stop ?? next, next) }
      let decided = lags.map { $0.decided() }
      for next in decided.lazy.compactMap(\.stop) { stop = min(stop ?? next, next) }
      let rest = decided.compactMap { $0.caughtUp(to: stop ?? .min) }
      let isDone = state.withLock { state in
        for lag in rest { state.add(lag) }
        return state.hasReady || rest.isEmpty
      }
      if isDone { return }
    }
  }

  /// What a block delivers of a commit.
  private struct Ready {
    var values: [(mailbox: any Deliverable, value: any LiveValue)] = []
    var mailboxes: [any Deliverable] = []
    var commit: Int64
    /// Whether more of that commit follows.
    var isHeld = false
  }

  /// Takes the mailboxes, and the values of the oldest commit that there is, once nothing lags behind with that commit.
  ///
  /// In one step, as a commit that comes after the results were brought up makes some lag behind again, and goes right
  /// into the mailboxes of others.
  ///
  /// - Parameter commit: The commit that is being delivered, of which these are more; nil for the oldest.
  /// - Returns: What there is of it.
  private func takeReady(of commit: Int64? = nil) -> Ready {
    for _ in 0..<Self.mostRounds {
      catchUp()
      let taken: Ready? = state.withLock { state in
        var oldest = state.values.first?.commit ?? .max
        for mailbox in state.ready { oldest = min(oldest, mailbox.firstCommit ?? .max) }
        for lag in state.lags.values where lag.commits.upperBound <= oldest && state.hasReady {
          return nil
        }
        var ready = Ready(mailboxes: state.ready, commit: commit ?? oldest)
        state.ready = []
        ready.isHeld = state.held == ready.commit
        if state.values.first?.commit == ready.commit {
          ready.values = state.values.removeFirst().of
        }
        return ready
      }
      if let taken { return taken }
    }
    // In the next block, or with the next part.
    return Ready(commit: commit ?? .max, isHeld: commit != nil)
  }

  /// Waits for the next part of a commit.
  private func awaitMore(of commit: Int64) {
    let waits = state.withLock { state in
      state.isWaiting = state.held == commit && !state.hasReady
      return state.isWaiting
    }
    if waits { more.wait() }
  }

  private func deliverOneCommit() {
    var ready = takeReady()
    var rest: [any Deliverable] = []
    deliver(ready, keeping: &rest)
    while ready.isHeld {
      awaitMore(of: ready.commit)
      ready = takeReady(of: ready.commit)
      deliver(ready, keeping: &rest)
    }
    let released = state.withLock { state in
      defer { state.released = [] }
      return state.released
    }
    withExtendedLifetime(released) {}
    for body in takeCompletions(andKeep: rest) { body() }
    let goesOn = state.withLock { state in
      state.isScheduled =
        state.hasReady || !state.completions.isEmpty || !state.lags.isEmpty
      return state.isScheduled
    }
    if goesOn { schedule() }
  }

  private func deliver(_ ready: Ready, keeping rest: inout [any Deliverable]) {
    for (mailbox, value) in ready.values {
      mailbox.deliver(PendingUpdate(value: value, commits: ready.commit...ready.commit))
    }
    for mailbox in ready.mailboxes where mailbox.deliver(upTo: ready.commit) {
      rest.append(mailbox)
    }
  }

  /// Keeps the mailboxes that have more, and takes the completions of commits that no subscriber waits for any more.
  ///
  /// In one step, as a commit that comes meanwhile adds its mailboxes before its completion.
  private func takeCompletions(andKeep rest: [any Deliverable]) -> [@Sendable () -> Void] {
    state.withLock { state in
      state.ready.insert(contentsOf: rest, at: 0)
      guard !state.completions.isEmpty else { return [] }
      let lagging = state.lags.values.map(\.commits.lowerBound).min() ?? .max
      let waiting = state.ready.compactMap(\.firstUnseenCommit).min() ?? .max
      let unseen = min(lagging, waiting, state.values.first?.commit ?? .max)
      let count = state.completions.firstIndex { $0.commit >= unseen } ?? state.completions.count
      defer { state.completions.removeFirst(count) }
      return state.completions.prefix(count).map(\.body)
    }
  }
}
