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
    let places = (itemDeletes + itemMoves.map(\.old) + itemUpdates.map(\.old)).lazy
    let targets = (itemInserts + itemMoves.map(\.new) + itemUpdates.map(\.new)).lazy
    guard !changesSections, newCount >= 0,
      places.allSatisfy({ $0.section == 0 && $0.item < old.count }),
      targets.allSatisfy({ $0.section == 0 && $0.item < newCount })
    else { return false }
    var stays = ContiguousArray(repeating: true, count: old.count)
    for position in itemDeletes { stays[position.item] = false }
    for move in itemMoves { stays[move.old.item] = false }
    guard stays.count(where: { $0 }) == newCount - itemInserts.count - itemMoves.count else {
      return false
    }

    var result = Rows()
    result.reserveCapacity(newCount)
    var next = 0
    var inserts = itemInserts[...]
    var moves = itemMoves[...]
    var updates = itemUpdates[...]
    for index in 0..<newCount {
      let isUpdate = updates.first?.new.item == index
      if isUpdate { updates.removeFirst() }
      if inserts.first?.item == index {
        inserts.removeFirst()
        result.append(try element(index))
      } else if let move = moves.first, move.new.item == index {
        moves.removeFirst()
        result.append(isUpdate ? try element(index) : old[move.old.item])
      } else {
        while next < old.count, !stays[next] { next += 1 }
        guard next < old.count else { return false }
        result.append(isUpdate ? try element(index) : old[next])
        next += 1
      }
    }
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
    /// Moves become associated pairs; updates become a removal and an insertion, associated too if
    /// the row stays, so that applying the difference gives the new list.
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
      guard places.allSatisfy({ $0.section == 0 && $0.item < old.count }),
        targets.allSatisfy({ $0.section == 0 && $0.item < new.count })
      else { return nil }
      func oldElement(_ position: ListPosition) -> Rows.Element {
        old[old.startIndex + position.item]
      }
      func newElement(_ position: ListPosition) -> Rows.Element {
        new[new.startIndex + position.item]
      }
      var changes: [CollectionDifference<Rows.Element>.Change] = []
      for position in itemDeletes {
        changes.append(
          .remove(offset: position.item, element: oldElement(position), associatedWith: nil))
      }
      for position in itemInserts {
        changes.append(
          .insert(offset: position.item, element: newElement(position), associatedWith: nil))
      }
      let moved = Set(itemMoves.map(\.new))
      let updated = itemUpdates.filter { !moved.contains($0.new) }
        .map { ListMove(old: $0.old, new: $0.new) }
      for pair in itemMoves + updated {
        changes.append(
          .remove(
            offset: pair.old.item, element: oldElement(pair.old), associatedWith: pair.new.item))
        changes.append(
          .insert(
            offset: pair.new.item, element: newElement(pair.new), associatedWith: pair.old.item))
      }
      return CollectionDifference(changes)
    }
  }
#endif
