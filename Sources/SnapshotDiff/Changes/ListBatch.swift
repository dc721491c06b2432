/// One batch update for a table or collection view, and the snapshot to show after it.
///
/// `changes` is what the view is told, by the rules of UITableView and UICollectionView:
///
/// - Deletes, the `old` of moves and updates are positions before the batch; inserts and the `new` of
///   moves are positions after it. Reloads are made by the `old` position.
/// - Rows of a section that is deleted, inserted or reloaded are not listed: the section carries them.
/// - No row is both moved and updated, and none moves to the position that it had. (A row that
///   would, because others pass it, is deleted and inserted instead.)
/// - No row moves into a section that is inserted or out of one that is deleted, and nothing happens
///   inside a section that moves.
public struct ListBatch<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// What to tell the view.
  public let changes: ListChanges
  /// What the data source has to answer from when the batch begins.
  public let snapshot: ListSnapshot<SectionID, ItemID>
}

extension ListSnapshot {
  /// The way from `old` to this snapshot as batch updates that table and collection views accept.
  ///
  /// - Returns: The batches, to be made one after another: none if there are no changes, one if
  ///   nothing conflicts, never more than three.
  public func batches(from old: ListSnapshot) -> [ListBatch<SectionID, ItemID>] {
    changes(from: old).batches(from: old, to: self)
  }
}
