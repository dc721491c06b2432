extension ListChanges {
  /// These changes as batch updates that table and collection views accept.
  ///
  /// Three are always enough, because between the old list and the new one lie two others:
  ///
  /// 1. The sections of the new list, moved and inserted, and the sections that will go. Rows are
  ///    where they were; an inserted section has its new rows only. On the way there no row is
  ///    edited, so nothing happens inside a section that moves.
  /// 2. The rows of the new list, with the contents of the old one; sections that will go are left
  ///    with the rows that go. On the way there no section is edited, so no row moves into a section
  ///    that is being inserted or out of one that is being deleted.
  ///
  /// On the way from there to the new list sections are deleted, and rows and sections are updated,
  /// and nothing moves: so no row is moved and updated at once. Each batch is the difference of two
  /// neighbours; neighbours between which nothing conflicts are made one step.
  ///
  /// - Parameters:
  ///   - old: The snapshot before the changes, itself and not one made of the same ids: the versions of its rows count.
  ///   - new: The snapshot after them.
  /// - Returns: The batches, to be made one after another: none if there are no changes, one if
  ///   nothing conflicts, never more than three.
  public func batches<SectionID, ItemID>(
    from old: ListSnapshot<SectionID, ItemID>, to new: ListSnapshot<SectionID, ItemID>
  ) -> [ListBatch<SectionID, ItemID>] {
    guard !isEmpty else { return [] }
    let replacement = [ListBatch(changes: ListChanges(replacing: old, by: new), snapshot: new)]
    guard isWithin(old, new) else { return replacement }
    if let batch = asOneBatch { return [ListBatch(changes: batch, snapshot: new)] }
    guard let stages = BatchStages(of: self, from: old, to: new) else { return replacement }
    let ways = [[stages.rowsArranged, new], [stages.sectionsArrived, new]]
    return ways.lazy.compactMap { batches(from: old, through: $0) }.first
      ?? batches(from: old, through: [stages.sectionsArrived, stages.rowsArranged, new])
      ?? replacement
  }

  /// Whether the two lists have as many sections as the changes say, and a row wherever they name one.
  private func isWithin<SectionID, ItemID>(
    _ old: ListSnapshot<SectionID, ItemID>, _ new: ListSnapshot<SectionID, ItemID>
  ) -> Bool {
    let (oldSections, newSections) = (0..<old.numberOfSections, 0..<new.numberOfSections)
    return oldSections.count - sectionDeletes.count + sectionInserts.count == newSections.count
      && sectionDeletes.allSatisfy(oldSections.contains)
      && sectionInserts.allSatisfy(newSections.contains)
      && (sectionMoves + sectionUpdates).allSatisfy {
        oldSections.contains($0.old) && newSections.contains($0.new)
      }
      && itemDeletes.allSatisfy(old.hasRow) && itemInserts.allSatisfy(new.hasRow)
      && itemMoves.allSatisfy { old.hasRow($0.old) && new.hasRow($0.new) }
      && itemUpdates.allSatisfy { old.hasRow($0.old) && new.hasRow($0.new) }
  }

  /// All of one list for all of another, where the two are not those that the changes were found between.
  private init<SectionID, ItemID>(
    replacing old: ListSnapshot<SectionID, ItemID>, by new: ListSnapshot<SectionID, ItemID>
  ) {
    self.init()
    sectionDeletes = Array(0..<old.numberOfSections)
    sectionInserts = Array(0..<new.numberOfSections)
  }

  /// The differences of neighbours, if each may be one batch; else nil.
  private func batches<SectionID, ItemID>(
    from old: ListSnapshot<SectionID, ItemID>, through stages: [ListSnapshot<SectionID, ItemID>]
  ) -> [ListBatch<SectionID, ItemID>]? {
    var batches: [ListBatch<SectionID, ItemID>] = []
    var before = old
    for stage in stages {
      guard let batch = stage.changes(from: before).asOneBatch else { return nil }
      if !batch.isEmpty { batches.append(ListBatch(changes: batch, snapshot: stage)) }
      before = stage
    }
    return batches
  }
}

extension ListSnapshot {
  fileprivate func hasRow(_ position: ListPosition) -> Bool {
    (0..<numberOfSections).contains(position.section)
      && (0..<forest.section(at: position.section).items.count).contains(position.item)
  }
}
