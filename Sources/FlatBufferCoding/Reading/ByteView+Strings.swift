extension ByteView {
  /// The bytes of the string that the offset at `position` leads to, without the terminating zero.
  @unsafe @inlinable
  func string(_ position: Int) throws(FlatBufferError) -> UnsafeRawBufferPointer {
    let start = try follow(position, room: 5)
    let length = Int(truncatingIfNeeded: load(start, as: UInt32.self))
    guard length >= 0, length <= count - start - 5 else { throw .outside("a string", at: start) }
    guard load(start + 4 + length, as: UInt8.self) == 0 else { throw .unterminated(at: start) }
    try spend(16 + length)
    return unsafe UnsafeRawBufferPointer(start: base + start + 4, count: length)
  }

  /// The string that the offset at `position` leads to.
  @inlinable
  func validatedString(_ position: Int) throws(FlatBufferError) -> String {
    let bytes = try unsafe string(position)
    let string = unsafe Self.decode(bytes)
    guard unsafe Self.isASCII(bytes) || Self.isSame(string, bytes) else {
      throw .notUnicode(at: position)
    }
    return string
  }

  /// Checks the string that the offset at `position` leads to.
  func verifyString(_ position: Int) throws(FlatBufferError) {
    let bytes = try unsafe string(position)
    guard unsafe Self.isASCII(bytes) || Self.isSame(Self.decode(bytes), bytes) else {
      throw .notUnicode(at: position)
    }
  }

  /// The string of bytes, repaired where they are not UTF-8.
  ///
  /// `String(validating:)` would tell, but takes five times as long for short strings.
  @unsafe @inlinable
  static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    unsafe String(decoding: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
  }

  /// Whether no byte is above 127; eight are looked at at a time.
  @unsafe @inlinable
  static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    var position = 0
    var seen: UInt64 = 0
    while position &+ 8 <= count {
      seen |= unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position &+= 8
    }
    while position < count {
      seen |= unsafe UInt64(bytes[position])
      position &+= 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Whether a string that was decoded from bytes was not repaired, and so still has them.
  @unsafe @usableFromInline
  static func isSame(_ string: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard string.utf8.count == bytes.count else { return false }
    return unsafe string.utf8.elementsEqual(bytes)
  }
}
