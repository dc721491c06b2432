/// Whether bytes are UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Validation {
  /// The place of the first byte that does not start or continue a character; nil if all is well.
  ///
  /// - Complexity: O(number of bytes); eight at a time while they are ASCII.
  static func firstInvalid(in bytes: UnsafeRawBufferPointer) -> Int? {
    let count = bytes.count
    var position = 0
    while position < count {
      if position <= count - 8,
        unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        position += 8
        continue
      }
      let lead = unsafe bytes[position]
      if lead < 0x80 {
        position += 1
        continue
      }
      guard let (length, range) = sequence(of: lead), length <= count - position,
        unsafe range.contains(bytes[position + 1])
      else { return position }
      for next in (position + 1)..<(position + length) {
        guard unsafe bytes[next] & 0xC0 == 0x80 else { return position }
      }
      position += length
    }
    return nil
  }

  /// The number of bytes of a character by its first, and what the second may be.
  private static func sequence(of lead: UInt8) -> (Int, ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
