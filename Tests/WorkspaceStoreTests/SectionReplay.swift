import SnapshotDiff

@testable import WorkspaceStore

/// Plays the changes of a list in sections, from the list before to the one after them.
enum SectionReplay {
  /// Applies the changes section by section; says what is wrong, if anything.
  static func fault<ItemID>(
    of changes: ListChanges, from old: ListSnapshot<QuerySection, ItemID>,
    to new: ListSnapshot<QuerySection, ItemID>
  ) -> String? {
    var sections = old.sectionIdentifiers.map(Optional.some)
    for section in changes.sectionDeletes { sections[section] = nil }
    for move in changes.sectionMoves { sections[move.old] = nil }
    var staying = sections.compactMap { $0 }[...]
    var list = [QuerySection?](repeating: nil, count: new.numberOfSections)
    for section in changes.sectionInserts { list[section] = new.sectionIdentifier(at: section) }
    for move in changes.sectionMoves { list[move.new] = old.sectionIdentifier(at: move.old) }
    for index in list.indices where list[index] == nil { list[index] = staying.popFirst() }
    guard staying.isEmpty, list == new.sectionIdentifiers.map(Optional.some) else {
      return "sections: \(changes)"
    }
    var gone = Set(changes.itemDeletes)
    gone.formUnion(changes.itemMoves.map(\.old))
    var placed: [ListPosition: ItemID] = [:]
    for position in changes.itemInserts { placed[position] = new.itemIdentifier(at: position) }
    for move in changes.itemMoves { placed[move.new] = old.itemIdentifier(at: move.old) }
    for (section, id) in new.sectionIdentifiers.enumerated() {
      var rest: ArraySlice<ItemID> = []
      if let before = old.indexOfSection(id) {
        rest =
          (0..<old.numberOfItems(inSectionAt: before))
          .map { ListPosition(section: before, item: $0) }
          .filter { !gone.contains($0) }.map(old.itemIdentifier(at:))[...]
      }
      for item in 0..<new.numberOfItems(inSectionAt: section) {
        let position = ListPosition(section: section, item: item)
        guard placed[position] ?? rest.popFirst() == new.itemIdentifier(at: position) else {
          return "rows of \(id): \(changes)"
        }
      }
      if !rest.isEmpty { return "rows of \(id) are left: \(changes)" }
    }
    return nil
  }
}
