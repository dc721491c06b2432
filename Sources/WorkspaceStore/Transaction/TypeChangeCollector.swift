/// The changes of one type in a transaction or savepoint so far.
final class TypeChangeCollector {
  let number: Int64
  let isWatched: Bool
  private(set) var isEverything = false
  private var rowIDs: [Int64] = []
  private var rows = CoalescedRows()

  init(number: Int64, isWatched: Bool) {
    self.number = number
    self.isWatched = isWatched
  }

  /// Whether the bytes of rows are kept.
  var keepsBytes: Bool { isWatched && !isEverything }

  func note(rowID: Int64) {
    guard !isEverything else { return }
    rowIDs.append(rowID)
  }

  func note(_ change: RowChange) {
    guard !isEverything else { return }
    rows.note(change)
  }

  func noteEverything() {
    isEverything = true
    rowIDs = []
    rows = CoalescedRows()
  }

  func merge(_ inner: TypeChangeCollector) {
    guard !inner.isEverything else { return noteEverything() }
    for rowID in inner.rowIDs { note(rowID: rowID) }
    for row in inner.rows.all { note(row) }
  }

  /// The changes in order of row id, each row once; nil without any.
  ///
  /// - Complexity: O(*n*) where rows were changed in order, else O(*n* log *n*).
  func finish() -> TypeChanges? {
    if isEverything { return .everything }
    if isWatched {
      let changed = rows.sorted
      return changed.isEmpty ? nil : .rows(changed)
    }
    guard var last = rowIDs.first else { return nil }
    var isRising = true
    for rowID in rowIDs.dropFirst() {
      guard rowID > last else {
        isRising = false
        break
      }
      last = rowID
    }
    guard !isRising else { return .rowIDs(rowIDs) }
    rowIDs.sort()
    var unique: [Int64] = []
    unique.reserveCapacity(rowIDs.count)
    for rowID in rowIDs where unique.last != rowID { unique.append(rowID) }
    return .rowIDs(unique)
  }
}
