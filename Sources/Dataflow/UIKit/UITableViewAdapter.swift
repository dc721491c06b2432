#if canImport(UIKit)
  public import SnapshotDiff
  public import UIKit

  /// Stands between a `UITableView` and a list: its data source, its delegate, and the view that a
  /// ``ListDataSource`` brings up to date.
  ///
  /// A controller keeps one, hands it every new snapshot, and turns its callbacks into intents.
  ///
  /// On Linux this file is type-checked against a stub of UIKit, never run.
  @MainActor
  public final class UITableViewAdapter<
    SectionID: Hashable & Sendable, ItemID: Hashable & Sendable, Cell: UITableViewCell & ListCell
  >: NSObject, UITableViewDataSource, UITableViewDelegate, @MainActor ListView {
    /// The table that is fed.
    public let tableView: UITableView
    /// What it shows.
    public let dataSource: ListDataSource<SectionID, ItemID, Cell>
    /// The title above a section; none without it.
    public var header: ((SectionID) -> String?)?
    /// Called when a person selects a row.
    public var onSelect: ((ItemID) -> Void)?
    /// Called when a person deletes a row; the row goes when the list changes.
    public var onDelete: ((ItemID) -> Void)?

    /// Becomes the data source and delegate of a table, which does not keep it: keep it yourself.
    ///
    /// - Parameters:
    ///   - tableView: The table.
    ///   - content: What a cell shows of an item.
    public init(_ tableView: UITableView, content: @escaping (ItemID) -> Cell.Content) {
      self.tableView = tableView
      dataSource = ListDataSource(content: content)
      super.init()
      tableView.register(Cell.self, forCellReuseIdentifier: reuseIdentifier)
      tableView.dataSource = self
      tableView.delegate = self
    }

    private var reuseIdentifier: String {
      String(describing: Cell.self)
    }

    /// Brings the table up to a snapshot; without animation while it is off the screen.
    public func apply(_ snapshot: ListSnapshot<SectionID, ItemID>) {
      if tableView.window == nil {
        dataSource.reload(snapshot, in: self)
      } else {
        dataSource.apply(snapshot, to: self)
      }
    }

    // MARK: ListView

    /// Makes one batch update of the table.
    public func performBatch(_ changes: ListChanges, switchModel: () -> Void) {
      // UIKit calls the closure before `performBatchUpdates` returns.
      withoutActuallyEscaping(switchModel) { switchModel in
        tableView.performBatchUpdates {
          switchModel()
          self.edit(changes)
        }
      }
      guard let header else { return }
      for update in changes.sectionUpdates {
        let title = header(dataSource.section(at: update.new))
        tableView.headerView(forSection: update.new)?.textLabel?.text = title
      }
    }

    private func edit(_ changes: ListChanges) {
      tableView.deleteSections(IndexSet(changes.sectionDeletes), with: .automatic)
      tableView.insertSections(IndexSet(changes.sectionInserts), with: .automatic)
      for move in changes.sectionMoves {
        tableView.moveSection(move.old, toSection: move.new)
      }
      tableView.deleteRows(at: changes.itemDeletes.map(\.indexPath), with: .automatic)
      tableView.insertRows(at: changes.itemInserts.map(\.indexPath), with: .automatic)
      for move in changes.itemMoves {
        tableView.moveRow(at: move.old.indexPath, to: move.new.indexPath)
      }
      let reloads = changes.itemUpdates.filter { $0.kind == .reload }
      tableView.reloadRows(at: reloads.map(\.old.indexPath), with: .automatic)
    }

    /// Lets the table ask for everything again.
    public func reload(switchModel: () -> Void) {
      switchModel()
      tableView.reloadData()
    }

    /// The cell that shows a row now.
    public func visibleCell(at position: ListPosition) -> Cell? {
      tableView.cellForRow(at: position.indexPath) as? Cell
    }

    // MARK: UITableViewDataSource

    /// The number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int {
      dataSource.numberOfSections
    }

    /// The number of rows of a section.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      dataSource.numberOfItems(inSection: section)
    }

    /// A cell, configured whole.
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
      -> UITableViewCell
    {
      let cell = tableView.dequeueReusableCell(withIdentifier: reuseIdentifier, for: indexPath)
      if let cell = cell as? Cell {
        dataSource.configure(cell, at: ListPosition(indexPath))
      }
      return cell
    }

    /// The title above a section.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    {
      header?(dataSource.section(at: section))
    }

    /// Whether a row can be deleted by a swipe.
    public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
      onDelete != nil
    }

    /// Reports a deletion.
    public func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      guard editingStyle == .delete else { return }
      onDelete?(dataSource.item(at: ListPosition(indexPath)))
    }

    // MARK: UITableViewDelegate

    /// Reports a selection.
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      tableView.deselectRow(at: indexPath, animated: true)
      onSelect?(dataSource.item(at: ListPosition(indexPath)))
    }

    /// Cancels what goes on for a cell that has left the screen.
    public func tableView(
      _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
      forRowAt indexPath: IndexPath
    ) {
      if let cell = cell as? Cell {
        dataSource.recycle(cell)
      }
    }
  }

  extension ListPosition {
    /// The position as UIKit writes it.
    fileprivate var indexPath: IndexPath {
      IndexPath(row: item, section: section)
    }

    fileprivate init(_ indexPath: IndexPath) {
      self.init(section: indexPath.section, item: indexPath.row)
    }
  }
#endif
