import FlatBufferCoding

/// Where a row stands in an order: the terms' values and the row id, as bytes that compare from the left.
///
/// Keys of one `SortOrder` compare with one another and with no others. Terms come one after another, each so encoded
/// that smaller bytes come first; a descending term has its bits inverted. The first 16 bytes are held in place, so
/// that numbers and short strings need no memory of their own.
package struct SortKey: Sendable, Hashable {
  /// The first 16 bytes, padded with zeros; the first byte is the highest.
  package fileprivate(set) var head: (UInt64, UInt64)
  /// Bytes after the sixteenth.
  package fileprivate(set) var tail: [UInt8]
  /// The row id so that it compares unsigned, inverted if ties come by descending row id.
  package let tie: UInt64
  private let ascends: Bool

  /// Starts a key without terms.
  init(rowID: Int64, ascends: Bool) {
    head = (0, 0)
    tail = []
    let biased = UInt64(bitPattern: rowID) ^ (1 << 63)
    tie = ascends ? biased : ~biased
    self.ascends = ascends
  }

  /// The row's id.
  package var rowID: Int64 {
    Int64(bitPattern: (ascends ? tie : ~tie) ^ (1 << 63))
  }

  /// Whether two keys have the same terms and row id.
  package static func == (left: SortKey, right: SortKey) -> Bool {
    left.head == right.head && left.tie == right.tie && left.tail == right.tail
  }

  /// Feeds the row id, which alone tells rows apart.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(tie)
  }
}

extension SortKey: Comparable {
  /// Whether the left row comes first.
  package static func < (left: SortKey, right: SortKey) -> Bool {
    if left.head.0 != right.head.0 { return left.head.0 < right.head.0 }
    if left.head.1 != right.head.1 { return left.head.1 < right.head.1 }
    if !left.tail.isEmpty || !right.tail.isEmpty {
      let order = Self.order(left.tail, right.tail)
      if order != 0 { return order < 0 }
    }
    return left.tie < right.tie
  }

  /// Compares the bytes after the sixteenth.
  static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    unsafe left.withUnsafeBytes { a in
      unsafe right.withUnsafeBytes { b in unsafe PathValue.order(a, b) }
    }
  }
}

/// Appends bytes to a key, inverted for a descending term.
struct SortKeyWriter {
  private(set) var key: SortKey
  private var count = 0
  private var mask: UInt8 = 0

  init(_ key: SortKey) {
    self.key = key
  }

  /// Starts a term.
  mutating func startTerm(isAscending: Bool) {
    mask = isAscending ? 0 : 0xff
  }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) {
    let byte = byte ^ mask
    if count < 8 {
      key.head.0 |= UInt64(byte) << UInt64(56 - 8 * count)
    } else if count < 16 {
      key.head.1 |= UInt64(byte) << UInt64(120 - 8 * count)
    } else {
      key.tail.append(byte)
    }
    count += 1
  }

  /// Appends eight bytes, the highest first.
  mutating func append(_ word: UInt64) {
    if count == 0 {
      key.head.0 = mask == 0 ? word : ~word
      count = 8
    } else if count == 8 {
      key.head.1 = mask == 0 ? word : ~word
      count = 16
    } else {
      for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
        append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
  }

  /// Appends a text: a zero byte as 0 255, then 0 0, so that a prefix comes first and texts end where they end.
  mutating func append(_ text: UnsafeRawBufferPointer) {
    for index in text.indices {
      let byte = unsafe text[index]
      append(byte)
      if byte == 0 { append(0xff as UInt8) }
    }
    append(0 as UInt8)
    append(0 as UInt8)
  }
}
