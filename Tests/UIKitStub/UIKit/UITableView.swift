// swift-format-ignore-file
public import Foundation

@MainActor open class UITableViewHeaderFooterView: UIView {
  public var textLabel: UILabel? { nil }
}

@MainActor open class UITableViewCell: UIView {
  public enum EditingStyle: Sendable { case none, delete, insert }
}

@MainActor open class UITableView: UIView {
  public enum RowAnimation: Sendable { case automatic, fade, none }

  public weak var dataSource: (any UITableViewDataSource)?
  public weak var delegate: (any UITableViewDelegate)?

  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  { UITableViewCell() }
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {}
  public func reloadData() {}
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { nil }
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { nil }
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {}
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
  public func moveSection(_ section: Int, toSection newSection: Int) {}
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

@MainActor public protocol UITableViewDataSource: AnyObject {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath)
}

@MainActor public protocol UITableViewDelegate: AnyObject {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
}
