/// Where the updates of one subscriber wait until its queue, or its task, takes them.
///
/// Any thread may post, cancel and finish. Only the outlet delivers, one call after another.
final class Mailbox: Deliverable {
  private struct State {
    var pending: PendingUpdates
    var taker: (any UpdateTaker)?
    var isQueued = false
    var isFinished = false
    var isCancelled = false

    /// What comes next of what waits from before an update, or in the end that.
    mutating func next(
      before update: PendingUpdate
    ) -> (update: PendingUpdate, taker: any UpdateTaker, isLast: Bool)? {
      guard !isCancelled, let taker else { return nil }
      if isQueued {
        if let earlier = pending.takeFirst(upTo: update.commits.lowerBound - 1) {
          return (earlier, taker, false)
        }
        if pending.passOver(update) { return nil }
      }
      return (update, taker, true)
    }
  }

  /// Where the updates go.
  let outlet: any Outlet
  /// What happens when commits come faster than updates are taken.
  let policy: DeliveryPolicy
  /// Whether updates wait for `take`.
  let isPulled: Bool
  private let state: Locked<State>

  /// Makes a mailbox without updates.
  ///
  /// Without a taker, updates wait for `take`.
  init(policy: DeliveryPolicy, outlet: any Outlet, taker: (any UpdateTaker)? = nil) {
    self.outlet = outlet
    self.policy = policy
    isPulled = taker == nil
    state = Locked(State(pending: PendingUpdates(policy: policy), taker: taker))
  }

  /// Whether the subscriber has cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds an update; `batch` tells the outlet of it.
  func post(_ value: any LiveValue, commits: ClosedRange<Int64>, in batch: inout DeliveryBatch) {
    let isNews = state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return false }
      state.pending.add(PendingUpdate(value: value, commits: commits))
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isNews { batch.add(self, to: outlet) }
  }

  /// Ends the subscription after what waits.
  func finish(in batch: inout DeliveryBatch) {
    let isNews = state.withLock { state in
      guard !state.isCancelled, !state.isFinished else { return false }
      state.isFinished = true
      defer { state.isQueued = true }
      return !state.isQueued
    }
    if isNews { batch.add(self, to: outlet) }
  }

  /// Drops what waits and the taker: no call begins any more.
  func cancel() {
    // What is dropped may release objects of the user's, so not under the lock.
    let dropped = state.withLock { state in
      let old = (state.pending, state.taker)
      state.isCancelled = true
      state.taker = nil
      state.pending = PendingUpdates(policy: state.pending.policy)
      return old
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes the first update; for mailboxes without a taker.
  func take() -> Taken {
    state.withLock { state in
      if let update = state.pending.takeFirst() { return .update(update) }
      state.isQueued = false
      return state.isFinished || state.isCancelled ? .finished : .nothing
    }
  }

  /// What `take` finds.
  enum Taken {
    /// An update.
    case update(PendingUpdate)
    /// Nothing, for now.
    case nothing
    /// Nothing, and nothing will come.
    case finished
  }

  var firstCommit: Int64? { state.withLock { $0.pending.firstCommit } }

  var firstUnseenCommit: Int64? { state.withLock { $0.pending.firstUnseenCommit } }

  var nextStop: Int64? { policy == .newest ? nil : firstCommit }

  func deliver(upTo commit: Int64) -> Bool {
    while true {
      switch next(upTo: commit) {
      case .update(let update, let taker): taker.take(update)
      case .rest(let hasMore, let dropped):
        withExtendedLifetime(dropped) {}
        return hasMore
      }
    }
  }

  func deliver(_ update: PendingUpdate) {
    // Nothing waits here, unless this has just been given its first value.
    while let next = state.withLock({ $0.next(before: update) }) {
      next.taker.take(next.update)
      if next.isLast { return }
    }
  }

  private enum Next {
    case update(PendingUpdate, any UpdateTaker)
    /// None for now, with the taker if none will come.
    case rest(hasMore: Bool, (any UpdateTaker)?)
  }

  private func next(upTo commit: Int64) -> Next {
    state.withLock { state in
      if !state.isCancelled, let taker = state.taker,
        let update = state.pending.takeFirst(upTo: commit)
      {
        return .update(update, taker)
      }
      guard state.pending.isEmpty else { return .rest(hasMore: true, nil) }
      state.isQueued = false
      guard state.isFinished else { return .rest(hasMore: false, nil) }
      defer { state.taker = nil }
      return .rest(hasMore: false, state.taker)
    }
  }
}
