extension ListSnapshot {
  /// Adds `items` at the end of `section`, or of the last section.
  ///
  /// - Throws: `repeatedItem`, `unknownSection`, `noSection`.
  public mutating func appendItems(
    _ items: [ItemID], toSection section: SectionID? = nil
  ) throws(ListSnapshotError) {
    let number: Int
    if let section {
      number = try index(of: section)
    } else if numberOfSections > 0 {
      number = numberOfSections - 1
    } else {
      throw ListSnapshotError(.noSection, ids: items)
    }
    if items.count > max(numberOfItems, 64) {
      try appendMany(items, toSection: number)
    } else {
      try insert(items, at: ListPosition(section: number, item: numberOfItems(inSectionAt: number)))
    }
  }

  /// Inserts `items` before `anchor`, in order.
  ///
  /// - Throws: `repeatedItem`, `unknownItem`.
  public mutating func insertItems(
    _ items: [ItemID], beforeItem anchor: ItemID
  ) throws(ListSnapshotError) {
    try insert(items, at: try place(of: anchor))
  }

  /// Inserts `items` after `anchor`, in order.
  ///
  /// - Throws: `repeatedItem`, `unknownItem`.
  public mutating func insertItems(
    _ items: [ItemID], afterItem anchor: ItemID
  ) throws(ListSnapshotError) {
    try insert(items, at: try place(of: anchor).next)
  }

  /// Deletes `items`.
  ///
  /// - Throws: `unknownItem`, `repeatedItem`.
  public mutating func deleteItems(_ items: [ItemID]) throws(ListSnapshotError) {
    for key in try presentKeys(items) {
      guard let position = forest.position(of: key) else { continue }
      _ = forest.remove(at: position)
    }
  }

  /// Deletes all items and all sections, as UIKit does.
  public mutating func deleteAllItems() {
    forest = Forest()
    marks = ReloadMarks()
  }

  /// Moves `item` to just before `anchor`, in the anchor's section.
  ///
  /// - Throws: `unknownItem`, `ownAnchor`.
  public mutating func moveItem(
    _ item: ItemID, beforeItem anchor: ItemID
  ) throws(ListSnapshotError) {
    try move(item, anchor: anchor) { $0 }
  }

  /// Moves `item` to just after `anchor`, in the anchor's section.
  ///
  /// - Throws: `unknownItem`, `ownAnchor`.
  public mutating func moveItem(
    _ item: ItemID, afterItem anchor: ItemID
  ) throws(ListSnapshotError) {
    try move(item, anchor: anchor) { $0.next }
  }

  /// Marks `items` as changed, to be shown by a new cell.
  ///
  /// - Throws: `unknownItem`, `repeatedItem`.
  public mutating func reloadItems(_ items: [ItemID]) throws(ListSnapshotError) {
    let keys = try presentKeys(items)
    changeVersions(of: keys) { $0.reloaded }
    marks.reloadedItems.add(keys)
    forgetGoneMarks()
  }

  /// Marks `items` as changed, to be shown by the same cell configured anew.
  ///
  /// - Throws: `unknownItem`, `repeatedItem`.
  public mutating func reconfigureItems(_ items: [ItemID]) throws(ListSnapshotError) {
    let keys = try presentKeys(items)
    changeVersions(of: keys) { $0.reconfigured }
    marks.reconfiguredItems.add(keys)
    forgetGoneMarks()
  }

  /// Adds so many items that making the index anew is the quickest way to find repeated ones.
  private mutating func appendMany(
    _ items: [ItemID], toSection number: Int
  ) throws(ListSnapshotError) {
    forgetGoneIDs()
    var forest = forest
    let keys = itemKeys.keys(interning: items)
    forest.forgetIndex()
    forest.append(itemRows(of: keys), toSection: number)
    let repeated = forest.index.items.leaves.repeatedKeys
    guard repeated.isEmpty else {
      let ids = Set(itemKeys.ids(of: ContiguousArray(repeated)))
      throw ListSnapshotError(
        .repeatedItem, ids: repeatedIDs(in: items.filter(ids.contains)) { contains($0) })
    }
    self.forest = forest
    forgetMarks(ofNewItems: keys)
  }

  private mutating func insert(
    _ items: [ItemID], at position: ListPosition
  ) throws(ListSnapshotError) {
    let repeated = repeatedIDs(in: items) { contains($0) }
    guard repeated.isEmpty else { throw ListSnapshotError(.repeatedItem, ids: repeated) }
    forgetGoneIDs()
    let keys = itemKeys.keys(interning: items)
    forgetMarks(ofNewItems: keys)
    var next = position
    for key in keys {
      forest.insert(ItemRow(key: key), at: next)
      next = next.next
    }
  }

  private mutating func move(
    _ item: ItemID, anchor: ItemID, to place: (ListPosition) -> ListPosition
  ) throws(ListSnapshotError) {
    let from = try self.place(of: item)
    var to = place(try self.place(of: anchor))
    guard item != anchor else { throw ListSnapshotError(.ownAnchor, ids: [item]) }
    if to.section == from.section, to.item > from.item {
      to = ListPosition(section: to.section, item: to.item - 1)
    }
    guard to != from else { return }
    forest.move(from: from, to: to)
  }

  private mutating func changeVersions(
    of keys: ContiguousArray<Int64>, _ change: (ListVersion) -> ListVersion
  ) {
    for key in keys {
      guard let position = forest.position(of: key) else { continue }
      forest.update(at: position) { $0 = change($0) }
    }
  }

  private func place(of item: ItemID) throws(ListSnapshotError) -> ListPosition {
    guard let position = position(of: item) else {
      throw ListSnapshotError(.unknownItem, ids: [item])
    }
    return position
  }

  private func presentKeys(
    _ items: [ItemID]
  ) throws(ListSnapshotError) -> ContiguousArray<Int64> {
    let unknown = items.filter { !contains($0) }
    guard unknown.isEmpty else { throw ListSnapshotError(.unknownItem, ids: unknown) }
    let repeated = repeatedIDs(in: items) { _ in false }
    guard repeated.isEmpty else { throw ListSnapshotError(.repeatedItem, ids: repeated) }
    return itemKeys.keys(interning: items)
  }
}

extension ListPosition {
  /// The place after this one, in the same section.
  var next: ListPosition { ListPosition(section: section, item: item + 1) }
}
