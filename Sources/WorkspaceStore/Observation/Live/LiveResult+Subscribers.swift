// Who comes and goes.
extension LiveResult {
  /// Adds a subscriber, who gets the value at once if there is one.
  ///
  /// - Throws: `shutDown` once the subscriptions have ended.
  func attach(
    _ subscriber: Int, _ mailbox: Mailbox, in batch: inout DeliveryBatch
  ) throws(WorkspaceError) {
    let fetches = try state.withLock { state throws(WorkspaceError) in
      if state.isFinished { throw .shutDown }
      state.subscribers.append(Subscriber(number: subscriber, mailbox: mailbox))
      switch state.phase {
      case .new, .failed:
        beginFetch(&state)
        return true
      case .live:
        // Also what waits for another's outlet: who subscribes after a commit has returned sees it.
        if catchUpAndFlush(&state) { return true }
        Self.post(initialTo: &state, in: &batch)
        return false
      case .fetching:
        return false
      }
    }
    if fetches { scheduleFetch() }
  }

  /// Ends one subscription; the last one if no other was or will be attached.
  func detach(_ subscriber: Int, isLast: Bool) {
    state.withLock { state in
      state.subscribers.removeAll { $0.number == subscriber }
      // What waits keeps its outlet, which may keep this.
      if isLast, state.phase == .live { waiting.withLock { $0.close() } }
    }
  }

  func finish(in batch: inout DeliveryBatch) {
    state.withLock { state in
      if state.phase == .live { _ = catchUp(&state, in: &batch) }
      state.isFinished = true
      for subscriber in state.subscribers { subscriber.mailbox.finish(in: &batch) }
      state.subscribers = []
    }
  }
}
