#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import SnapshotDiff

  /// Stands between an `NSTableView` of one column and a list without sections: its data source, its delegate, and
  /// the view that a ``ListDataSource`` brings up to date.
  ///
  /// On Linux this file is type-checked against a stub of AppKit, never run.
  @MainActor
  public final class NSTableViewAdapter<
    ItemID: Hashable & Sendable, Cell: NSTableCellView & ListCell
  >:
    NSObject, NSTableViewDataSource, NSTableViewDelegate, @MainActor SteppedListView
  {
    /// The table that is fed.
    public let tableView: NSTableView
    /// What it shows.
    public let dataSource: ListDataSource<WholeList, ItemID, Cell>
    /// Called when a person selects a row; nil when none is selected any more.
    public var onSelect: ((ItemID?) -> Void)?
    private let makeCell: () -> Cell
    private var isEditing = false

    /// Becomes the data source and delegate of a table, which does not keep it: keep it yourself.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - makeCell: A new cell, for when none can be reused.
    ///   - content: What a cell shows of an item.
    public init(
      _ tableView: NSTableView, makeCell: @escaping () -> Cell,
      content: @escaping (ItemID) -> Cell.Content
    ) {
      self.tableView = tableView
      self.makeCell = makeCell
      dataSource = ListDataSource(content: content)
      super.init()
      tableView.dataSource = self
      tableView.delegate = self
    }

    private var reuseIdentifier: NSUserInterfaceItemIdentifier {
      NSUserInterfaceItemIdentifier(String(describing: Cell.self))
    }

    /// Brings the table up to a snapshot; without animation while it is off the screen.
    public func apply(_ snapshot: ListSnapshot<WholeList, ItemID>) {
      guard tableView.window == nil else {
        dataSource.apply(snapshot, to: self)
        return
      }
      dataSource.replace(with: snapshot)
      tableView.reloadData()
    }

    // MARK: SteppedListView

    /// Makes the edits, animated together.
    public func perform(_ steps: [ListStep]) {
      isEditing = true
      defer { isEditing = false }
      tableView.beginUpdates()
      for step in steps {
        make(step)
      }
      tableView.endUpdates()
      for case .updateItem(_, let new, _) in steps {
        let view = tableView.view(atColumn: 0, row: new.item, makeIfNecessary: false)
        if let cell = view as? Cell {
          dataSource.configure(cell, at: new)
        }
      }
    }

    private func make(_ step: ListStep) {
      switch step {
      case .deleteItem(let position):
        tableView.removeRows(at: IndexSet(integer: position.item), withAnimation: .effectFade)
      case .insertItem(let position, _):
        tableView.insertRows(at: IndexSet(integer: position.item), withAnimation: .effectFade)
      case .moveItem(let from, let to):
        tableView.moveRow(at: from.item, to: to.item)
      case .updateItem, .deleteSection, .insertSection, .moveSection, .updateSection:
        // Updated cells are configured once all rows are in place; the one section is no row.
        break
      }
    }

    // MARK: NSTableViewDataSource

    /// The number of rows.
    public func numberOfRows(in tableView: NSTableView) -> Int {
      dataSource.snapshot.numberOfItems
    }

    // MARK: NSTableViewDelegate

    /// A cell, configured whole.
    public func tableView(
      _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
    ) -> NSView? {
      let reused = tableView.makeView(withIdentifier: reuseIdentifier, owner: self) as? Cell
      let cell = reused ?? makeCell()
      cell.identifier = reuseIdentifier
      dataSource.configure(cell, at: ListPosition(item: row))
      return cell
    }

    /// Cancels what goes on for a cell that has left the table.
    public func tableView(
      _ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int
    ) {
      if let cell = rowView.view(atColumn: 0) as? Cell {
        dataSource.recycle(cell)
      }
    }

    /// Reports a selection that a person made.
    public func tableViewSelectionDidChange(_ notification: Notification) {
      guard !isEditing else { return }
      let row = tableView.selectedRow
      onSelect?(row >= 0 ? dataSource.item(at: ListPosition(item: row)) : nil)
    }
  }
#endif
