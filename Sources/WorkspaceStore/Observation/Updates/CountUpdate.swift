/// How many records a query has, as of a commit.
public struct CountUpdate: Sendable, Hashable {
  /// How many, within the query's limit and offset.
  public let count: Int
  /// How many records were left out because their bytes are damaged, as far as the query comes upon them.
  public let damagedCount: Int
  /// The commits that the update covers.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first value: once for each subscription.
  public let isInitial: Bool
  /// Why the records could not be counted; `count` is then as of the last time it worked.
  public let error: WorkspaceError?
}

/// Makes updates of a live count.
struct CountReceiver: UpdateReceiver {
  private var last: LiveTotal?

  mutating func receive(_ pending: PendingUpdate) -> CountUpdate? {
    guard let value = pending.value as? LiveTotal else { return nil }
    if let last, value.isSame(as: last) { return nil }
    let isInitial = last == nil && value.error == nil
    if last != nil || value.error == nil { last = value }
    return CountUpdate(
      count: value.count, damagedCount: value.damagedCount, commits: pending.commits,
      isInitial: isInitial, error: value.error)
  }
}
