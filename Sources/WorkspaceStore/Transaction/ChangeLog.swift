/// The form of `__commit.changes`.
///
/// One entry per type with changes, in order of type number, the dictionary's (number 0) first: the number; the count of
/// row ids plus one, or 0 for a whole type; then the first row id, zigzag-encoded, and the distances from each
/// to the next. All are variable-length integers of seven bits a byte, the lowest first.
enum ChangeLog {
  /// The changes of one commit as the log records them.
  struct Entry: Hashable {
    /// The type's number; 0 for the dictionary.
    let type: Int64
    /// The row ids in order; nil for a whole type.
    let rowIDs: [Int64]?
  }

  /// Encodes a change set.
  static func encode(_ changes: ChangeSet) -> [UInt8] {
    var bytes: [UInt8] = []
    if !changes.dictionary.isEmpty {
      put(type: 0, changes.dictionary, { $0.rowID }, into: &bytes)
    }
    for (type, change) in changes.types.sorted(by: { $0.key < $1.key }) {
      switch change {
      case .rows(let rows): put(type: type, rows, { $0.rowID }, into: &bytes)
      case .rowIDs(let rowIDs): put(type: type, rowIDs, { $0 }, into: &bytes)
      case .everything:
        put(UInt64(type), into: &bytes)
        put(0, into: &bytes)
      }
    }
    return bytes
  }

  /// Decodes a row of the log; nil if it is damaged.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> [Entry]? {
    var position = 0
    var entries: [Entry] = []
    while position < bytes.count {
      guard let type = unsafe take(bytes, &position),
        let mark = unsafe take(bytes, &position)
      else { return nil }
      guard mark > 0 else {
        // The dictionary's entries are always named.
        guard type != 0 else { return nil }
        entries.append(Entry(type: Int64(bitPattern: type), rowIDs: nil))
        continue
      }
      // Each row id takes a byte at least, so damaged counts can't ask for much memory.
      guard mark - 1 <= UInt64(bytes.count - position) else { return nil }
      var rowIDs: [Int64] = []
      rowIDs.reserveCapacity(Int(mark - 1))
      for index in 0..<(mark - 1) {
        guard let value = unsafe take(bytes, &position) else { return nil }
        if index == 0 {
          rowIDs.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
        } else if let last = rowIDs.last {
          rowIDs.append(last &+ Int64(bitPattern: value))
        }
      }
      entries.append(Entry(type: Int64(bitPattern: type), rowIDs: rowIDs))
    }
    return entries
  }

  private static func put<Row>(
    type: Int64, _ rows: [Row], _ rowID: (Row) -> Int64, into bytes: inout [UInt8]
  ) {
    put(UInt64(type), into: &bytes)
    put(UInt64(rows.count) + 1, into: &bytes)
    var last: Int64?
    for row in rows {
      let value = rowID(row)
      if let last {
        put(UInt64(bitPattern: value &- last), into: &bytes)
      } else {
        put(UInt64(bitPattern: value << 1 ^ value >> 63), into: &bytes)
      }
      last = value
    }
  }

  private static func put(_ value: UInt64, into bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func take(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = unsafe bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
