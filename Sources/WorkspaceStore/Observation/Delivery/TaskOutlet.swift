/// The way to a task that waits for the next element of a sequence.
final class TaskOutlet: Outlet {
  private enum State {
    case idle
    case signalled
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Locked(State.idle)
  private let lag = Locked<Lag?>(nil)

  var isIdle: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Applies what waits for the task.
  func catchUp() {
    let lag = lag.withLock { lag in
      defer { lag = nil }
      return lag
    }
    if let lag { lag.lagging.catchUp(upTo: lag.commits.upperBound) }
  }

  func enqueue(_ mailboxes: [any Deliverable], lagging: [any Lagging], commit: Int64) {
    // There is one subscriber, so one result.
    if let first = lagging.first { lag.withLock { $0 = (first, commit...commit) } }
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
