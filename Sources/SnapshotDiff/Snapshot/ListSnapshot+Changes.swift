extension ListSnapshot {
  /// The exact difference from `old` to this snapshot, with the fewest moves.
  ///
  /// - Complexity: O(changes × log *n*) if one descends from the other, whatever number of edits lies
  ///   between them; else O(*n*). Fewest moves take O(*m* log *m*) more for *m* rows out of place.
  public func changes(from old: ListSnapshot) -> ListChanges {
    countedChanges(from: old).changes
  }

  /// The changes and the work it took to find them.
  func countedChanges(from old: ListSnapshot) -> (changes: ListChanges, work: DiffWork) {
    let isRelated = old.forest.lineage === forest.lineage
    return ForestDiff.changes(
      from: old.forest, to: isRelated ? forest : forest(inKeysOf: old), isRelated: isRelated)
  }

  /// The same sections and items, by the keys that `other` has for their ids.
  ///
  /// Ids that `other` has never seen get keys below zero, which no interned id has.
  private func forest(inKeysOf other: ListSnapshot) -> Forest {
    let areSectionsAlike = sectionKeys === other.sectionKeys || sectionKeys.isDirect
    let areItemsAlike = itemKeys === other.itemKeys || itemKeys.isDirect
    guard !areSectionsAlike || !areItemsAlike else { return forest }
    var edit = TreeEdit(nextNumber: 0, isRecording: false)
    let sections = forest.sections.rows.map { section in
      var section = section
      if !areSectionsAlike {
        section.key =
          other.sectionKeys.key(of: sectionKeys.id(of: section.key)) ?? -1 - section.key
      }
      if !areItemsAlike {
        var rows = section.items.rows
        let ids = itemKeys.ids(of: ContiguousArray(rows.lazy.map(\.key)))
        for index in rows.indices {
          rows[index].key = other.itemKeys.key(of: ids[index]) ?? -1 - rows[index].key
        }
        section.items = Tree(rows, &edit)
      }
      return section
    }
    return Forest(ContiguousArray(sections), after: Forest(), edit)
  }
}
