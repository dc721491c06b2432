package import SnapshotDiff

/// The rows of a live query at one commit, and the list of the visible ones.
package final class LiveRows: LiveValue {
  /// The row ids of the visible rows, in order and in sections, with a version each.
  package let snapshot: ListSnapshot<QuerySection, Int64>
  /// The rows that are kept: the visible ones, those in front of them and some spare ones behind.
  package let rows: RowTree
  /// The position in `rows` of the first visible one.
  package let offset: Int
  /// The row ids of those that were left out because their bytes are damaged, in order.
  package let damaged: [Int64]
  /// Whether sections come and go with their rows; if not, all rows are in one section.
  let isSectioned: Bool
  /// Why the rows could not be fetched again; the rest is as of the last time it worked.
  package var error: WorkspaceError? { failure?.error }
  private let failure: Failure?
  /// Counts what subscribers see, from one change to the next.
  let number: Int
  /// The exact changes since the rows of the number before; nil if they were not noted.
  private let step: ListChanges?
  /// Roughly how many bytes were made for it that the rows of the number before do not share.
  package let byteCount: Int

  init(
    snapshot: ListSnapshot<QuerySection, Int64>, rows: RowTree, offset: Int, damaged: [Int64],
    isSectioned: Bool, number: Int = -1, step: ListChanges? = nil, byteCount: Int = 0,
    error: WorkspaceError? = nil
  ) {
    self.number = number
    self.step = step
    self.byteCount = byteCount + 8 * damaged.count
    self.snapshot = snapshot
    self.rows = rows
    self.offset = offset
    self.damaged = damaged
    self.isSectioned = isSectioned
    failure = error.map(Failure.init)
  }

  /// An error, apart from the rows, as it is large and hardly ever there.
  private final class Failure: Sendable {
    let error: WorkspaceError

    init(_ error: WorkspaceError) {
      self.error = error
    }
  }

  /// No rows, as they could not be fetched.
  convenience init(failing error: WorkspaceError, isSectioned: Bool) {
    self.init(
      snapshot: isSectioned ? ListSnapshot() : LiveList(sections: nil).snapshot, rows: RowTree(),
      offset: 0, damaged: [], isSectioned: isSectioned, error: error)
  }

  /// The same rows, which could not be fetched again.
  func failing(_ error: WorkspaceError) -> LiveRows {
    LiveRows(
      snapshot: snapshot, rows: rows, offset: offset, damaged: damaged, isSectioned: isSectioned,
      number: number, error: error)
  }

  /// No rows, in the same way in sections.
  var none: LiveRows {
    var empty = ListSnapshot<QuerySection, Int64>()
    // A list without sections has its one section also without rows.
    if snapshot.numberOfSections == 1, !isSectioned {
      empty.appendSection(snapshot.sectionIdentifier(at: 0), unique: [])
    }
    return LiveRows(
      snapshot: empty, rows: RowTree(), offset: 0, damaged: [], isSectioned: isSectioned)
  }

  /// How many rows are visible.
  package var count: Int { snapshot.numberOfItems }

  /// The record of a visible row, by its place among all of them, decoded now.
  ///
  /// - Throws: `damagedRecord`.
  func record<R: Record>(at place: Int) throws(WorkspaceError) -> R {
    let rowID = rows.rowID(at: offset + place)
    return try unsafe rows.withPayload(at: offset + place) { (bytes) throws(WorkspaceError) in
      try unsafe R.decode(bytes, rowID: rowID)
    }
  }

  /// Whether it tells of the same error, and of the same damaged rows.
  func tellsSame(as other: LiveRows) -> Bool {
    damaged == other.damaged && (failure === other.failure || error == other.error)
  }

  /// The exact changes since an older value; updates only of rows whose bytes differ.
  package func changes(from old: LiveRows) -> ListChanges {
    if let step, old.number == number - 1 { return step }
    return comparedChanges(from: old)
  }

  /// The exact changes since an older value, found by comparing the two.
  func comparedChanges(from old: LiveRows) -> ListChanges {
    var changes = snapshot.changes(from: old.snapshot)
    changes.itemUpdates.removeAll { update in
      rows.payload(
        at: offset + snapshot.indexOfItem(at: update.new), equals: old.rows,
        at: old.offset + old.snapshot.indexOfItem(at: update.old))
    }
    return changes
  }
}
