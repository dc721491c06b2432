package import SnapshotDiff

/// The rows of a live query at one commit, and the list of the visible ones.
package struct LiveRows<SectionID: Hashable & Sendable, ID: IntegerListID>: LiveValue {
  /// The ids of the visible rows, in order and in sections, with a version each.
  package var snapshot: ListSnapshot<SectionID, ID>
  /// The rows that are kept: the visible ones, those in front of them and some spare ones behind.
  package var rows: RowTree
  /// The position in `rows` of the first visible one.
  package var offset: Int
  /// The row ids of those that were left out because their bytes are damaged, in order.
  package var damaged: [Int64]
  /// Why the rows could not be fetched again; the rest is as of the last time it worked.
  package var error: WorkspaceError?

  /// Makes a value without rows.
  package init(error: WorkspaceError? = nil) {
    snapshot = ListSnapshot()
    if let whole = WholeList() as? SectionID { snapshot.appendSection(whole, unique: []) }
    rows = RowTree()
    offset = 0
    damaged = []
    self.error = error
  }

  init(
    snapshot: ListSnapshot<SectionID, ID>, rows: RowTree, offset: Int, damaged: [Int64]
  ) {
    self.snapshot = snapshot
    self.rows = rows
    self.offset = offset
    self.damaged = damaged
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

  /// The exact changes since an older value; updates only of rows whose bytes differ.
  package func changes(from old: LiveRows) -> ListChanges {
    var changes = snapshot.changes(from: old.snapshot)
    changes.itemUpdates.removeAll { update in
      rows.payload(
        at: offset + snapshot.indexOfItem(at: update.new), equals: old.rows,
        at: old.offset + old.snapshot.indexOfItem(at: update.old))
    }
    return changes
  }
}
