extension ListSnapshot {
  /// Adds `sections` at the end, in order, without items.
  ///
  /// - Throws: `repeatedSection`.
  public mutating func appendSections(_ sections: [SectionID]) throws(ListSnapshotError) {
    try insert(sections, at: numberOfSections)
  }

  /// Inserts `sections` before `anchor`, in order, without items.
  ///
  /// - Throws: `repeatedSection`, `unknownSection`.
  public mutating func insertSections(
    _ sections: [SectionID], beforeSection anchor: SectionID
  ) throws(ListSnapshotError) {
    try insert(sections, at: try index(of: anchor))
  }

  /// Inserts `sections` after `anchor`, in order, without items.
  ///
  /// - Throws: `repeatedSection`, `unknownSection`.
  public mutating func insertSections(
    _ sections: [SectionID], afterSection anchor: SectionID
  ) throws(ListSnapshotError) {
    try insert(sections, at: try index(of: anchor) + 1)
  }

  /// Deletes `sections` and their items.
  ///
  /// - Throws: `unknownSection`, `repeatedSection`.
  /// - Complexity: O(log sections) each; an index in use parts with each of the items besides.
  public mutating func deleteSections(_ sections: [SectionID]) throws(ListSnapshotError) {
    for key in try presentKeys(sections) {
      guard let index = forest.sectionIndex(of: key) else { continue }
      forest.removeSection(at: index)
    }
  }

  /// Moves `section`, with its items, to just before `anchor`.
  ///
  /// - Throws: `unknownSection`, `ownAnchor`.
  public mutating func moveSection(
    _ section: SectionID, beforeSection anchor: SectionID
  ) throws(ListSnapshotError) {
    try move(section, anchor: anchor, offset: 0)
  }

  /// Moves `section`, with its items, to just after `anchor`.
  ///
  /// - Throws: `unknownSection`, `ownAnchor`.
  public mutating func moveSection(
    _ section: SectionID, afterSection anchor: SectionID
  ) throws(ListSnapshotError) {
    try move(section, anchor: anchor, offset: 1)
  }

  /// Marks `sections` as changed, so that a difference reports them as updates.
  ///
  /// - Throws: `unknownSection`, `repeatedSection`.
  public mutating func reloadSections(_ sections: [SectionID]) throws(ListSnapshotError) {
    let keys = try presentKeys(sections)
    for key in keys {
      guard let index = forest.sectionIndex(of: key) else { continue }
      forest.updateSection(at: index) { $0 = $0.reloaded }
    }
    marks.reloadedSections.add(keys)
    forgetGoneMarks()
  }

  /// Gives `section` a version of your own.
  ///
  /// - Throws: `unknownSection`.
  public mutating func setVersion(
    _ version: ListVersion, ofSection section: SectionID
  ) throws(ListSnapshotError) {
    forest.updateSection(at: try index(of: section)) { $0 = version }
  }

  private mutating func insert(
    _ sections: [SectionID], at index: Int
  ) throws(ListSnapshotError) {
    let repeated = repeatedIDs(in: sections) { indexOfSection($0) != nil }
    guard repeated.isEmpty else { throw ListSnapshotError(.repeatedSection, ids: repeated) }
    forgetGoneIDs()
    let keys = sectionKeys.keys(interning: sections)
    forgetMarks(ofNewSections: keys)
    for (offset, key) in keys.enumerated() {
      forest.insertSection(SectionRow(key: key), at: index + offset)
    }
  }

  private mutating func move(
    _ section: SectionID, anchor: SectionID, offset: Int
  ) throws(ListSnapshotError) {
    let from = try index(of: section)
    let to = try index(of: anchor) + offset
    guard section != anchor else { throw ListSnapshotError(.ownAnchor, ids: [section]) }
    forest.moveSection(from: from, to: to > from ? to - 1 : to)
  }

  private func presentKeys(
    _ sections: [SectionID]
  ) throws(ListSnapshotError) -> ContiguousArray<Int64> {
    let unknown = sections.filter { indexOfSection($0) == nil }
    guard unknown.isEmpty else { throw ListSnapshotError(.unknownSection, ids: unknown) }
    let repeated = repeatedIDs(in: sections) { _ in false }
    guard repeated.isEmpty else { throw ListSnapshotError(.repeatedSection, ids: repeated) }
    return sectionKeys.keys(interning: sections)
  }
}

/// The ids that are in `ids` more than once, or there already, each once and in order.
func repeatedIDs<ID: Hashable>(in ids: [ID], isThere: (ID) -> Bool) -> [ID] {
  var seen = Set<ID>()
  var named = Set<ID>()
  return ids.filter { id in
    (!seen.insert(id).inserted || isThere(id)) && named.insert(id).inserted
  }
}
