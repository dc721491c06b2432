import Dispatch

/// A live result and its subscribers: fetched once, then brought up to date by each commit.
///
/// Changes that are published while it fetches wait; those up to the fetch's own commit are then passed over, so that
/// nothing is missed and nothing applied twice. Changes also wait while the subscribers' queue is busy: it applies
/// them as it comes to them, so that a writer which is quicker than its subscribers leaves the work to them. No code of
/// the user's runs under its locks.
final class LiveResult: AnyLiveResult, Lagging {
  /// Reads in one read transaction, and tells its newest commit.
  typealias Reader = @Sendable (any LiveModel) throws(WorkspaceError) -> (LiveFetch, commit: Int64)
  /// Runs a fetch on a queue for fetches, after so many milliseconds.
  typealias Scheduler = @Sendable (Int, @escaping @Sendable () -> Void) -> Void

  enum Phase {
    case new, fetching, live, failed
  }

  struct State {
    var model: any LiveModel
    /// How often the model was changed.
    var edition = 0
    var phase = Phase.new
    /// The commit that the model stands at; nil before the first fetch.
    var commit: Int64?
    var subscribers: [Subscriber] = []
    /// Whether subscribers have to hear of the next fetch even if it brings what the model has.
    var isUnsent = false
    /// The value that was handed out last, where a value is whole.
    var last: (any LiveValue)?
    /// The first commit that they have not heard of, if that is not the next one.
    var firstUnsent: Int64?
    /// Whether what is being fetched may be from before the store was put back to an older state.
    var isOutdated = false
    /// Why the last fetch failed, once that was told; nil if it did not.
    var failure: WorkspaceError?
    /// How many fetches have failed since the last one that did not.
    var failureCount = 0
    var isFinished = false

    /// Whether all subscribers get the newest value alone.
    var takesNewest: Bool {
      subscribers.allSatisfy { $0.mailbox.policy == .newest && $0.hasInitial }
    }

    /// The outlet of all subscribers; nil if they have several.
    var outlet: (any Outlet)? {
      guard let first = subscribers.first?.mailbox.outlet else { return nil }
      return subscribers.allSatisfy { $0.mailbox.outlet === first } ? first : nil
    }
  }

  struct Subscriber {
    let number: Int
    let mailbox: Mailbox
    var hasInitial = false
    /// Whether it was told of the failure.
    var hasFailure = false
  }

  let state: Locked<State>
  /// Taken inside the lock of the state, or alone.
  let waiting = Locked(WaitingChanges())
  let read: Reader
  let schedule: Scheduler

  /// Makes a live result that fetches when it gets its first subscriber.
  init(_ model: any LiveModel, schedule: @escaping Scheduler, read: @escaping Reader) {
    state = Locked(State(model: model))
    self.schedule = schedule
    self.read = read
  }

  var isFetching: Bool {
    state.withLock { $0.phase == .fetching }
  }

  func prepare(_ changes: LiveChanges, commit: Int64) -> PreparedAdvance? {
    guard waiting.withLock({ $0.isIdle }) else { return nil }
    return state.withLock { state in
      guard state.phase == .live, state.model.isCheapToCopy,
        let before = state.commit, commit > before,
        state.subscribers.allSatisfy({ $0.mailbox.outlet.isIdle })
      else { return nil }
      return PreparedAdvance(from: state.edition, state.model, applying: changes)
    }
  }

  func apply(
    _ changes: LiveChanges, commit: Int64?, prepared: PreparedAdvance?,
    in batch: inout DeliveryBatch
  ) {
    // What was prepared has found nothing waiting, and only a fetch changes that without the writer.
    if prepared == nil, wait(changes, commit: commit, in: &batch) { return }
    let fetches = state.withLock { state in
      switch state.phase {
      case .new: return false
      case .failed:
        beginFetch(&state)
        return true
      case .fetching:
        _ = waiting.withLock { $0.add(changes, commit: commit) }
        return false
      case .live:
        if let prepared, let commit, prepared.base == state.edition {
          return take(prepared, commit: commit, into: &state, in: &batch)
        }
        if catchUpAndFlush(&state) {
          _ = waiting.withLock { $0.add(changes, commit: commit) }
          return true
        }
        if changes.canWait, let outlet = state.outlet, !outlet.isIdle {
          waiting.withLock { $0.wait(for: outlet, keepsEach: !state.takesNewest) }
          if wait(changes, commit: commit, in: &batch) { return false }
          // Too much to wait.
          waiting.withLock { $0.close() }
        }
        return advance(&state, changes, commits: commit.map { $0...$0 }, in: &batch)
      }
    }
    if fetches { scheduleFetch() }
  }

  /// Lets changes wait if others do; false if not.
  private func wait(
    _ changes: LiveChanges, commit: Int64?, in batch: inout DeliveryBatch
  ) -> Bool {
    switch waiting.withLock({ $0.add(changes, commit: commit) }) {
    case .refused: return false
    case .waiting: return true
    case .first(let outlet):
      if let commit { batch.add(self, commit: commit, to: outlet) }
      return true
    }
  }

  var nextStop: Int64? { waiting.withLock { $0.nextStop } }

