internal import Dispatch

/// A signal at regular times, where the system gives none of its own.
final class PollingSignal: CommitSignal {
  private let timer: SharedSource<any DispatchSourceTimer>

  /// Signals every so many milliseconds.
  init(milliseconds: Int, signal: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "workspace-store.polling"))
    timer.schedule(
      deadline: .now() + .milliseconds(milliseconds), repeating: .milliseconds(milliseconds),
      leeway: .milliseconds(milliseconds / 10))
    timer.setEventHandler(handler: signal)
    timer.activate()
    self.timer = SharedSource(source: timer)
  }

  func stop() {
    timer.source.cancel()
  }
}
