extension LiveResult {
  /// From now on changes wait for a fetch.
  func beginFetch(_ state: inout State) {
    state.phase = .fetching
    waiting.withLock { $0.waitForFetch() }
  }

  func restart() {
    let fetches = state.withLock { state in
      guard state.phase != .new else { return false }
      waiting.withLock { $0.removeAll() }
      state.edition += 1
      (state.commit, state.firstUnsent, state.isUnsent) = (nil, nil, true)
      state.isOutdated = state.phase == .fetching
      defer { beginFetch(&state) }
      return state.phase != .fetching
    }
    if fetches { scheduleFetch() }
  }

  func scheduleFetch() {
    schedule(0) { [self] in fetch() }
  }

  /// Fetches again now if the last fetch has failed.
  func retry() {
    retry { _ in true }
  }

  /// After how many milliseconds a fetch that has failed is tried again; each further time takes twice as long.
  static let firstRetryDelay = 100
  /// How often that is doubled: in the end it is tried about twice a minute.
  static let mostDoublings = 8

  /// Fetches again after a pause, unless something else brings that about sooner, or nobody is left.
  private func scheduleRetry(_ failureCount: Int) {
    let delay = Self.firstRetryDelay << min(failureCount - 1, Self.mostDoublings)
    schedule(delay) { [weak self] in self?.retry { $0.failureCount == failureCount } }
  }

  private func retry(if condition: (State) -> Bool) {
    let fetches = state.withLock { state in
      guard state.phase == .failed, !state.subscribers.isEmpty, condition(state) else {
        return false
      }
      beginFetch(&state)
      return true
    }
    if fetches { scheduleFetch() }
  }

  /// What a fetch has brought, and the model that has it.
  private typealias Loaded = (model: any LiveModel, isChanged: Bool, commit: Int64)

  private func fetch() {
    // Nobody is left to fetch for.
    let model: (any LiveModel)? = state.withLock { state in
      if !state.subscribers.isEmpty { return state.model }
      state.phase = .new
      waiting.withLock { $0.close() }
      return nil
    }
    guard var model else { return }
    let result: Result<Loaded, WorkspaceError>
    do throws(WorkspaceError) {
      let (fetched, commit) = try read(model)
      // Outside the lock, so that nobody who comes or goes waits for it; nothing else changes the model meanwhile.
      let isChanged = model.load(fetched)
      result = .success((model, isChanged, commit))
    } catch {
      result = .failure(error)
    }
    var batch = DeliveryBatch()
    let (fetchesAgain, failureCount): (Bool, Int) = state.withLock { state in
      switch result {
      case .success(let loaded): (take(loaded, into: &state, in: &batch), 0)
      case .failure(let error): fail(error, &state, in: &batch)
      }
    }
    batch.flush()
    if fetchesAgain { scheduleFetch() } else if failureCount > 0 { scheduleRetry(failureCount) }
  }

  /// Tells those of a failure who have not heard of it, and what is to be done: fetch again now, or try again later.
  private func fail(
    _ error: WorkspaceError, _ state: inout State, in batch: inout DeliveryBatch
  ) -> (fetchesAgain: Bool, failureCount: Int) {
    let commit = state.commit ?? 0
    let value = state.model.failure(error, after: state.last)
    let isKnown = state.failure == error
    state.failure = error
    for index in state.subscribers.indices where !(isKnown && state.subscribers[index].hasFailure) {
      state.subscribers[index].hasFailure = true
      state.subscribers[index].mailbox.post(value, commits: commit...commit, in: &batch)
    }
    state.isUnsent = true
    state.failureCount += 1
    // A commit that came meanwhile is reason enough to try again.
    let isOutdated = state.isOutdated
    state.isOutdated = false
    let isNews = waiting.withLock { waiting in
      let isNews = waiting.count > 0 || isOutdated
      if isNews { waiting.removeAll() } else { waiting.close() }
      return isNews
    }
    if !isNews { state.phase = .failed }
    return (isNews, state.failureCount)
  }

  /// Takes what was fetched and applies what waits; true if it has to be fetched again.
  private func take(
    _ loaded: Loaded, into state: inout State, in batch: inout DeliveryBatch
  ) -> Bool {
    guard state.phase == .fetching else { return false }
    guard !state.isOutdated else {
      state.isOutdated = false
      return true
    }
    let commit = loaded.commit
    let start = (state.firstUnsent ?? state.commit.map { $0 + 1 }).map { min($0, commit) } ?? commit
    state.firstUnsent = nil
    state.edition += 1
    state.model = loaded.model
    state.commit = commit
    state.phase = .live
    (state.failure, state.failureCount) = (nil, 0)
    if loaded.isChanged || state.isUnsent {
      Self.post(state.model.value, commits: start...commit, to: &state, in: &batch)
    }
    state.isUnsent = false
    Self.post(initialTo: &state, in: &batch)
    while let next = waiting.withLock({ $0.takeFirst() }) {
      if case .entries = next.changes, next.commits.map({ $0.upperBound > commit }) ?? true {
        // What they bring was visible when it was published; the fetch may have found what was set after that.
        state.isUnsent = true
        beginFetch(&state)
        waiting.withLock { $0.removeAll() }
        return true
      }
      if advance(&state, next.changes, commits: next.commits, in: &batch) { return true }
    }
    return false
  }

  /// Sends those the first value who have none.
  static func post(initialTo state: inout State, in batch: inout DeliveryBatch) {
    guard let commit = state.commit,
      state.subscribers.contains(where: { !$0.hasInitial })
    else { return }
    let value = state.model.initialValue
    if state.model.isValueWhole { state.last = value }
    for index in state.subscribers.indices where !state.subscribers[index].hasInitial {
      state.subscribers[index].hasInitial = true
      state.subscribers[index].mailbox.post(value, commits: commit...commit, in: &batch)
    }
  }
}
