extension ListSnapshot {
  /// The place of `item`, or nil if it is not in the snapshot.
  ///
  /// - Complexity: O(log *n*) once there is an index.
  public func position(of item: ItemID) -> ListPosition? {
    contents.position(of: item)
  }

  /// The index of `item` among all items, section by section, or nil if it is not in the snapshot.
  ///
  /// - Complexity: O(log *n*) once there is an index.
  public func indexOfItem(_ item: ItemID) -> Int? {
    position(of: item).map { forest.rowCount(beforeSection: $0.section) + $0.item }
  }

  /// The index of the item at `position` among all items, section by section.
  ///
  /// - Precondition: The position is in the list, or at the end of a section.
  /// - Complexity: O(log *n*); needs no index.
  public func indexOfItem(at position: ListPosition) -> Int {
    forest.rowCount(beforeSection: position.section) + position.item
  }

  /// The position of item number `index` among all items, section by section.
  ///
  /// - Precondition: `index` is in 0 ..< `numberOfItems`.
  /// - Complexity: O(log *n*); needs no index.
  public func position(ofItemAt index: Int) -> ListPosition {
    precondition(
      index >= 0 && index < numberOfItems, "ListSnapshot.position: the index is out of range")
    let place = forest.sections.offset(ofItem: index)
    return ListPosition(section: place.offset, item: place.rest)
  }

  /// The index of `section`, or nil if it is not in the snapshot.
  ///
  /// - Complexity: O(log *n*) once there is an index.
  public func indexOfSection(_ section: SectionID) -> Int? {
    guard let key = sectionKeys.key(of: section) else { return nil }
    return forest.sectionIndex(of: key)
  }

  /// Whether `item` is in the snapshot.
  public func contains(_ item: ItemID) -> Bool {
    position(of: item) != nil
  }

  /// The id of the section that contains `item`, or nil if the item is not in the snapshot.
  ///
  /// - Complexity: O(log *n*) once there is an index.
  public func sectionIdentifier(containingItem item: ItemID) -> SectionID? {
    position(of: item).map { sectionIdentifier(at: $0.section) }
  }

  /// The id of section number `index`.
  ///
  /// - Precondition: `index` is in 0 ..< `numberOfSections`.
  public func sectionIdentifier(at index: Int) -> SectionID {
    sectionKeys.id(of: forest.section(at: index).key)
  }

  /// The number of items in section number `index`.
  ///
  /// - Precondition: `index` is in 0 ..< `numberOfSections`.
  public func numberOfItems(inSectionAt index: Int) -> Int {
    forest.section(at: index).items.count
  }

  /// The id of the item at `position`.
  ///
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public func itemIdentifier(at position: ListPosition) -> ItemID {
    itemKeys.id(of: forest.row(at: position).key)
  }

  /// The version of the item at `position`.
  ///
  /// - Precondition: The position is in the list.
  /// - Complexity: O(log *n*).
  public func version(at position: ListPosition) -> ListVersion {
    forest.row(at: position).version
  }

  /// The version of section number `index` itself, whatever its items are.
  ///
  /// - Precondition: `index` is in 0 ..< `numberOfSections`.
  public func version(ofSectionAt index: Int) -> ListVersion {
    forest.section(at: index).version
  }

  func check(_ position: ListPosition, end: Bool = false) throws(ListSnapshotError) {
    guard position.section >= 0, position.section < numberOfSections, position.item >= 0,
      position.item < numberOfItems(inSectionAt: position.section) + (end ? 1 : 0)
    else { throw ListSnapshotError(.outOfRange, ids: [position]) }
  }
}
