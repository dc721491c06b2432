import Dispatch

/// What a live result is to those who need not know its kind.
package protocol AnyLiveResult: AnyObject, Sendable {
  /// Applies a commit.
  func apply(_ changes: LiveChanges, commit: Int64?, in batch: inout DeliveryBatch)
  /// Ends all subscriptions.
  func finish(in batch: inout DeliveryBatch)
  /// Ends one subscription; true if it was the last.
  func detach(_ subscriber: Int) -> Bool
  /// Whether it fetches, or is about to.
  var isFetching: Bool { get }
}

/// A live result and its subscribers: fetched once, then brought up to date by each commit.
///
/// Changes that are published while it fetches wait; those up to the fetch's own commit are then passed over, so that
/// nothing is missed and nothing applied twice. All under one lock, in which no code of the user's runs.
final class LiveResult: AnyLiveResult {
  /// Reads in one read transaction, and tells its newest commit.
  typealias Reader = @Sendable (any LiveModel) throws(WorkspaceError) -> (LiveFetch, commit: Int64)
  /// Runs a fetch on a queue for fetches.
  typealias Scheduler = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// The most bytes of changes that wait for a fetch; beyond that, it is fetched once more.
  private static let maximumWaitingBytes = 16 << 20

  private enum Phase {
    case new
    case fetching(Waiting)
    case live
    case failed
  }

  private struct Waiting {
    var changes: [(commit: Int64?, changes: LiveChanges)] = []
    var byteCount = 0
  }

  private struct State {
    var model: any LiveModel
    var phase = Phase.new
    /// The commit that the model stands at; nil before the first fetch.
    var commit: Int64?
    var subscribers: [Int: Subscriber] = [:]
    /// Whether subscribers have to hear of the next fetch even if it brings what the model has.
    var isUnsent = false
    var isFinished = false
  }

  private struct Subscriber {
    let mailbox: Mailbox
    var hasInitial = false
  }

  private let state: Locked<State>
  private let read: Reader
  private let schedule: Scheduler

  /// Makes a live result that fetches when it gets its first subscriber.
  init(_ model: any LiveModel, schedule: @escaping Scheduler, read: @escaping Reader) {
    state = Locked(State(model: model))
    self.schedule = schedule
    self.read = read
  }

  /// Adds a subscriber, who gets the value at once if there is one.
  func attach(_ subscriber: Int, _ mailbox: Mailbox, in batch: inout DeliveryBatch) {
    let fetches = state.withLock { state in
      if state.isFinished {
        mailbox.finish(in: &batch)
        return false
      }
      state.subscribers[subscriber] = Subscriber(mailbox: mailbox)
      switch state.phase {
      case .new, .failed:
        state.phase = .fetching(Waiting())
        return true
      case .live:
        Self.post(initialTo: &state, in: &batch)
        return false
      case .fetching:
        return false
      }
    }
    if fetches { scheduleFetch() }
  }

  func detach(_ subscriber: Int) -> Bool {
    state.withLock { state in
      state.subscribers[subscriber] = nil
      return state.subscribers.isEmpty
    }
  }

  var isFetching: Bool {
    state.withLock { state in
      if case .fetching = state.phase { true } else { false }
    }
  }

  /// Fetches again if the last fetch has failed.
  func retry() {
    let fetches = state.withLock { state in
      guard case .failed = state.phase else { return false }
      state.phase = .fetching(Waiting())
      return true
    }
    if fetches { scheduleFetch() }
  }

  func finish(in batch: inout DeliveryBatch) {
    state.withLock { state in
      state.isFinished = true
      for subscriber in state.subscribers.values { subscriber.mailbox.finish(in: &batch) }
      state.subscribers = [:]
    }
  }

