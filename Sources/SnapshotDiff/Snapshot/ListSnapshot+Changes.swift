extension ListSnapshot {
  /// The exact difference from `old` to this snapshot, with the fewest moves.
  ///
  /// - Complexity: O(changes × log *n*) if one descends from the other, whatever number of edits lies
  ///   between them; else O(*n*), also between versions that lie as many new ids apart as the list is
  ///   long, if ids are not integers: what is kept of ids that are gone is let go of then. Fewest moves
  ///   take O(*m* log *m*) more for *m* rows out of place.
  public func changes(from old: ListSnapshot) -> ListChanges {
    countedChanges(from: old).changes
  }

  /// The changes and the work it took to find them.
  func countedChanges(from old: ListSnapshot) -> (changes: ListChanges, work: DiffWork) {
    let isRelated = old.forest.lineage === forest.lineage
    return ForestDiff.changes(
      from: old.forest.sections,
      to: isRelated ? forest.sections : forest(inKeysOf: old).sections, isRelated: isRelated)
  }
}
