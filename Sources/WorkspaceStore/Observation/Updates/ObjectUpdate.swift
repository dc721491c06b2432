import SnapshotDiff

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
  private var receiver = RowsReceiver<WholeList, RecordID<R>>()

  mutating func receive(_ pending: PendingUpdate<LiveRows<WholeList, RecordID<R>>>) -> ObjectUpdate<
    R
  >? {
    guard let update = receiver.receive(pending) else { return nil }
    let rows = update.rows
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
      object: object, commits: update.commits, isInitial: update.isInitial, error: error)
  }
}
