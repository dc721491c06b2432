extension [ChangeSet] {
  /// The change sets of a group, but that rows which came without bytes stand in the last set with rows of their type.
  ///
  /// They are read when all are committed; told before that they would be as that commit did not leave them.
  ///
  /// - Parameter isWatched: Whether somebody is told of a type's rows, by its number.
  /// - Returns: As many sets, in the same order.
  func holdingUnreadRows(of isWatched: (Int64) -> Bool) -> [ChangeSet] {
    guard count > 1 else { return self }
    var sets = self
    var held: [Int64: (rowIDs: Set<Int64>, place: Int)] = [:]
    for (place, set) in enumerated() {
      for case (let type, .rowIDs(let rowIDs)) in set.types where isWatched(type) {
        held[type, default: ([], place)].rowIDs.formUnion(rowIDs)
        held[type]?.place = place
        sets[place].types[type] = nil
      }
    }
    for (type, rows) in held { sets[rows.place].types[type] = .rowIDs(rows.rowIDs.sorted()) }
    return sets
  }
}

extension CommitSink {
  /// The change sets of a session as this is told of them.
  func told(_ sets: [ChangeSet], of catalog: Catalog) -> [ChangeSet] {
    guard sets.count > 1 else { return sets }
    let watched = watchedTypes()
    return sets.holdingUnreadRows { number in
      catalog.type(number: number).map(watched.contains) ?? false
    }
  }
}
