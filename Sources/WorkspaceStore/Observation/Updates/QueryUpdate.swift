public import SnapshotDiff

/// A live query's records, and what changed since the update before.
public struct QueryUpdate<R: Record>: Sendable {
  /// The ids of the records in order.
  public var snapshot: ListSnapshot<WholeList, RecordID<R>> {
    ListSnapshot(retypingWhole: update.rows.snapshot)
  }
  /// The exact changes since the update before; in the first one, inserts alone.
  ///
  /// A record is updated if its stored bytes differ.
  public var changes: ListChanges { update.changes }
  /// The commits that the update covers.
  public var commits: ClosedRange<Int64> { update.commits }
  /// Whether this is the first value: whole, once for each subscription.
  public var isInitial: Bool { update.isInitial }
  /// Why the query could not be run; the records are then as of the last time it worked.
  ///
  /// The subscription goes on as soon as the query can be run again, which is tried now and then and with each commit
  /// that can touch it; unless the workspace was shut down or the query does not fit its type.
  public var error: WorkspaceError? { rows.error }
  /// The records that were left out because their bytes are damaged.
  public var damaged: [RecordID<R>] { rows.damaged.map(RecordID.init(rowID:)) }
  /// The rows.
  package var rows: LiveRows { update.rows }
  let update: RowsUpdate

  /// How many records there are.
  public var count: Int { rows.count }

  /// The record at a position of `snapshot`, decoded now.
  ///
  /// - Throws: `damagedRecord` if the bytes can't be decoded.
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public func record(at position: Int) throws(WorkspaceError) -> R {
    try rows.record(at: position)
  }

  /// The record at a position of `snapshot`, decoded now; nil if its bytes can't be decoded.
  ///
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public subscript(position: ListPosition) -> R? { try? record(at: position.item) }

  /// The record with an id; nil if it is not in the list, or its bytes can't be decoded.
  ///
  /// - Complexity: O(log *n*), once the snapshot has an index.
  public subscript(id: RecordID<R>) -> R? { snapshot.position(of: id).flatMap { self[$0] } }

  /// All records in order, decoded now, but those whose bytes can't be decoded.
  ///
  /// Damaged rows are left out of the list itself and stand in ``damaged``; ``record(at:)`` throws what is wrong.
  ///
  /// - Complexity: O(*n*) records decoded, so ask for those that are shown where the list is long.
  public var records: [R] { (0..<count).compactMap { self[ListPosition(item: $0)] } }
}
