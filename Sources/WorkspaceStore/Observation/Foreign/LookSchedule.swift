/// When to look for commits of others after a signal.
struct LookSchedule: Sendable {
  /// After how many milliseconds of quiet to look again.
  static let quiet = [2, 10, 50, 250, 800]

  /// A look to come.
  struct Look: Sendable, Hashable {
    /// How many milliseconds after the one before, or after the signal.
    let delay: Int
    fileprivate let signal: Int
    fileprivate let step: Int
  }

  private var signals = 0
  private var isStopped = false

  /// Notes a signal, and says when to look after the look at once; nil once stopped.
  mutating func signal() -> Look? {
    guard !isStopped else { return nil }
    signals += 1
    return Look(delay: Self.quiet[0], signal: signals, step: 0)
  }

  /// Takes a look whose time has come: nil if another signal has come since, else the one to follow, if any.
  mutating func take(_ look: Look) -> Look?? {
    guard !isStopped, look.signal == signals else { return nil }
    let step = look.step + 1
    guard step < Self.quiet.count else { return .some(nil) }
    return Look(
      delay: Self.quiet[step] - Self.quiet[step - 1], signal: signals, step: step)
  }

  /// Ends all looks.
  mutating func stop() {
    isStopped = true
  }
}
