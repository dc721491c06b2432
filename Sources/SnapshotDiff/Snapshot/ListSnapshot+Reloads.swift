extension ListSnapshot {
  /// The sections that were reloaded since the marks were last cleared, in the order of the calls.
  public var reloadedSectionIdentifiers: [SectionID] {
    sectionKeys.ids(of: ContiguousArray(marks.reloadedSections))
  }

  /// The items that were reloaded since the marks were last cleared, in the order of the calls.
  public var reloadedItemIdentifiers: [ItemID] {
    itemKeys.ids(of: ContiguousArray(marks.reloadedItems))
  }

  /// The items that were reconfigured since the marks were last cleared, in the order of the calls.
  public var reconfiguredItemIdentifiers: [ItemID] {
    itemKeys.ids(of: ContiguousArray(marks.reconfiguredItems))
  }

  /// Forgets which sections and items were reloaded and reconfigured; their versions stay raised.
  public mutating func clearReloadMarks() {
    marks = ReloadMarks()
  }
}
