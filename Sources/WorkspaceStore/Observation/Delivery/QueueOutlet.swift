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
    var lags: [ObjectIdentifier: Lag] = [:]
    var completions: [Completion] = []
    var released: [any LiveValue] = []
    var isScheduled = false
    /// The commit that more mailboxes follow of.
    var held: Int64?
    /// Whether the block waits for them.
    var isWaiting = false

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

  func enqueue(_ mailboxes: [any Deliverable], lagging: [any Lagging], commit: Int64) {
    let (schedules, wakes) = state.withLock { state in
      if state.ready.isEmpty { state.ready = mailboxes } else { state.ready += mailboxes }
      for lagging in lagging {
        state.add(Lag(lagging: lagging, commits: commit...commit, stop: nil))
      }
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
        return !state.ready.isEmpty || rest.isEmpty
      }
      if isDone { return }
    }
  }

  /// Takes the mailboxes, and the oldest commit that any of them holds, once nothing lags behind with that commit.
  ///
  /// In one step, as a commit that comes after the results were brought up makes some lag behind again, and goes right
  /// into the mailboxes of others.
  ///
  /// - Parameter commit: The commit that is being delivered, of which these are more; nil for the oldest.
  /// - Returns: Whether more of that commit follows, too.
  private func takeReady(
    of commit: Int64? = nil
  ) -> (mailboxes: [any Deliverable], commit: Int64, isHeld: Bool) {
    for _ in 0..<Self.mostRounds {
      catchUp()
      let taken: ([any Deliverable], Int64, Bool)? = state.withLock { state in
        var oldest = Int64.max
        for mailbox in state.ready { oldest = min(oldest, mailbox.firstCommit ?? .max) }
        for lag in state.lags.values where lag.commits.upperBound <= oldest && !state.ready.isEmpty
        {
          return nil
        }
        defer { state.ready = [] }
        return (state.ready, commit ?? oldest, state.held == commit ?? oldest)
      }
      if let taken { return taken }
    }
    // In the next block, or with the next part.
    return ([], commit ?? .max, commit != nil)
  }

  /// Waits for the next part of a commit.
  private func awaitMore(of commit: Int64) {
    let waits = state.withLock { state in
      state.isWaiting = state.held == commit && state.ready.isEmpty
      return state.isWaiting
    }
    if waits { more.wait() }
  }

  private func deliverOneCommit() {
    var (mailboxes, commit, isHeld) = takeReady()
    var rest: [any Deliverable] = []
    for mailbox in mailboxes where mailbox.deliver(upTo: commit) { rest.append(mailbox) }
    while isHeld {
      awaitMore(of: commit)
      (mailboxes, commit, isHeld) = takeReady(of: commit)
      for mailbox in mailboxes where mailbox.deliver(upTo: commit) { rest.append(mailbox) }
    }
    let released = state.withLock { state in
      defer { state.released = [] }
      return state.released
    }
    withExtendedLifetime(released) {}
    for body in takeCompletions(andKeep: rest) { body() }
    let goesOn = state.withLock { state in
      state.isScheduled =
        !(state.ready.isEmpty && state.completions.isEmpty && state.lags.isEmpty)
      return state.isScheduled
    }
    if goesOn { schedule() }
  }

  /// Keeps the mailboxes that have more, and takes the completions of commits that no subscriber waits for any more.
  ///
  /// In one step, as a commit that comes meanwhile adds its mailboxes before its completion.
  private func takeCompletions(andKeep rest: [any Deliverable]) -> [@Sendable () -> Void] {
    state.withLock { state in
      state.ready.insert(contentsOf: rest, at: 0)
      guard !state.completions.isEmpty else { return [] }
      let lagging = state.lags.values.map(\.commits.lowerBound).min() ?? .max
      let unseen = min(lagging, state.ready.compactMap(\.firstUnseenCommit).min() ?? .max)
      let count = state.completions.firstIndex { $0.commit >= unseen } ?? state.completions.count
      defer { state.completions.removeFirst(count) }
      return state.completions.prefix(count).map(\.body)
    }
  }
}
