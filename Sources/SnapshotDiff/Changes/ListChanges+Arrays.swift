extension ListChanges {
  /// The exact difference of two arrays.
  ///
  /// - Parameters:
  ///   - old: The elements before.
  ///   - new: The elements after.
  ///   - id: What makes an element the same one; ids may repeat, and then pair in order.
  ///   - isSame: Whether two elements of one id have the same content.
  @inlinable
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID,
    isSame: (Element, Element) -> Bool
  ) {
    self.init(oldIDs: old.map(id), newIDs: new.map(id)) { isSame(old[$0], new[$1]) }
  }

  /// The exact difference of two arrays of identifiable elements, whose content is compared by `==`.
  @inlinable
  public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0.id }, isSame: { $0 == $1 })
  }

  /// The exact difference of two arrays of ids without content.
  @inlinable
  public init<ID: Hashable>(fromIDs old: [ID], toIDs new: [ID]) {
    self.init(from: old, to: new, id: { $0 }, isSame: { _, _ in true })
  }

  @usableFromInline
  init<ID: Hashable>(oldIDs: [ID], newIDs: [ID], isSame: (Int, Int) -> Bool) {
    self.init()
    var places: [ID: [Int]] = [:]
    for index in oldIDs.indices.reversed() { places[oldIDs[index], default: []].append(index) }
    var kept: [(old: Int, new: Int)] = []
    for (index, id) in newIDs.enumerated() {
      guard let from = places[id]?.popLast() else {
        itemInserts.append(ListPosition(item: index))
        continue
      }
      kept.append((from, index))
      if !isSame(from, index) {
        itemUpdates.append(
          ListUpdate(old: ListPosition(item: from), new: ListPosition(item: index)))
      }
    }
    let staying = Set(longestRising(kept.map(\.old)))
    itemMoves = kept.indices.filter { !staying.contains($0) }.map {
      ListMove(old: ListPosition(item: kept[$0].old), new: ListPosition(item: kept[$0].new))
    }
    itemDeletes = places.values.joined().map { ListPosition(item: $0) }.sorted()
  }
}
