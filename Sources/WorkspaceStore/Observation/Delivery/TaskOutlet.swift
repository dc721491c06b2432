/// The way to a task that waits for the next element of a sequence.
final class TaskOutlet: Outlet {
  private enum State {
    case idle
    case signalled
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Locked(State.idle)
  private let lagging = Locked<(any Lagging)?>(nil)

  var isIdle: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Applies what makes the next update, of what waits for the task; false if nothing does.
  func catchUp() -> Bool {
    let lagging = lagging.withLock { lagging in
      defer { lagging = nil }
      return lagging
    }
    guard let lagging else { return false }
    // Who has nothing left tells of what comes later.
    if lagging.catchUp(upTo: lagging.nextStop ?? .min) != nil {
      self.lagging.withLock { $0 = lagging }
    }
    return true
  }

  func enqueue(_ delivery: Delivery, commit: Int64) {
    // There is one subscriber, so one result; and what it gets waits in its mailbox.
    if let first = delivery.lagging.first { lagging.withLock { $0 = first } }
    signal()
  }

  /// Wakes the task that waits, or the next one.
  func signal() {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      if case .waiting(let continuation) = state {
        state = .idle
        return continuation
      }
      state = .signalled
      return nil
    }
    continuation?.resume()
  }

  /// Waits for a signal; returns at once if there was one since the last call, or if a task waits already.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let resumes: CheckedContinuation<Void, Never>? = state.withLock { state in
        switch state {
        case .signalled:
          state = .idle
          return continuation
        case .idle:
          state = .waiting(continuation)
          return nil
        case .waiting(let other):
          state = .waiting(continuation)
          return other
        }
      }
      resumes?.resume()
    }
  }
}
