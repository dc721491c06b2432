package import SnapshotDiff

/// A live query's rows, and what changed since the update before; without a record's type, as the tools use it.
package struct RowsUpdate: Sendable {
  /// The rows.
  package let rows: LiveRows
  /// The exact changes since the update before; in the first one, inserts alone.
  package let changes: ListChanges
  /// The commits that the update covers.
  package let commits: ClosedRange<Int64>
  /// Whether this is the first value: once for each subscription.
  package let isInitial: Bool
}

/// Makes updates of a live query's rows.
struct RowsReceiver: UpdateReceiver {
  private var last: LiveRows?
  private var replaced: LiveRows?

  mutating func takeReplaced() -> (any LiveValue)? {
    defer { replaced = nil }
    return replaced
  }

  mutating func receive(_ pending: PendingUpdate) -> RowsUpdate? {
    guard var rows = pending.value as? LiveRows else { return nil }
    // Who has got no rows yet gets none with an error; they come with the first value.
    if last == nil, let error = rows.error { rows = rows.none.failing(error) }
    let isInitial = last == nil && rows.error == nil
    let before = last ?? rows.none
    let changes = rows.changes(from: before)
    guard
      isInitial || !changes.isEmpty || !rows.tellsSame(as: before)
    else { return nil }
    if last != nil || rows.error == nil {
      replaced = last
      last = rows
    }
    return RowsUpdate(
      rows: rows, changes: changes, commits: pending.commits, isInitial: isInitial)
  }
}
