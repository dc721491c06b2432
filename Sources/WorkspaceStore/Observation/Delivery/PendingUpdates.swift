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

  /// Starts with none.
  package init(policy: DeliveryPolicy) {
    self.policy = policy
  }

  /// How many wait.
  package var count: Int { items.count }

  /// Whether none waits.
  package var isEmpty: Bool { count == 0 }

  /// The last commit of the value that comes first.
  package var firstCommit: Int64? {
    items.first?.commits.upperBound
  }

  /// The first commit of the value that comes first.
  package var firstUnseenCommit: Int64? {
    items.first?.commits.lowerBound
  }

  /// Adds a value; where that are too many, the two oldest become one.
  package mutating func add(_ update: PendingUpdate) {
    items.append(update)
    guard count > policy.capacity, let oldest = items.popFirst(), let next = items.first else {
      return
    }
    let lower = min(oldest.commits.lowerBound, next.commits.lowerBound)
    items.replaceFirst(
      with: PendingUpdate(
        value: next.value.merged(over: oldest.value),
        commits: lower...max(oldest.commits.upperBound, next.commits.upperBound)))
  }

  /// Takes the first value, if its last commit is not beyond `commit`.
  package mutating func takeFirst(upTo commit: Int64 = .max) -> PendingUpdate? {
    guard let first = items.first, first.commits.upperBound <= commit else { return nil }
    return items.popFirst()
  }
}