  func catchUp(upTo commit: Int64) -> ClosedRange<Int64>? {
    let (fetches, next): (Bool, ClosedRange<Int64>?) = state.withLock { state in
      // What waits for a fetch is not for an outlet.
      guard state.phase == .live else { return (false, nil) }
      let fetches = catchUpAndFlush(&state, upTo: commit)
      return (fetches, fetches ? nil : waiting.withLock { $0.firstCommits })
    }
    if fetches { scheduleFetch() }
    return next
  }

  /// Applies what waits up to a commit, and hands it on; true if it has to be fetched again.
  ///
  /// Under the lock, so that whoever then finds nothing waiting finds it in the mailboxes' outlets.
  func catchUpAndFlush(_ state: inout State, upTo commit: Int64 = .max) -> Bool {
    var batch = DeliveryBatch()
    defer { batch.flush() }
    return catchUp(&state, upTo: commit, in: &batch)
  }

  /// Applies what waits up to a commit; true if it has to be fetched again.
  func catchUp(
    _ state: inout State, upTo commit: Int64 = .max, in batch: inout DeliveryBatch
  ) -> Bool {
    guard state.model.isValueWhole, state.takesNewest else {
      while let next = waiting.withLock({ $0.takeFirst(upTo: commit) }) {
        if advance(&state, next.changes, commits: next.commits, in: &batch) { return true }
      }
      return false
    }
    // Nobody gets what lies between: then it need not be kept from edit to edit either.
    while let next = waiting.withLock({ $0.takeFirst(upTo: commit) }) {
      guard let before = state.commit, let commits = next.commits, commits.upperBound > before
      else { continue }
      state.edition += 1
      let outcome = commits.lowerBound > before ? state.model.apply(next.changes) : .refetch
      if outcome == .changed, state.firstUnsent == nil {
        state.firstUnsent = next.changes.range(of: commits, after: before).lowerBound
      }
      guard outcome != .refetch else {
        return finish(outcome, nil, commits: commits, &state, in: &batch)
      }
      state.commit = commits.upperBound
    }
    if let first = state.firstUnsent, let last = state.commit {
      Self.post(state.model.value, commits: first...last, to: &state, in: &batch)
      state.firstUnsent = nil
    }
    return false
  }

  /// Applies changes to a live state; true if it has to be fetched again.
  func advance(
    _ state: inout State, _ changes: LiveChanges, commits: ClosedRange<Int64>?,
    in batch: inout DeliveryBatch
  ) -> Bool {
    guard let before = state.commit else { return false }
    if let commits, commits.upperBound <= before { return false }
    state.edition += 1
    // Changes that were merged can't be applied by halves.
    let isWhole = commits.map { $0.lowerBound > before } ?? true
    let outcome = isWhole ? state.model.apply(changes) : .refetch
    let value = outcome == .changed ? state.model.value : nil
    let range = commits.map { changes.range(of: $0, after: before) } ?? before...before
    return finish(outcome, value, commits: range, &state, in: &batch)
  }

  /// Makes what was prepared the state; true if it has to be fetched again.
  private func take(
    _ prepared: PreparedAdvance, commit: Int64, into state: inout State,
    in batch: inout DeliveryBatch
  ) -> Bool {
    state.edition += 1
    // The old model goes with what was prepared, which is let go of later.
    swap(&state.model, &prepared.model)
    if prepared.outcome == .changed, let value = prepared.value {
      state.commit = commit
      if state.model.isValueWhole {
        // The same with the old value, as others hold it.
        prepared.replaced = value
        swap(&state.last, &prepared.replaced)
      }
      hand(value, of: commit, to: state.subscribers, in: &batch)
      return false
    }
    return finish(prepared.outcome, nil, commits: commit...commit, &state, in: &batch)
  }

  /// Hands on a value for which subscribers' outlets have nothing before it: it need not wait in mailboxes, whose
  /// memory would go from one thread to the other for it.
  private func hand(
    _ value: any LiveValue, of commit: Int64, to subscribers: [Subscriber],
    in batch: inout DeliveryBatch
  ) {
    for subscriber in subscribers where subscriber.hasInitial {
      let mailbox = subscriber.mailbox
      if mailbox.isPulled {
        mailbox.post(value, commits: commit...commit, in: &batch)
      } else {
        batch.add(value, commit: commit, for: mailbox, to: mailbox.outlet)
      }
    }
  }

  private func finish(
    _ outcome: LiveOutcome, _ value: (any LiveValue)?, commits: ClosedRange<Int64>,
    _ state: inout State, in batch: inout DeliveryBatch
  ) -> Bool {
    switch outcome {
    case .unchanged: state.commit = commits.upperBound
    case .changed:
      state.commit = commits.upperBound
      if let value { Self.post(value, commits: commits, to: &state, in: &batch) }
    case .refetch:
      state.isUnsent = true
      beginFetch(&state)
      return true
    }
    return false
  }

  static func post(
    _ value: any LiveValue, commits: ClosedRange<Int64>, to state: inout State,
    in batch: inout DeliveryBatch
  ) {
    if state.model.isValueWhole { state.last = value }
    for subscriber in state.subscribers where subscriber.hasInitial {
      subscriber.mailbox.post(value, commits: commits, in: &batch)
    }
  }
}
