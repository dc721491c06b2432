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

  /// Makes the update of a live query that finds one record at most.
  init(_ update: RowsUpdate) {
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
    self.object = object
    self.error = error
    commits = update.commits
    isInitial = update.isInitial
  }
}
