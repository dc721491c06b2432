/// The part of a text that stands in JSON strings as it is, found eight bytes at a time.
enum PlainText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The place of the first byte from `start` on that is no plain ASCII: a quote, a backslash, below 0x20 or above 0x7F; the
  /// number of bytes if all are.
  ///
  /// - Complexity: O(length of the run).
  @inline(__always)
  static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position <= bytes.count - 8,
      unsafe isPlain(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    {
      position += 8
    }
    while position < bytes.count, unsafe isPlain(bytes[position]) { position += 1 }
    return position
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Whether all of eight bytes are plain.
  ///
  /// If `(x - 1) & ~x` has no high bit in any byte, no byte of `x` is zero (Warren, Hacker's Delight, section 6-1).
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      | (word &- ones &* 0x20) & ~word | word
    return found & highBits == 0
  }
}
