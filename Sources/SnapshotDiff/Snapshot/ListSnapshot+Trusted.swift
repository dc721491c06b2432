extension ListSnapshot {
  /// A snapshot of one section with `items`, which the caller knows to be unique.
  ///
  /// Nothing is hashed or compared. If an id is there twice after all, its position is one of the
  /// two and differences may show it as moved; nothing traps.
  ///
  /// - Parameters:
  ///   - items: The ids, in order.
  ///   - versions: Their versions, as many as there are items, or nil for all zero.
  ///   - section: The id of the section.
  /// - Complexity: O(*n*).
  public init(unique items: [ItemID], versions: [ListVersion]? = nil, section: SectionID) {
    self.init()
    appendSection(section, unique: items, versions: versions)
  }

  /// Adds `section` at the end, with `items`; the caller knows that all these ids are new.
  ///
  /// - Complexity: O(items).
  public mutating func appendSection(
    _ section: SectionID, unique items: [ItemID], versions: [ListVersion]? = nil,
    version: ListVersion = 0
  ) {
    precondition(
      versions.map { $0.count == items.count } ?? true,
      "ListSnapshot.appendSection: give as many versions as items, or none")
    forgetGoneIDs()
    let number = numberOfSections
    insertSection(sectionKeys.key(interning: section), version: version, at: number)
    let keys = itemKeys.keys(interning: items)
    forgetMarks(ofNewItems: keys)
    forest.append(itemRows(of: keys, versions: versions), toSection: number)
  }

  /// Inserts `item`, which the caller knows to be new, before the row now at `position`.
  ///
  /// - Throws: `outOfRange`; the end of a section is in range.
  /// - Complexity: O(log *n*); needs no index.
  public mutating func insert(
    unique item: ItemID, version: ListVersion = 0, at position: ListPosition
  ) throws(ListSnapshotError) {
    try check(position, end: true)
    forgetGoneIDs()
    let key = itemKeys.key(interning: item)
    forgetMarks(ofNewItem: key)
    forest.insert(ItemRow(key: key, version: version), at: position)
  }

  /// Removes the item at `position`.
  ///
  /// - Throws: `outOfRange`.
  /// - Complexity: O(log *n*); needs no index.
  public mutating func remove(at position: ListPosition) throws(ListSnapshotError) {
    try check(position)
    _ = forest.remove(at: position)
  }

  /// Gives the item at `position` a version of your own.
  ///
  /// - Throws: `outOfRange`.
  /// - Complexity: O(log *n*); needs no index.
  public mutating func setVersion(
    _ version: ListVersion, at position: ListPosition
  ) throws(ListSnapshotError) {
    try check(position)
    forest.update(at: position) { $0 = version }
  }

  /// Inserts `section`, which the caller knows to be new, without items, as number `index`.
  ///
  /// - Throws: `outOfRange`; `numberOfSections` is in range.
  public mutating func insertSection(
    unique section: SectionID, version: ListVersion = 0, at index: Int
  ) throws(ListSnapshotError) {
    guard index >= 0, index <= numberOfSections else {
      throw ListSnapshotError(.outOfRange, ids: [index])
    }
    forgetGoneIDs()
    insertSection(sectionKeys.key(interning: section), version: version, at: index)
  }

  /// Removes section number `index` and its items.
  ///
  /// - Throws: `outOfRange`.
  public mutating func removeSection(at index: Int) throws(ListSnapshotError) {
    guard index >= 0, index < numberOfSections else {
      throw ListSnapshotError(.outOfRange, ids: [index])
    }
    forest.removeSection(at: index)
  }

  private mutating func insertSection(_ key: Int64, version: ListVersion, at index: Int) {
    forgetMarks(ofNewSections: [key])
    forest.insertSection(SectionRow(key: key, version: version), at: index)
  }
}

extension ListSnapshot where SectionID == WholeList {
  /// A snapshot without sections of `items`, which the caller knows to be unique.
  ///
  /// - Complexity: O(*n*).
  public init(unique items: [ItemID], versions: [ListVersion]? = nil) {
    self.init(unique: items, versions: versions, section: WholeList())
  }

  /// A snapshot without sections of `items`.
  ///
  /// - Throws: `repeatedItem`.
  public init(_ items: [ItemID]) throws(ListSnapshotError) {
    self.init()
    try appendSections([WholeList()])
    try appendItems(items)
  }
}
