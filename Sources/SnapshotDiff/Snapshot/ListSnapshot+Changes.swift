extension ListSnapshot {
  /// The exact difference from `old` to this snapshot, with the fewest moves.
  public func changes(from old: ListSnapshot) -> ListChanges {
    var changes = ListChanges()
    let oldSections = old.sectionIdentifiers
    let newSections = sectionIdentifiers
    let oldSectionIndex = Dictionary(
      uniqueKeysWithValues: oldSections.enumerated().map { ($1, $0) })
    let newSectionSet = Set(newSections)
    changes.sectionDeletes = oldSections.indices.filter { !newSectionSet.contains(oldSections[$0]) }
    var kept: [SectionPair] = []
    for (new, id) in newSections.enumerated() {
      if let oldIndex = oldSectionIndex[id] {
        kept.append(SectionPair(old: oldIndex, new: new))
        if old.version(ofSectionAt: oldIndex) != version(ofSectionAt: new) {
          changes.sectionUpdates.append(SectionPair(old: oldIndex, new: new))
        }
      } else {
        changes.sectionInserts.append(new)
      }
    }
    let staying = Set(longestRising(kept.map(\.old)))
    changes.sectionMoves = kept.indices.filter { !staying.contains($0) }.map { kept[$0] }

    var oldPlaces: [ItemID: ListPosition] = [:]
    for section in oldSections.indices {
      for (item, row) in old.forest.rows(inSection: section).enumerated() {
        oldPlaces[old.itemKeys.id(of: row.key)] = ListPosition(section: section, item: item)
      }
    }
    for (new, id) in newSections.enumerated() {
      var stayingPairs: [ListMove] = []
      for (item, row) in forest.rows(inSection: new).enumerated() {
        let place = ListPosition(section: new, item: item)
        guard let from = oldPlaces.removeValue(forKey: itemKeys.id(of: row.key)) else {
          changes.itemInserts.append(place)
          continue
        }
        let version = old.version(at: from)
        if version != row.version {
          changes.itemUpdates.append(
            ListUpdate(old: from, new: place, kind: row.version.update(since: version)))
        }
        if oldSectionIndex[id] == from.section {
          stayingPairs.append(ListMove(old: from, new: place))
        } else {
          changes.itemMoves.append(ListMove(old: from, new: place))
        }
      }
      let rising = Set(longestRising(stayingPairs.map(\.old.item)))
      changes.itemMoves += stayingPairs.indices.filter { !rising.contains($0) }.map {
        stayingPairs[$0]
      }
    }
    changes.itemMoves.sort { $0.new < $1.new }
    changes.itemDeletes = oldPlaces.values.sorted()
    return changes
  }
}

/// The longest run of `positions` that rises, as offsets into it.
func longestRising(_ positions: [Int]) -> [Int] {
  var tails: [Int] = []
  var before = [Int](repeating: -1, count: positions.count)
  for (index, position) in positions.enumerated() {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if positions[tails[middle]] < position { low = middle + 1 } else { high = middle }
    }
    if low > 0 { before[index] = tails[low - 1] }
    if low == tails.count { tails.append(index) } else { tails[low] = index }
  }
  var result: [Int] = []
  var next = tails.last ?? -1
  while next >= 0 {
    result.append(next)
    next = before[next]
  }
  return result.reversed()
}
