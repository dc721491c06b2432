extension ListSnapshot {
  /// The sections that were reloaded since the marks were last cleared and are still there, in the
  /// order of the calls.
  public var reloadedSectionIdentifiers: [SectionID] {
    sectionKeys.ids(of: marks.reloadedSections.keys.filter(hasSection))
  }

  /// The items that were reloaded since the marks were last cleared and are still there, in the order
  /// of the calls.
  public var reloadedItemIdentifiers: [ItemID] {
    itemKeys.ids(of: marks.reloadedItems.keys.filter(hasItem))
  }

  /// The items that were reconfigured since the marks were last cleared and are still there, in the
  /// order of the calls.
  public var reconfiguredItemIdentifiers: [ItemID] {
    itemKeys.ids(of: marks.reconfiguredItems.keys.filter(hasItem))
  }

  /// Forgets which sections and items were reloaded and reconfigured; their versions stay raised.
  public mutating func clearReloadMarks() {
    marks = ReloadMarks()
  }

  /// Forgets marks of what is gone once they are most, so that marks are bounded by the list's length.
  mutating func forgetGoneMarks() {
    guard
      marks.itemCount > 4 * numberOfItems + 4096
        || marks.reloadedSections.count > 4 * numberOfSections + 4096
    else { return }
    marks = marks.mapped(
      section: { hasSection($0) ? $0 : nil }, item: { hasItem($0) ? $0 : nil })
  }

  /// Forgets the marks that items had which went and now come again: they come as new ones.
  mutating func forgetMarks(ofNewItems keys: ContiguousArray<Int64>) {
    if marks.hasItems { marks.removeItems(keys) }
  }

  /// The same of one item.
  mutating func forgetMarks(ofNewItem key: Int64) {
    if marks.hasItems { marks.removeItems([key]) }
  }

  /// The same of sections.
  mutating func forgetMarks(ofNewSections keys: ContiguousArray<Int64>) {
    if marks.reloadedSections.count > 0 { marks.reloadedSections.remove(keys) }
  }

  func hasItem(_ key: Int64) -> Bool { forest.position(of: key) != nil }
  func hasSection(_ key: Int64) -> Bool { forest.sectionIndex(of: key) != nil }
}
