/// A value that waits for its subscriber, and the commits that it stands for.
package struct PendingUpdate: Sendable {
  /// The value as of the last of the commits.
  package var value: any LiveValue
  /// The first commit that the subscriber has not seen, and the last.
  package var commits: ClosedRange<Int64>

  /// Makes a waiting value.
  package init(value: any LiveValue, commits: ClosedRange<Int64>) {
    self.value = value
    self.commits = commits
  }
}

/// The values that wait for one subscriber, in commit order, as many as its policy allows.
package struct PendingUpdates: Sendable {
  /// The policy, which bounds how many wait.
  package let policy: DeliveryPolicy
  private var items = FIFOQueue<PendingUpdate>()
  /// What comes before those and is never merged: a first value that stands alone, and errors before it.
  private var heads = FIFOQueue<PendingUpdate>()
  private var byteCount = 0

  /// Starts with none.
  package init(policy: DeliveryPolicy) {
    self.policy = policy
  }

  /// How many wait.
  package var count: Int { heads.count + items.count }

  /// Whether none waits.
  package var isEmpty: Bool { count == 0 }

  /// The last commit of the value that comes first.
  package var firstCommit: Int64? {
    first?.commits.upperBound
  }

  /// The first commit of the value that comes first.
  package var firstUnseenCommit: Int64? {
    first?.commits.lowerBound
  }

  private var first: PendingUpdate? { heads.first ?? items.first }

  /// The most bytes that wait, beyond those of the newest value.
  static let maximumBytes = 16 << 20

  /// Adds a value; where that are too many, or too many bytes, the oldest become one.
  package mutating func add(_ update: PendingUpdate) {
    guard !update.value.standsAlone else { return addHead(update) }
    items.append(update)
    byteCount += update.value.byteCount
    if items.count > policy.capacity { mergeOldest() }
    while byteCount > Self.maximumBytes, items.count > 1 { mergeOldest() }
  }

  private mutating func mergeOldest() {
    guard let oldest = items.popFirst() else { return }
    byteCount -= oldest.value.byteCount
    merge(oldest)
  }

  /// Makes one of the first value and an older one, which did not wait here.
  private mutating func merge(_ older: PendingUpdate) {
    guard let next = items.first else { return }
    let merged = next.value.merged(over: older.value)
    byteCount += merged.byteCount - next.value.byteCount
    let lower = min(older.commits.lowerBound, next.commits.lowerBound)
    items.replaceFirst(
      with: PendingUpdate(
        value: merged,
        commits: lower...max(older.commits.upperBound, next.commits.upperBound)))
  }

  /// Passes over a value that did not wait here, where newer ones do and take its place; false if it has to be told.
  package mutating func passOver(_ older: PendingUpdate) -> Bool {
    guard policy == .newest, items.count > 0 else { return false }
    merge(older)
    return true
  }

  private mutating func addHead(_ update: PendingUpdate) {
    while let error = items.popFirst() {
      if policy == .everyCommit { heads.append(error) }
    }
    byteCount = 0
    heads.append(update)
  }

  /// Takes the first value, if its last commit is not beyond `commit`.
  package mutating func takeFirst(upTo commit: Int64 = .max) -> PendingUpdate? {
    guard let first, first.commits.upperBound <= commit else { return nil }
    if let head = heads.popFirst() { return head }
    byteCount -= first.value.byteCount
    return items.popFirst()
  }
}
