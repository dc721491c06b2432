public import SnapshotDiff

/// Feeds a list view from snapshots: what it shows is keyed by the items' stable ids, never by position.
///
/// A renderer hands every new snapshot to `apply(_:to:)`, which brings the view up to it by the exact difference to
/// what this view shows, and answers the view's questions in between from the snapshot that belongs there. Several
/// views of one list have a data source each, and may lag behind in their own time.
///
/// Cells are configured whole each time they are used, and what was going on for their former item is cancelled.
///
/// Not for use from several threads: it belongs to its view.
public final class ListDataSource<
  SectionID: Hashable & Sendable, ItemID: Hashable & Sendable, Cell: ListCell
> {
  /// What the view shows, or is being told to show.
  public private(set) var snapshot = ListSnapshot<SectionID, ItemID>()
  private let content: (ItemID) -> Cell.Content
  private var work: [ObjectIdentifier: CancelToken] = [:]

  /// Makes a data source with an empty list.
  ///
  /// - Parameter content: What a cell shows of an item: usually looked up in the surface as last rendered.
  public init(content: @escaping (ItemID) -> Cell.Content) {
    self.content = content
  }

  /// The number of sections.
  public var numberOfSections: Int {
    snapshot.numberOfSections
  }

  /// The number of items in section number `index`, from zero.
  public func numberOfItems(inSection index: Int) -> Int {
    snapshot.numberOfItems(inSectionAt: index)
  }

  /// The id of the item at a position, for intents: a position may mean another item a moment later.
  ///
  /// - Complexity: O(log *n*).
  public func item(at position: ListPosition) -> ItemID {
    snapshot.itemIdentifier(at: position)
  }

  /// The id of section number `index`, from zero.
  public func section(at index: Int) -> SectionID {
    snapshot.sectionIdentifier(at: index)
  }

  /// Makes a new or reused cell show the item at a position.
  public func configure(_ cell: Cell, at position: ListPosition) {
    recycle(cell)
    if let token = cell.show(content(item(at: position))) {
      work[ObjectIdentifier(cell)] = token
    }
  }

  /// Cancels what goes on for a cell that has left the view.
  public func recycle(_ cell: Cell) {
    work.removeValue(forKey: ObjectIdentifier(cell))?.cancel()
  }

  /// Brings the view up to a snapshot.
  ///
  /// Rows that did not change are not touched, and not asked for.
  ///
  /// - Parameters:
  ///   - new: What is to be shown.
  ///   - view: The view that this data source feeds.
  /// - Returns: The changes that were made.
  @discardableResult
  public func apply<View: ListView>(_ new: ListSnapshot<SectionID, ItemID>, to view: View)
    -> ListChanges where View.Cell == Cell
  {
    let changes = new.changes(from: snapshot)
    for batch in changes.batches(from: snapshot, to: new) {
      view.performBatch(batch.changes) { snapshot = batch.snapshot }
      for update in batch.changes.itemUpdates where update.kind == .reconfigure {
        if let cell = view.visibleCell(at: update.new) {
          configure(cell, at: update.new)
        }
      }
    }
    return changes
  }

  /// Brings a view that takes one edit after another up to a snapshot.
  ///
  /// - Parameters:
  ///   - new: What is to be shown.
  ///   - view: The view that this data source feeds.
  /// - Returns: The changes that were made.
  @discardableResult
  public func apply<View: SteppedListView>(
    _ new: ListSnapshot<SectionID, ItemID>, to view: View
  ) -> ListChanges where View.Cell == Cell {
    let changes = new.changes(from: snapshot)
    snapshot = new
    if !changes.isEmpty {
      view.perform(changes.steps)
    }
    return changes
  }

  /// Replaces the list without a difference: for the first one, or when the view was off the screen.
  public func reload<View: ListView>(_ new: ListSnapshot<SectionID, ItemID>, in view: View)
  where View.Cell == Cell {
    view.reload { snapshot = new }
  }

  /// Replaces the list and tells no view; it has to ask for everything again.
  public func replace(with new: ListSnapshot<SectionID, ItemID>) {
    snapshot = new
  }
}
