extension ListSnapshot {
  /// The sections that were reloaded since the marks were last cleared, in the order of the calls.
  public var reloadedSectionIdentifiers: [SectionID] {
    sectionKeys.ids(of: marks.reloadedSections.keys)
  }

  /// The items that were reloaded since the marks were last cleared, in the order of the calls.
  public var reloadedItemIdentifiers: [ItemID] {
    itemKeys.ids(of: marks.reloadedItems.keys)
  }

  /// The items that were reconfigured since the marks were last cleared, in the order of the calls.
  public var reconfiguredItemIdentifiers: [ItemID] {
    itemKeys.ids(of: marks.reconfiguredItems.keys)
  }

  /// Forgets which sections and items were reloaded and reconfigured; their versions stay raised.
  public mutating func clearReloadMarks() {
    marks = ReloadMarks()
  }
}
