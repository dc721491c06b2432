internal import Dispatch

/// Looks for commits of other workspaces and processes when the file system says that there may be one.
///
/// A signal comes before the commit is visible, so one look is not enough: it looks at once and again after each
/// delay of `LookSchedule`, counted from the last signal, then rests. Without signals it looks every 500 ms.
final class CommitWatcher: Sendable {
  /// How often it looks when the system gives no signals, in milliseconds.
  static let pollingInterval = 500

  private let look: @Sendable () -> Void
  private let queue = DispatchQueue(label: "workspace-store.looks")
  private let schedule = Locked(LookSchedule())
  private let source = Locked<(any CommitSignal)?>(nil)

  /// Watches the store at a path; `look` is called on a queue of the watcher's.
  init(path: String, look: @escaping @Sendable () -> Void) {
    self.look = look
    let signal: @Sendable () -> Void = { [weak self] in self?.signal() }
    let signals = makeCommitSignal(path: path, signal: signal)
    let source = signals ?? PollingSignal(milliseconds: Self.pollingInterval) { look() }
    self.source.withLock { $0 = source }
    // What was committed before the watch began gives no signal.
    self.signal()
  }

  deinit {
    stop()
  }

  /// Lets go of what it has from the system; no look begins any more.
  func stop() {
    schedule.withLock { $0.stop() }
    let source = source.withLock { source in
      defer { source = nil }
      return source
    }
    source?.stop()
  }

  private func signal() {
    guard let next = schedule.withLock({ $0.signal() }) else { return }
    queue.async { [look] in look() }
    wait(for: next)
  }

  private func wait(for next: LookSchedule.Look) {
    queue.asyncAfter(deadline: .now() + .milliseconds(next.delay)) { [weak self] in
      guard let self, let following = schedule.withLock({ $0.take(next) }) else { return }
      look()
      if let following = following { wait(for: following) }
    }
  }
}

/// Something that tells when a store's file has changed.
protocol CommitSignal: Sendable {
  /// Ends it, and lets go of what it has from the system.
  func stop()
}

/// What the platform has to tell that a store's file has changed; nil if it can't.
private func makeCommitSignal(
  path: String, signal: @escaping @Sendable () -> Void
) -> (any CommitSignal)? {
  #if canImport(Darwin)
    return LogFileSignal(path: path, signal: signal)
  #elseif os(Linux)
    return DirectorySignal(path: path, signal: signal)
  #else
    return nil
  #endif
}
