extension ListChanges {
  /// Makes these changes, which have no sections, to `rows`.
  ///
  /// - Parameters:
  ///   - rows: The old list; becomes the new one.
  ///   - element: The row at an index of the new list; asked for inserts and updates only.
  /// - Throws: What `element` throws; `rows` are then as they were.
  /// - Returns: False, and `rows` as they were, if the changes are not those of a list of this length.
  /// - Complexity: O(rows).
  @discardableResult
  public func apply<Rows: RangeReplaceableCollection, Failure: Error>(
    to rows: inout Rows, element: (Int) throws(Failure) -> Rows.Element
  ) throws(Failure) -> Bool {
    let old = ContiguousArray(rows)
    let newCount = old.count - itemDeletes.count + itemInserts.count
    guard !changesSections, newCount >= 0 else { return false }
    var stays = ContiguousArray(repeating: true, count: old.count)
    for position in itemDeletes + itemMoves.map(\.old) {
      guard position.section == 0, stays.indices.contains(position.item), stays[position.item]
      else { return false }
      stays[position.item] = false
    }

    var result = Rows()
    result.reserveCapacity(newCount)
    var next = 0
    var inserts = itemInserts[...]
    var moves = itemMoves[...]
    var updates = itemUpdates[...]
    for index in 0..<newCount {
      let position = ListPosition(item: index)
      if inserts.first == position {
        inserts.removeFirst()
        result.append(try element(index))
        continue
      }
      let source: Int
      if let move = moves.first, move.new == position {
        moves.removeFirst()
        source = move.old.item
      } else {
        while next < old.count, !stays[next] { next += 1 }
        guard next < old.count else { return false }
        source = next
        next += 1
      }
      if let update = updates.first, update.new == position {
        guard update.old == ListPosition(item: source) else { return false }
        updates.removeFirst()
        result.append(try element(index))
      } else {
        result.append(old[source])
      }
    }
    // What is left over belongs to no row, or is out of order.
    guard inserts.isEmpty, moves.isEmpty, updates.isEmpty else { return false }
    rows = result
    return true
  }
}

#if !hasFeature(Embedded)
  extension ListChanges {
    /// The deletes, inserts and moves that a difference of the standard library tells.
    ///
    /// A removal and an insertion that are associated, as by `inferringMoves`, are a move.
    public init<Element>(_ difference: CollectionDifference<Element>) {
      self.init()
      for change in difference {
        switch change {
        case .remove(let offset, _, nil): itemDeletes.append(ListPosition(item: offset))
        case .remove: break
        case .insert(let offset, _, nil): itemInserts.append(ListPosition(item: offset))
        case .insert(let offset, _, let source?):
          itemMoves.append(
            ListMove(old: ListPosition(item: source), new: ListPosition(item: offset)))
        }
      }
      itemDeletes.sort()
    }

    /// These changes, which have no sections, as a difference of the standard library.
    ///
    /// Moves become associated pairs, which say that a row is the same in another place. A row with new content
    /// becomes a removal and an insertion that are not associated, so that applying the difference, or the changes that
    /// are made of it again, gives the new list.
    ///
    /// - Parameters:
    ///   - old: The old list.
    ///   - new: The new list.
    /// - Returns: The difference, or nil if the changes have sections or do not fit the lists.
    public func collectionDifference<Rows: RandomAccessCollection>(
      from old: Rows, to new: Rows
    ) -> CollectionDifference<Rows.Element>? where Rows.Index == Int {
      guard !changesSections else { return nil }
      let places = itemDeletes + itemMoves.map(\.old) + itemUpdates.map(\.old)
      let targets = itemInserts + itemMoves.map(\.new) + itemUpdates.map(\.new)
      guard places.allSatisfy({ $0.section == 0 && (0..<old.count).contains($0.item) }),
        targets.allSatisfy({ $0.section == 0 && (0..<new.count).contains($0.item) })
      else { return nil }
      func oldElement(_ position: ListPosition) -> Rows.Element {
        old[old.startIndex + position.item]
      }
      func newElement(_ position: ListPosition) -> Rows.Element {
        new[new.startIndex + position.item]
      }
      var changes: [CollectionDifference<Rows.Element>.Change] = []
      let updated = Set(itemUpdates.map(\.new))
      for position in itemDeletes + itemUpdates.map(\.old) {
        changes.append(
          .remove(offset: position.item, element: oldElement(position), associatedWith: nil))
      }
      for position in itemInserts + itemUpdates.map(\.new) {
        changes.append(
          .insert(offset: position.item, element: newElement(position), associatedWith: nil))
      }
      for move in itemMoves where !updated.contains(move.new) {
        changes.append(
          .remove(
            offset: move.old.item, element: oldElement(move.old), associatedWith: move.new.item))
        changes.append(
          .insert(
            offset: move.new.item, element: newElement(move.new), associatedWith: move.old.item))
      }
      return CollectionDifference(changes)
    }
  }
#endif
