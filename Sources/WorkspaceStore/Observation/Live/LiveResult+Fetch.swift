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
    schedule { [self] in fetch() }
  }

  private func fetch() {
    // Nobody is left to fetch for.
    let model: (any LiveModel)? = state.withLock { state in
      if !state.subscribers.isEmpty { return state.model }
      state.phase = .new
      waiting.withLock { $0.close() }
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
        return load(&state, fetched, commit: commit, in: &batch)
      case .failure(let error):
        let commit = state.commit ?? 0
        let value = state.model.failure(error, after: state.last)
        for subscriber in state.subscribers {
          subscriber.mailbox.post(value, commits: commit...commit, in: &batch)
        }
        state.isUnsent = true
        // A commit that came meanwhile is reason enough to try again.
        let isOutdated = state.isOutdated
        state.isOutdated = false
        let isNews = waiting.withLock { waiting in
          let isNews = waiting.count > 0 || isOutdated
          if isNews { waiting.removeAll() } else { waiting.close() }
          return isNews
        }
        if !isNews { state.phase = .failed }
        return isNews
      }
    }
    batch.flush()
    if fetchesAgain { scheduleFetch() }
  }

  /// Takes what was fetched and applies what waits; true if it has to be fetched again.
  private func load(
    _ state: inout State, _ fetched: LiveFetch, commit: Int64, in batch: inout DeliveryBatch
  ) -> Bool {
    guard state.phase == .fetching else { return false }
    guard !state.isOutdated else {
      state.isOutdated = false
      return true
    }
    let start = (state.firstUnsent ?? state.commit.map { $0 + 1 }).map { min($0, commit) } ?? commit
    state.firstUnsent = nil
    state.edition += 1
    let isChanged = state.model.load(fetched)
    state.commit = commit
    state.phase = .live
    if isChanged || state.isUnsent {
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
