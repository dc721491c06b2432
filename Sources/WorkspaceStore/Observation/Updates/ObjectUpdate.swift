/// One record, found by its key, as of a commit.
public struct ObjectUpdate<R: Record>: Sendable {
  /// The record; nil while there is none with the key, or its bytes are damaged.
  public let object: R?
  /// The commits that the update covers.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first value: once for each subscription.
  public let isInitial: Bool
  /// Why the record could not be read; the subscription goes on.
  public let error: WorkspaceError?
}

/// Makes updates of a live query that finds one record at most.
struct ObjectReceiver<R: Record>: UpdateReceiver {
  private var last: LiveRows<RecordID<R>>?

  mutating func receive(_ pending: PendingUpdate<LiveRows<RecordID<R>>>) -> ObjectUpdate<R>? {
    let rows = pending.value
    let isInitial = last == nil && rows.error == nil
    let before = last ?? LiveRows()
    guard
      isInitial || rows.error != before.error || rows.damaged != before.damaged
        || !rows.changes(from: before).isEmpty
    else { return nil }
    if last != nil || rows.error == nil { last = rows }
    var (object, error): (R?, WorkspaceError?) = (nil, rows.error)
    do throws(WorkspaceError) {
      if rows.count > 0 {
        object = try rows.record(at: 0)
      } else if let rowID = rows.damaged.first, error == nil {
        error = WorkspaceError(
          .damagedRecord, "The record's bytes are damaged.", typeName: R.recordType.name,
          rowID: rowID)
      }
    } catch let decodingError {
      error = decodingError
    }
    return ObjectUpdate(
      object: object, commits: pending.commits, isInitial: isInitial, error: error)
  }
}
