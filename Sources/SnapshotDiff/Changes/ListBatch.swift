/// One batch update for a table or collection view, and the snapshot to show after it.
///
/// Deletes, move sources and updates are positions before the batch, inserts and move targets
/// positions after it; rows of deleted and inserted sections are not listed, as those carry them.
public struct ListBatch<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// What to tell the view.
  public let changes: ListChanges
  /// What the data source has to answer from when the batch begins.
  public let snapshot: ListSnapshot<SectionID, ItemID>

  init(changes: ListChanges, snapshot: ListSnapshot<SectionID, ItemID>) {
    self.changes = changes
    self.snapshot = snapshot
  }
}

extension ListChanges {
  /// These changes as batch updates that table and collection views accept, at most three.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes.
  ///   - new: The snapshot after them.
  /// - Returns: The batches, to be made one after another; none if there are no changes.
  public func batches<SectionID, ItemID>(
    from old: ListSnapshot<SectionID, ItemID>, to new: ListSnapshot<SectionID, ItemID>
  ) -> [ListBatch<SectionID, ItemID>] {
    isEmpty ? [] : [ListBatch(changes: self, snapshot: new)]
  }
}
