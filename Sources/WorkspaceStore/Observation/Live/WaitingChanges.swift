/// Changes that wait to be applied to a live result, in commit order: while it is fetched, or while its subscribers
/// have yet to take what came before.
///
/// Only the writer's queue adds, and all that it does is that; who takes them out holds the result's lock.
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
    /// They wait.
    case waiting
    /// They wait and are the first: an outlet has to be told.
    case first(any Outlet)
    /// They do not wait: the writer applies them, after what waits.
    case refused
  }

  /// What waits, and the commits that it stands for; none for what was set in the dictionary and not yet committed.
  typealias Entry = (commits: ClosedRange<Int64>?, changes: LiveChanges)

  /// Changes by several commits that have become one.
  private struct Merged: Sendable {
    var commits: ClosedRange<Int64>
    var rows = CoalescedRows()

    mutating func add(_ more: [RowChange], commits: ClosedRange<Int64>) {
      self.commits = min(self.commits.lowerBound, commits.lowerBound)...commits.upperBound
      for row in more { rows.note(row) }
    }
  }

  /// The most entries that wait for an outlet; beyond that the two oldest become one.
  static let maximumCount = 1024
  /// The most bytes that wait; beyond that, a result that is being fetched is fetched once more.
  static let maximumBytes = 16 << 20

  private(set) var taker = Taker.nobody
  /// Whether subscribers get each entry by itself.
  private var keepsEach = false
  /// What has become one, and comes first.
  private var merged: Merged?
  /// With the bytes of each, which are counted once.
  private var entries = FIFOQueue<(content: Entry, byteCount: Int)>()
  private var byteCount = 0
  private var newest: Int64?

  /// How many wait.
  var count: Int { entries.count + (merged == nil ? 0 : 1) }

  /// Whether the writer applies changes itself.
  var isIdle: Bool {
    if case .nobody = taker { true } else { false }
  }

  /// The commits of what waits first.
  var firstCommits: ClosedRange<Int64>? { merged?.commits ?? entries.first?.content.commits }

  /// The last commit of the next update that what waits makes.
  var nextStop: Int64? {
    keepsEach ? firstCommits?.upperBound : newest
  }

  /// Adds changes, if somebody takes them.
  mutating func add(_ changes: LiveChanges, commit: Int64?) -> Reception {
    switch taker {
    case .nobody: return .refused
    case .fetch:
      let bytes = changes.byteCount
      if byteCount + bytes > Self.maximumBytes {
        removeAll()
        append(.everything, commit: commit, byteCount: 0)
      } else {
        append(changes, commit: commit, byteCount: bytes)
      }
      return .waiting
    case .outlet(let outlet):
      let bytes = changes.byteCount
      while count >= Self.maximumCount || byteCount + bytes > Self.maximumBytes {
        guard mergeOldest() else { return .refused }
      }
      defer { append(changes, commit: commit, byteCount: bytes) }
      return count == 0 ? .first(outlet) : .waiting
    }
  }

  private mutating func append(_ changes: LiveChanges, commit: Int64?, byteCount bytes: Int) {
    entries.append((content: (commit.map { $0...$0 }, changes), byteCount: bytes))
    byteCount += bytes
    newest = commit ?? newest
  }

  /// Puts the oldest entry to what has become one; false if that can't be.
  private mutating func mergeOldest() -> Bool {
    guard entries.count > (merged == nil ? 1 : 0),
      let oldest = entries.first, case (let commits?, .rows(let rows)) = oldest.content
    else { return false }
    let before = merged?.rows.byteCount ?? 0
    if merged == nil { merged = Merged(commits: commits) }
    merged?.add(rows, commits: commits)
    byteCount += (merged?.rows.byteCount ?? 0) - before - oldest.byteCount
    _ = entries.popFirst()
    return true
  }

  /// Takes the first changes, if they are not of a later commit; once none waits, nobody takes them.
  mutating func takeFirst(upTo commit: Int64 = .max) -> Entry? {
    if let first = merged {
      guard first.commits.upperBound <= commit else { return nil }
      merged = nil
      byteCount -= first.rows.byteCount
      return (first.commits, .rows(first.rows.sorted))
    }
    guard let first = entries.first else {
      close()
      return nil
    }
    guard first.content.commits?.upperBound ?? commit <= commit else { return nil }
    byteCount -= first.byteCount
    return entries.popFirst()?.content
  }

  /// From now on changes wait for a fetch; those that wait already still do.
  mutating func waitForFetch() { taker = .fetch }

  /// From now on changes wait for an outlet, whose subscribers get each commit by itself or just the newest.
  mutating func wait(for outlet: any Outlet, keepsEach: Bool) {
    taker = .outlet(outlet)
    self.keepsEach = keepsEach
  }

  /// Drops what waits.
  mutating func removeAll() {
    merged = nil
    entries.removeAll()
    byteCount = 0
    newest = nil
  }

  /// Drops what waits; the writer applies changes itself from now on.
  mutating func close() {
    removeAll()
    taker = .nobody
  }
}
