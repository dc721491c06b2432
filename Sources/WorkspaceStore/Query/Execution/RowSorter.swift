import FlatBufferCoding

/// Rows put in an order that no index gives, all of them, as without a limit or with a large one.
///
/// Their bytes are in one arena. Beyond a number of bytes only row ids are kept, and bytes are read again by row id.
final class RowSorter {
  /// What is compared, without references, so that sorting moves plain memory.
  struct Entry {
    let high: UInt64
    let low: UInt64
    let tie: UInt64
    /// The row's place in `rows`.
    var row: Int
  }

  /// A row, in the order of adding.
  struct Row {
    var rowID: Int64
    var tail: [UInt8]
  }

  private var entries: [Entry] = []
  private var rows: [Row] = []
  private let arena = ByteArena()
  private(set) var keepsBytes = true
  private var hasTails = false
  private let memory: Int

  /// Makes a sorter that keeps rows' bytes up to `memory` bytes in all.
  init(memory: Int) {
    self.memory = memory
  }

  /// How many rows there are.
  var count: Int { entries.count }

  /// How many bytes of rows are kept.
  var byteCount: Int { arena.byteCount }

  /// The row at a place of the order.
  func row(_ place: Int) -> Row { rows[entries[place].row] }

  /// The bytes of the row at a place of the order, if bytes are kept; valid while this object is there.
  func bytes(_ place: Int) -> UnsafeRawBufferPointer { unsafe arena.bytes(entries[place].row) }

  /// Adds a row with its bytes.
  func add(_ key: SortKey, _ bytes: UnsafeRawBufferPointer) {
    if keepsBytes { unsafe arena.append(bytes) }
    if arena.byteCount > memory {
      keepsBytes = false
      arena.removeAll()
    }
    if !key.tail.isEmpty { hasTails = true }
    entries.append(
      Entry(high: key.head.0, low: key.head.1, tie: key.tie, row: rows.count))
    rows.append(Row(rowID: key.rowID, tail: key.tail))
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
