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
        || marks.reloadedSections.keys.count > 4 * numberOfSections + 4096
    else { return }
    marks = marks.mapped(
      section: { hasSection($0) ? $0 : nil }, item: { hasItem($0) ? $0 : nil })
  }

  func hasItem(_ key: Int64) -> Bool { forest.position(of: key) != nil }
  func hasSection(_ key: Int64) -> Bool { forest.sectionIndex(of: key) != nil }
}
