// swift-format-ignore-file
// Just enough of AppKit's interface to type-check Dataflow's adapters where there is no AppKit; see .ci/check-uikit.
@_exported public import Foundation

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
  public init(_ rawValue: String) {}
}

@MainActor open class NSView: NSObject {
  public var window: NSWindow? { nil }
  public var identifier: NSUserInterfaceItemIdentifier?
}

@MainActor open class NSWindow: NSObject {}

@MainActor open class NSTableCellView: NSView {}

@MainActor open class NSTableColumn: NSObject {}

@MainActor open class NSTableRowView: NSView {
  public func view(atColumn column: Int) -> Any? { nil }
}

@MainActor open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let effectFade = AnimationOptions(rawValue: 1)
  }

  public weak var dataSource: (any NSTableViewDataSource)?
  public weak var delegate: (any NSTableViewDelegate)?
  public var selectedRow: Int { -1 }

  public func beginUpdates() {}
  public func endUpdates() {}
  public func reloadData() {}
  public func reloadData(forRowIndexes rows: IndexSet, columnIndexes: IndexSet) {}
  public func removeRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {}
  public func insertRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {}
  public func moveRow(at oldIndex: Int, to newIndex: Int) {}
  public func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? { nil }
  public func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?)
    -> NSView?
  { nil }
}

@MainActor public protocol NSTableViewDataSource: AnyObject {
  func numberOfRows(in tableView: NSTableView) -> Int
}

@MainActor public protocol NSTableViewDelegate: AnyObject {
  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
  func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int)
  func tableViewSelectionDidChange(_ notification: Notification)
}
