/// Changes that wait to be applied to a live result, in commit order: while it is fetched, or while its subscribers
/// have yet to take what came before.
///
/// Only the writer's queue adds; who takes them out holds the result's lock.
struct WaitingChanges: Sendable {
  /// Who applies what waits.
  enum Taker: Sendable {
    /// Nobody, as nothing waits: the writer applies changes itself.
    case nobody
    /// The fetch that runs.
    case fetch
    /// The outlet of all subscribers, as it comes to the next commit.
    case outlet(any Outlet)
  }

  /// What became of changes that were to wait.
  enum Reception {
    /// They wait for a fetch.
    case waitForFetch
    /// They wait for an outlet; whether others should apply what waits, lest it becomes long.
    case waitForOutlet(any Outlet, isLong: Bool)
    /// They do not wait: the writer applies them, after what waits.
    case refused
  }

  /// Each time that so many commits more wait for an outlet, or so many bytes, others should apply them.
  private static let longLag = (commits: 64, bytes: 256 << 10)

  /// The most commits that wait for an outlet.
  static let maximumCount = 1024
  /// The most bytes that wait; beyond that, a result that is being fetched is fetched once more.
  static let maximumBytes = 16 << 20

  private(set) var taker = Taker.nobody
  private var entries = FIFOQueue<(commit: Int64?, changes: LiveChanges)>()
  private var byteCount = 0

  /// How many wait.
  var count: Int { entries.count }

  /// Whether the writer applies changes itself.
  var isIdle: Bool {
    if case .nobody = taker { true } else { false }
  }

  /// Adds changes, if somebody takes them.
  mutating func add(_ changes: LiveChanges, commit: Int64?) -> Reception {
    switch taker {
    case .nobody: return .refused
    case .fetch:
      if byteCount + changes.byteCount > Self.maximumBytes {
        removeAll()
        append(.everything, commit: commit)
      } else {
        append(changes, commit: commit)
      }
      return .waitForFetch
    case .outlet(let outlet):
      let bytes = byteCount + changes.byteCount
      guard count < Self.maximumCount, bytes <= Self.maximumBytes else { return .refused }
      let isLong =
        (count + 1).isMultiple(of: Self.longLag.commits)
        || byteCount / Self.longLag.bytes != bytes / Self.longLag.bytes
      append(changes, commit: commit)
      return .waitForOutlet(outlet, isLong: isLong)
    }
  }

  private mutating func append(_ changes: LiveChanges, commit: Int64?) {
    entries.append((commit, changes))
    byteCount += changes.byteCount
  }

  /// Takes the first changes, if they are not of a later commit; once none waits, nobody takes them.
  mutating func takeFirst(upTo commit: Int64 = .max) -> (commit: Int64?, changes: LiveChanges)? {
    guard let first = entries.first else {
      close()
      return nil
    }
    guard first.commit ?? commit <= commit else { return nil }
    byteCount -= first.changes.byteCount
    return entries.popFirst()
  }

  /// From now on changes wait for a fetch; those that wait already still do.
  mutating func waitForFetch() { taker = .fetch }

  /// From now on changes wait for an outlet.
  mutating func wait(for outlet: any Outlet) { taker = .outlet(outlet) }

  /// Drops what waits.
  mutating func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Drops what waits; the writer applies changes itself from now on.
  mutating func close() {
    removeAll()
    taker = .nobody
  }
}
