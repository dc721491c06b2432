/// A cell, or row, of a list view, which shows one item after another as it is reused.
public protocol ListCell: AnyObject {
  /// Everything that a cell shows of an item, as one value.
  associatedtype Content

  /// Shows an item, whole: everything that the cell can show is set, whatever it showed before.
  ///
  /// - Returns: Work that goes on for this item, such as an image being loaded; it is cancelled when the cell is
  ///   used for another item, or for another state of this one.
  func show(_ content: Content) -> CancelToken?
}
