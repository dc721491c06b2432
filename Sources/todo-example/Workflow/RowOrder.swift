import WorkspaceStore

/// Where a row stands among those of its list.
///
/// Positions have gaps, so that a move writes one record; only when a gap is used up are the rows of that list numbered
/// anew.
enum RowOrder {
  private static let gap: Int64 = 1 << 20

  /// A position for a row that is to stand at `index` of a list, from zero.
  ///
  /// - Parameters:
  ///   - index: The place among the other rows, cut to those that there are; nil is the end.
  ///   - list: The list.
  ///   - todo: The row itself, if it may be in the list already.
  ///   - changes: The transaction, which may have to number rows anew.
  /// - Returns: The position to give to the row.
  /// - Throws: What the store throws.
  static func position(
    at index: Int?, in list: Int64, besides todo: Int64 = 0, _ changes: borrowing Transaction
  ) throws -> Int64 {
    let inList = Todo.where { $0.list == list && $0.id != todo }.order { $0.position.ascending }
    var rows = try changes.fetch(inList)
    let index = min(max(0, index ?? rows.count), rows.count)
    if let free = between(rows, at: index) {
      return free
    }
    for place in rows.indices {
      rows[place].position = Int64(place + 1) * gap
      try changes.update(rows[place])
    }
    return between(rows, at: index) ?? gap
  }

  private static func between(_ rows: [Todo], at index: Int) -> Int64? {
    let before = index > 0 ? rows[index - 1].position : nil
    let after = index < rows.count ? rows[index].position : nil
    switch (before, after) {
    case (nil, nil): return gap
    case (let before?, nil): return before + gap
    case (nil, let after?): return after - gap
    case (let before?, let after?):
      let middle = before + (after - before) / 2
      return middle > before ? middle : nil
    }
  }
}
