import FlatBufferCoding

/// Rows put in an order that no index gives.
///
/// With a limit only the best rows are kept, in a heap; without one all are, their bytes in one arena. Beyond a
/// number of bytes only row ids are kept, and bytes are read again by row id.
final class RowSorter {
  /// What is compared, without references, so that sorting moves plain memory.
  struct Entry {
    let high: UInt64
    let low: UInt64
    let tie: UInt64
    /// The row's place in `rows`.
    var row: Int
  }

  /// Where a row's bytes are.
  struct Row {
    var rowID: Int64
    var tail: [UInt8]
    var start: Int
    var count: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var rows: [Row] = []
  private(set) var arena: [UInt8] = []
  private(set) var keepsBytes = true
  private var hasTails = false
  private let memory: Int

  /// Makes a sorter that keeps rows' bytes up to `memory` bytes in all.
  init(memory: Int) {
    self.memory = memory
  }

  /// Adds a row with its bytes.
  func add(_ key: SortKey, _ bytes: UnsafeRawBufferPointer) {
    let start = arena.count
    if keepsBytes { unsafe arena.append(contentsOf: bytes) }
    if arena.count > memory {
      keepsBytes = false
      arena = []
    }
    if !key.tail.isEmpty { hasTails = true }
    entries.append(
      Entry(high: key.head.0, low: key.head.1, tie: key.tie, row: rows.count))
    rows.append(Row(rowID: key.rowID, tail: key.tail, start: start, count: bytes.count))
  }

  /// Puts the rows in order.
  func sort() {
    guard hasTails else {
      return entries.sort { a, b in
        a.high != b.high ? a.high < b.high : a.low != b.low ? a.low < b.low : a.tie < b.tie
      }
    }
    let rows = rows
    entries.sort { a, b in
      if a.high != b.high { return a.high < b.high }
      if a.low != b.low { return a.low < b.low }
      let order = SortKey.order(rows[a.row].tail, rows[b.row].tail)
      return order != 0 ? order < 0 : a.tie < b.tie
    }
  }
}
