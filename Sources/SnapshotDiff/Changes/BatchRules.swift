extension ListChanges {
  /// These changes without what sections carry, if one batch update may make them all; else nil.
  ///
  /// - Complexity: O(changes × log changes).
  var asOneBatch: ListChanges? {
    let moved = Set(sectionMoves.map(\.new))
    let reloaded = Set(sectionUpdates.map(\.new))
    let movedOld = Set(sectionMoves.map(\.old))
    let reloadedOld = Set(sectionUpdates.map(\.old))
    let deleted = Set(sectionDeletes)
    let inserted = Set(sectionInserts)
    guard moved.isDisjoint(with: reloaded) else { return nil }

    var batch = self
    batch.itemMoves = itemMoves.filter {
      !(reloadedOld.contains($0.old.section) && reloaded.contains($0.new.section))
    }
    let movedRows = Set(batch.itemMoves.map(\.new))
    batch.itemUpdates = itemUpdates.filter { !reloaded.contains($0.new.section) }
    for update in batch.itemUpdates
    where movedRows.contains(update.new) || moved.contains(update.new.section) {
      return nil
    }
    batch.itemDeletes = itemDeletes.filter {
      !deleted.contains($0.section) && !reloadedOld.contains($0.section)
    }
    batch.itemInserts = itemInserts.filter {
      !inserted.contains($0.section) && !reloaded.contains($0.section)
    }
    for position in batch.itemDeletes where movedOld.contains(position.section) { return nil }
    for position in batch.itemInserts where moved.contains(position.section) { return nil }
    for move in batch.itemMoves
    where deleted.contains(move.old.section) || inserted.contains(move.new.section)
      || movedOld.contains(move.old.section) || moved.contains(move.new.section)
      || reloadedOld.contains(move.old.section) || reloaded.contains(move.new.section)
    {
      return nil
    }
    batch.replaceMovesInPlace()
    return batch
  }

  /// Makes a delete and an insert of each move whose two positions are the same numbers.
  private mutating func replaceMovesInPlace() {
    let inPlace = itemMoves.filter { $0.old == $0.new }
    sectionMovesInPlace()
    guard !inPlace.isEmpty else { return }
    itemMoves.removeAll { $0.old == $0.new }
    itemDeletes = (itemDeletes + inPlace.map(\.old)).sorted()
    itemInserts = (itemInserts + inPlace.map(\.new)).sorted()
  }

  private mutating func sectionMovesInPlace() {
    let inPlace = sectionMoves.filter { $0.old == $0.new }
    guard !inPlace.isEmpty else { return }
    sectionMoves.removeAll { $0.old == $0.new }
    sectionDeletes = (sectionDeletes + inPlace.map(\.old)).sorted()
    sectionInserts = (sectionInserts + inPlace.map(\.new)).sorted()
  }
}
