public import SnapshotDiff

/// The records of a live query in sections, and what changed since the update before.
public struct SectionedUpdate<R: Record, Scalar: QueryValue>: Sendable {
  /// The sections, and the ids of the records in each, in order.
  public var snapshot: ListSnapshot<QuerySection, RecordID<R>> {
    ListSnapshot(retyping: update.rows.snapshot)
  }
  /// The exact changes since the update before, of sections and records; in the first one, inserts alone.
  ///
  /// A record is updated if its stored bytes differ; one whose value has changed moves to another section.
  public var changes: ListChanges { update.changes }
  /// The commits that the update covers.
  public var commits: ClosedRange<Int64> { update.commits }
  /// Whether this is the first value: whole, once for each subscription.
  public var isInitial: Bool { update.isInitial }
  /// Why the query could not be run; the records are then as of the last time it worked.
  public var error: WorkspaceError? { update.rows.error }
  /// The records that were left out because their bytes are damaged.
  public var damaged: [RecordID<R>] { update.rows.damaged.map(RecordID.init(rowID:)) }
  let update: RowsUpdate

  /// How many records there are in all sections.
  public var count: Int { update.rows.count }

  /// How many sections there are.
  public var numberOfSections: Int { update.rows.snapshot.numberOfSections }

  /// The sections, in order.
  public var sections: [QuerySection] { update.rows.snapshot.sectionIdentifiers }

  /// The value that the records of a section have; nil if it is null or NaN.
  ///
  /// - Precondition: The section is in the list.
  public func value(ofSectionAt section: Int) -> Scalar? {
    update.rows.snapshot.sectionIdentifier(at: section).value()
  }

  /// The record at a position of `snapshot`, decoded now.
  ///
  /// - Throws: `damagedRecord` if the bytes can't be decoded.
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public func record(at position: ListPosition) throws(WorkspaceError) -> R {
    try update.rows.record(at: update.rows.snapshot.indexOfItem(at: position))
  }

  /// The record at a position of `snapshot`, decoded now; nil if its bytes can't be decoded.
  ///
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public subscript(position: ListPosition) -> R? { try? record(at: position) }

  /// The record with an id; nil if it is not in the list, or its bytes can't be decoded.
  ///
  /// - Complexity: O(log *n*), once the snapshot has an index.
  public subscript(id: RecordID<R>) -> R? { snapshot.position(of: id).flatMap { self[$0] } }

  /// The records of a section in order, decoded now, but those whose bytes can't be decoded.
  ///
  /// - Precondition: The section is in the list.
  /// - Complexity: O(records of the section).
  public func records(inSectionAt section: Int) -> [R] {
    (0..<update.rows.snapshot.numberOfItems(inSectionAt: section)).compactMap {
      self[ListPosition(section: section, item: $0)]
    }
  }
}
