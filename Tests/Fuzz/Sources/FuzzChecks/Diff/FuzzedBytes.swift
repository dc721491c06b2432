/// An input, taken byte by byte as choices.
struct FuzzedBytes {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = unsafe [UInt8](bytes)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The number of bytes left.
  var remaining: Int { bytes.count - position }

  /// The next byte; 0 at the end.
  mutating func next() -> Int {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return Int(bytes[position])
  }

  /// A number below `limit`, which is positive.
  mutating func next(below limit: Int) -> Int {
    limit > 256 ? (next() << 8 | next()) % limit : next() % limit
  }
}
