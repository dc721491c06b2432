extension ListSnapshot {
  /// Starts anew with key spaces and a lineage of its own, if most ids that the spaces know are not in
  /// this list; to be called before ids are interned.
  ///
  /// So what a list holds on to is bounded by its length, however many ids come and go. Versions
  /// before and after that share nothing: their difference takes O(*n*) time. As at least as many ids
  /// went before, that is no more per edit than the edits took.
  mutating func forgetGoneIDs() {
    guard
      itemKeys.isCrowded(live: numberOfItems) || sectionKeys.isCrowded(live: numberOfSections)
    else { return }
    let (oldItems, oldSections) = (itemKeys, sectionKeys)
    let items = oldItems.isDirect ? oldItems : KeySpace()
    let sections = KeySpace<SectionID>(isDense: true)
    func sectionKey(_ key: Int64) -> Int64 { sections.key(interning: oldSections.id(of: key)) }
    func keys(_ keys: ContiguousArray<Int64>) -> ContiguousArray<Int64> {
      items.keys(interning: oldItems.ids(of: keys))
    }
    let marks = marks.mapped(
      section: { hasSection($0) ? sectionKey($0) : nil },
      item: { hasItem($0) ? items.key(interning: oldItems.id(of: $0)) : nil })
    forest = forest(sectionKey: sectionKey, keepsItems: oldItems.isDirect, itemKeys: keys)
    self.marks = marks
    itemKeys = items
    sectionKeys = sections
  }

  /// The same sections and items, by the keys that `other` has for their ids.
  ///
  /// Ids that `other` has never seen get keys below zero, which no interned id has.
  func forest(inKeysOf other: ListSnapshot) -> Forest {
    let areSectionsAlike = sectionKeys === other.sectionKeys || sectionKeys.isDirect
    let areItemsAlike = itemKeys === other.itemKeys || itemKeys.isDirect
    guard !areSectionsAlike || !areItemsAlike else { return forest }
    func sectionKey(_ key: Int64) -> Int64 {
      areSectionsAlike ? key : other.sectionKeys.key(of: sectionKeys.id(of: key)) ?? -1 - key
    }
    return forest(sectionKey: sectionKey, keepsItems: areItemsAlike) { keys in
      let ids = itemKeys.ids(of: keys)
      return ContiguousArray(
        keys.indices.lazy.map { other.itemKeys.key(of: ids[$0]) ?? -1 - keys[$0] })
    }
  }

  /// The same sections and items with other keys, in a lineage of its own.
  private func forest(
    sectionKey: (Int64) -> Int64, keepsItems: Bool,
    itemKeys: (ContiguousArray<Int64>) -> ContiguousArray<Int64>
  ) -> Forest {
    var edit = forest.newEdit
    var sections = ContiguousArray<SectionRow>()
    for var section in forest.sections.rows {
      section.key = sectionKey(section.key)
      if !keepsItems {
        var rows = section.items.rows
        let keys = itemKeys(ContiguousArray(rows.lazy.map(\.key)))
        for index in rows.indices { rows[index].key = keys[index] }
        section.items = Tree(rows, &edit)
      }
      sections.append(section)
    }
    return Forest(sections, after: Forest(), edit)
  }
}
