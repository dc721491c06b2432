package import FlatBufferCoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// How two values of a query compare. Integers of any kind compare exactly with one another and with reals, texts by
// their bytes, and values of unlike kinds (a text and a number) not at all.
extension PathValue {
  /// Whether the value is null, or a NaN, which counts as null.
  @inline(__always)
  package var isNull: Bool {
    switch self {
    case .null: true
    case .real(let value): value.isNaN
    default: false
    }
  }

  /// Whether the values are the same; null is the same as null only.
  package func isSame(as other: PathValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a == b
    case (.text(let a), .text(let b)): unsafe a.count == b.count && Self.order(a, b) == 0
    default:
      if let order = order(to: other) { order == 0 } else { isNull && other.isNull }
    }
  }

  /// Negative, zero or positive as the value comes before, with or after the other; nil with null or unlike kinds.
  package func order(to other: PathValue) -> Int? {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): Self.order(a, b)
    case (.unsigned(let a), .unsigned(let b)): Self.order(a, b)
    case (.text(let a), .text(let b)): unsafe Self.order(a, b)
    case (.real(let a), .real(let b)): a.isNaN || b.isNaN ? nil : Self.order(a, b)
    case (.bool(let a), .bool(let b)): Self.order(a ? 1 : 0, b ? 1 : 0)
    case (.integer(let a), .unsigned(let b)): a < 0 ? -1 : Self.order(UInt64(a), b)
    case (.unsigned(let a), .integer(let b)): b < 0 ? 1 : Self.order(a, UInt64(b))
    case (.integer(let a), .real(let b)): Self.order(a, real: b)
    case (.unsigned(let a), .real(let b)): Self.order(a, real: b)
    case (.real(let a), .integer(let b)): Self.order(b, real: a).map { -$0 }
    case (.real(let a), .unsigned(let b)): Self.order(b, real: a).map { -$0 }
    default: nil
    }
  }

  @inline(__always)
  private static func order<T: Comparable>(_ a: T, _ b: T) -> Int {
    a < b ? -1 : a == b ? 0 : 1
  }

  /// Compares bytes; a prefix comes before what it starts.
  package static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let shared = min(a.count, b.count)
    if shared > 0, let left = a.baseAddress, let right = b.baseAddress {
      let order = unsafe memcmp(left, right, shared)
      if order != 0 { return Int(order) }
    }
    return a.count - b.count
  }

  /// Compares an integer with a real exactly, also where a double can't hold the integer.
  private static func order<I: FixedWidthInteger>(_ integer: I, real: Double) -> Int? {
    if real.isNaN { return nil }
    let floor = real.rounded(.down)
    guard let whole = I(exactly: floor) else { return floor < 0 ? 1 : -1 }
    if integer != whole { return integer < whole ? -1 : 1 }
    return floor < real ? -1 : 0
  }
}

// Where texts start and what they contain, byte by byte.
extension PathValue {
  /// Whether the value is a text that starts with these bytes.
  package func hasPrefix(_ prefix: UnsafeRawBufferPointer) -> Bool {
    guard case .text(let bytes) = self, bytes.count >= prefix.count else { return false }
    guard prefix.count > 0, let left = bytes.baseAddress, let right = prefix.baseAddress else {
      return true
    }
    return unsafe memcmp(left, right, prefix.count) == 0
  }

  /// Whether the value is a text that has these bytes somewhere.
  package func contains(_ part: UnsafeRawBufferPointer) -> Bool {
    guard case .text(let bytes) = self, bytes.count >= part.count else { return false }
    guard part.count > 0, var start = bytes.baseAddress, let wanted = part.baseAddress else {
      return true
    }
    var places = bytes.count - part.count + 1
    while places > 0, let found = unsafe memchr(start, Int32(part[0]), places) {
      if unsafe memcmp(found, wanted, part.count) == 0 { return true }
      let passed = unsafe UnsafeRawPointer(found) - start + 1
      unsafe start += passed
      places -= passed
    }
    return false
  }
}
