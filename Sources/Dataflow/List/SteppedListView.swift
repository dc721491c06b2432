public import SnapshotDiff

/// What a data source needs of a view that takes one edit after another: the rows of a terminal, an `NSTableView`.
public protocol SteppedListView: AnyObject {
  /// The cells of the view.
  associatedtype Cell: ListCell

  /// Makes the edits in order; each is told in positions of its moment.
  ///
  /// The data source has the new list already: cells of inserted and updated rows are configured at their `new`
  /// position.
  func perform(_ steps: [ListStep])
}