  func apply(_ changes: LiveChanges, commit: Int64?, in batch: inout DeliveryBatch) {
    let fetches = state.withLock { state in
      switch state.phase {
      case .new: return false
      case .failed:
        state.phase = .fetching(Waiting())
        return true
      case .fetching(var waiting):
        // Out of the state first, so that the array is not copied.
        state.phase = .live
        waiting.byteCount += changes.byteCount
        if waiting.byteCount > Self.maximumWaitingBytes {
          waiting.changes = [(commit, .everything)]
          waiting.byteCount = 0
        } else {
          waiting.changes.append((commit, changes))
        }
        state.phase = .fetching(waiting)
        return false
      case .live:
        return Self.advance(&state, changes, commit: commit, in: &batch)
      }
    }
    if fetches { scheduleFetch() }
  }

  /// Applies changes to a live state; true if it has to be fetched again.
  private static func advance(
    _ state: inout State, _ changes: LiveChanges, commit: Int64?, in batch: inout DeliveryBatch
  ) -> Bool {
    guard let before = state.commit else { return false }
    if let commit, commit <= before { return false }
    let commit = commit ?? before
    switch state.model.apply(changes) {
    case .unchanged: state.commit = commit
    case .changed:
      state.commit = commit
      post(commits: commit...commit, to: &state, in: &batch)
    case .refetch:
      state.isUnsent = true
      state.phase = .fetching(Waiting())
      return true
    }
    return false
  }

  private static func post(
    commits: ClosedRange<Int64>, to state: inout State, in batch: inout DeliveryBatch
  ) {
    let value = state.model.value
    for subscriber in state.subscribers.values where subscriber.hasInitial {
      subscriber.mailbox.post(value, commits: commits, in: &batch)
    }
  }

  /// Sends those the first value who have none.
  private static func post(initialTo state: inout State, in batch: inout DeliveryBatch) {
    guard let commit = state.commit else { return }
    for (number, subscriber) in state.subscribers where !subscriber.hasInitial {
      subscriber.mailbox.post(state.model.initialValue, commits: commit...commit, in: &batch)
      state.subscribers[number]?.hasInitial = true
    }
  }

  private func scheduleFetch() {
    schedule { [self] in fetch() }
  }

  private func fetch() {
    // Nobody is left to fetch for.
    let model: (any LiveModel)? = state.withLock { state in
      if !state.subscribers.isEmpty { return state.model }
      state.phase = .new
      return nil
    }
    guard let model else { return }
    let result: Result<(LiveFetch, commit: Int64), WorkspaceError>
    do throws(WorkspaceError) { result = .success(try read(model)) } catch {
      result = .failure(error)
    }
    var batch = DeliveryBatch()
    let fetchesAgain = state.withLock { state in
      switch result {
      case .success(let (fetched, commit)):
        return Self.load(&state, fetched, commit: commit, in: &batch)
      case .failure(let error):
        let commit = state.commit ?? 0
        let value = state.model.failure(error)
        for subscriber in state.subscribers.values {
          subscriber.mailbox.post(value, commits: commit...commit, in: &batch)
        }
        state.isUnsent = true
        // A commit that came meanwhile is reason enough to try again.
        if case .fetching(let waiting) = state.phase, !waiting.changes.isEmpty {
          state.phase = .fetching(Waiting())
          return true
        }
        state.phase = .failed
        return false
      }
    }
    batch.flush()
    if fetchesAgain { scheduleFetch() }
  }

  /// Takes what was fetched and applies what waits; true if it has to be fetched again.
  private static func load(
    _ state: inout State, _ fetched: LiveFetch, commit: Int64, in batch: inout DeliveryBatch
  ) -> Bool {
    guard case .fetching(let waiting) = state.phase else { return false }
    let start = state.commit.map { min($0 + 1, commit) } ?? commit
    let isChanged = state.model.load(fetched)
    state.commit = commit
    state.phase = .live
    if isChanged || state.isUnsent { post(commits: start...commit, to: &state, in: &batch) }
    state.isUnsent = false
    post(initialTo: &state, in: &batch)
    for next in waiting.changes {
      if case .entries = next.changes, next.commit.map({ $0 > commit }) ?? true {
        // Their values are read where they are applied: for a store in memory on the writer's queue, which may
        // wait for this result.
        state.isUnsent = true
        state.phase = .fetching(Waiting())
        return true
      }
      if advance(&state, next.changes, commit: next.commit, in: &batch) { return true }
    }
    return false
  }
}
