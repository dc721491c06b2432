public import SnapshotDiff

/// What a data source needs of a view that shows a list: a table, a collection, the rows of a terminal.
public protocol ListView: AnyObject {
  /// The cells of the view.
  associatedtype Cell: ListCell

  /// Makes one batch update; rows of inserted sections are asked for, not listed.
  ///
  /// Deletes, move sources and updates are positions before the batch, inserts and move targets positions after it.
  /// Updates of the kind `reconfigure` are left to the data source.
  ///
  /// - Parameters:
  ///   - changes: The changes; they are such as table and collection views accept in one batch.
  ///   - switchModel: To be called once, where the view begins to ask for the new rows: in a table view, first thing
  ///     in the closure of `performBatchUpdates`.
  func performBatch(_ changes: ListChanges, switchModel: () -> Void)

  /// Forgets what is shown and asks for everything again, without animation.
  ///
  /// - Parameter switchModel: To be called once, first.
  func reload(switchModel: () -> Void)

  /// The cell that shows a row now; nil if none does.
  func visibleCell(at position: ListPosition) -> Cell?
}
