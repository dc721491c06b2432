/// A JSON text that a tape describes: strings and numbers of its nodes.
///
/// Bounds: nodes are those that `JSONTape.read` made of the same text, so that their bytes lie within it; slices are
/// checked again by `UnsafeRawBufferPointer` in debug builds. Lifetime: the text is the caller's, and outlives this value.
/// `JSONTapeTests` run this.
@safe
package struct JSONText {
  /// The text.
  package let bytes: UnsafeRawBufferPointer

  /// Wraps a text.
  package init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = bytes
  }

  /// The bytes of a value as they stand; of a string, what is between the quotes.
  @unsafe
  func raw(_ node: JSONTape.Node) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
  }

  /// Hands out the UTF-8 of a string, unescaped into `scratch` where it must be.
  func withString<Result>(
    _ node: JSONTape.Node, scratch: inout [UInt8],
    _ body: (UnsafeRawBufferPointer) throws(FlatBufferError) -> Result
  ) throws(FlatBufferError) -> Result {
    guard node.hasEscapes else { return try unsafe body(raw(node)) }
    scratch.removeAll(keepingCapacity: true)
    unsafe unescape(raw(node), into: &scratch)
    return try unsafe scratch.withUnsafeBufferPointer {
      (utf8) throws(FlatBufferError) -> Result in
      try unsafe body(UnsafeRawBufferPointer(utf8))
    }
  }

  /// A string.
  package func string(_ node: JSONTape.Node) -> String {
    guard node.hasEscapes else { return unsafe String(decoding: raw(node), as: UTF8.self) }
    var unescaped: [UInt8] = []
    unsafe unescape(raw(node), into: &unescaped)
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// The sign and size of an integer; nil if it has more than 64 bits.
  package func integer(_ node: JSONTape.Node) -> (isNegative: Bool, magnitude: UInt64)? {
    var magnitude: UInt64 = 0
    var isNegative = false
    let raw = unsafe raw(node)
    for index in 0..<raw.count {
      let byte = unsafe raw[index]
      if byte == UInt8(ascii: "-") {
        isNegative = true
        continue
      }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if overflow || carry { return nil }
      magnitude = sum
    }
    return (isNegative, magnitude)
  }

  /// A signed integer; nil if it has more than 64 bits.
  package func signed(_ node: JSONTape.Node) -> Int64? {
    guard let (isNegative, magnitude) = integer(node) else { return nil }
    if isNegative {
      return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// A number, rounded once to the nearest; infinite if it is too large.
  package func real<Number: FlatBufferReal & LosslessStringConvertible>(
    _ node: JSONTape.Node, as type: Number.Type
  ) -> Number {
    if let exact = exact(node, as: type) { return exact }
    // Every JSON number has the form that Swift reads.
    return Number(unsafe String(decoding: raw(node), as: UTF8.self)) ?? .nan
  }

  /// A number whose digits and power of ten are both exact, so that one division or product rounds it right.
  ///
  /// The fast path of W. D. Clinger, How to read floating point numbers accurately (1990).
  private func exact<Number: FlatBufferReal>(
    _ node: JSONTape.Node, as type: Number.Type
  ) -> Number? {
    var digits: UInt64 = 0
    var power = 0
    var exponent = 0
    var isNegative = false
    var isExponentNegative = false
    var isBehindPoint = false
    var isInExponent = false
    let raw = unsafe raw(node)
    for index in 0..<raw.count {
      let byte = unsafe raw[index]
      switch byte {
      case UInt8(ascii: "-"):
        if isInExponent { isExponentNegative = true } else { isNegative = true }
      case UInt8(ascii: "+"): break
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      default:
        let digit = byte - UInt8(ascii: "0")
        if isInExponent {
          exponent = exponent * 10 + Int(digit)
          if exponent > 400 { return nil }
        } else {
          digits = digits * 10 + UInt64(digit)
          if digits > 1 << UInt64(Number.significandBitCount + 1) { return nil }
          if isBehindPoint { power -= 1 }
        }
      }
    }
    power += isExponentNegative ? -exponent : exponent
    // 10^22 and 10^10 are the largest powers of ten that a double and a float hold exactly.
    guard abs(power) <= (Number.significandBitCount > 23 ? 22 : 10) else { return nil }
    var scale: Number = 1
    for _ in 0..<abs(power) { scale *= 10 }
    let magnitude = power < 0 ? Number(digits) / scale : Number(digits) * scale
    return isNegative ? -magnitude : magnitude
  }
}

/// Appends what stands between the quotes of a string, with its escapes undone; the scanner has checked them.
private func unescape(_ raw: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
  var index = 0
  func unit() -> UInt32 {
    var value: UInt32 = 0
    for offset in 2..<6 {
      let digit = unsafe JSONScanner.hexadecimalDigit(raw[index + offset]) ?? 0
      value = value << 4 | UInt32(digit)
    }
    index += 6
    return value
  }
  while index < raw.count {
    let byte = unsafe raw[index]
    guard byte == UInt8(ascii: "\\") else {
      bytes.append(byte)
      index += 1
      continue
    }
    switch unsafe raw[index + 1] {
    case UInt8(ascii: "u"):
      var scalar = unit()
      if scalar & 0xFC00 == 0xD800 { scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit() & 0x3FF }
      bytes.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      continue
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case let other: bytes.append(other)
    }
    index += 2
  }
}
