/// Changes of rows, one for each row: its first `before` and its last `after`.
struct CoalescedRows: Sendable {
  /// Up to how many rows are gone through rather than hashed.
  private static let fewest = 8

  private var rows: [RowChange] = []
  /// The place of each row, where there are more than a few.
  private var places: [Int64: Int] = [:]
  /// Roughly how many bytes they take.
  private(set) var byteCount = 0

  /// Adds a change that comes after all others.
  ///
  /// - Complexity: O(1) on average.
  mutating func note(_ change: RowChange) {
    byteCount += change.after?.count ?? 0
    if let place = place(of: change.rowID) {
      byteCount -= rows[place].after?.count ?? 0
      rows[place].after = change.after
      return
    }
    byteCount += 64 + (change.before?.count ?? 0)
    rows.append(change)
    guard rows.count > Self.fewest else { return }
    if places.isEmpty {
      for (place, row) in rows.enumerated() { places[row.rowID] = place }
    } else {
      places[change.rowID] = rows.count - 1
    }
  }

  private func place(of rowID: Int64) -> Int? {
    places.isEmpty ? rows.firstIndex { $0.rowID == rowID } : places[rowID]
  }

  /// The changes in order of row id, without those that have changed nothing in the end.
  ///
  /// - Complexity: O(*n*) where rows were changed in order, else O(*n* log *n*).
  var sorted: [RowChange] {
    var changed = rows
    changed.removeAll { $0.before == $0.after }
    let isRising = zip(changed, changed.dropFirst()).allSatisfy { $0.rowID < $1.rowID }
    if !isRising { changed.sort { $0.rowID < $1.rowID } }
    return changed
  }

  /// The changes in the order in which their rows came first.
  var all: [RowChange] { rows }
}
