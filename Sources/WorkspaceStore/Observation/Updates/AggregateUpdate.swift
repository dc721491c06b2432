/// What a query's values come to, as of a commit.
public struct AggregateUpdate<Output: Sendable>: Sendable {
  /// The sum, mean, least or greatest value; nil if there is none, or it can't be told.
  public let value: Output?
  /// How many records were left out because their bytes are damaged, as far as the query comes upon them.
  public let damagedCount: Int
  /// The commits that the update covers.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first value: once for each subscription.
  public let isInitial: Bool
  /// Why the values could not be read, or what they come to has no room in its type.
  public let error: WorkspaceError?
}

extension AggregateUpdate: Equatable where Output: Equatable {}

/// Makes updates of a live aggregate.
struct AggregateReceiver<R: Record, Output: Sendable>: UpdateReceiver {
  private let aggregate: QueryAggregate<R, Output>
  private var last: LiveValues?

  init(_ aggregate: QueryAggregate<R, Output>) {
    self.aggregate = aggregate
  }

  mutating func receive(_ pending: PendingUpdate) -> AggregateUpdate<Output>? {
    let total = (pending.value as? LiveTotal).map { LiveValues($0) }
    guard let values = total ?? pending.value as? LiveValues else { return nil }
    if let last, isSame(values, last) { return nil }
    let isInitial = last == nil && values.error == nil
    if last != nil || values.error == nil { last = values }
    var (value, error): (Output?, WorkspaceError?) = (nil, values.error)
    do throws(WorkspaceError) {
      value = try aggregate.output(values.span)
    } catch let tooBig {
      error = error ?? tooBig
    }
    return AggregateUpdate(
      value: value, damagedCount: values.damagedCount, commits: pending.commits,
      isInitial: isInitial, error: error)
  }
  /// Whether values come to the same, whatever else has changed in them.
  private func isSame(_ new: LiveValues, _ old: LiveValues) -> Bool {
    guard new.damagedCount == old.damagedCount, new.error == old.error else { return false }
    let (new, old) = (new.span, old.span)
    return switch aggregate.kind {
    case .sum:
      new.total.integers == old.total.integers
        && new.total.reals.bitPattern == old.total.reals.bitPattern
    case .average: new.total.average?.bitPattern == old.total.average?.bitPattern
    case .minimum: new.minimum == old.minimum
    case .maximum: new.maximum == old.maximum
    }
  }
}
