/// How long a directory is left unwatched after an event: the longer, the closer together events come.
///
/// For a process that writes without a pause, an event for each write would cost more than the looks it is there for.
struct WatchPause: Sendable {
  /// The shortest pause and the longest, in milliseconds.
  static let bounds = 2...64

  private var length = bounds.lowerBound

  /// The pause after an event that came so many milliseconds after the watch had begun: twice the one before if it
  /// came sooner than that was long, else the shortest.
  mutating func next(afterWatching milliseconds: UInt64) -> Int {
    length =
      milliseconds < UInt64(length)
      ? min(2 * length, Self.bounds.upperBound) : Self.bounds.lowerBound
    return length
  }
}
