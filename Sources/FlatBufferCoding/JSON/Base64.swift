/// Base64 (RFC 4648, section 4), with padding and without line breaks.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte as a digit; 255 for what is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private static let padding = UInt8(ascii: "=")

  /// The text of bytes.
  ///
  /// - Complexity: O(number of bytes).
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of bytes to UTF-8.
  package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    let digits = digits
    var group: UInt32 = 0
    var count = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      count += 1
      guard count == 3 else { continue }
      for shift in [18, 12, 6, 0] as [UInt32] { text.append(digits[Int(group >> shift & 63)]) }
      group = 0
      count = 0
    }
    guard count > 0 else { return }
    group <<= count == 1 ? 16 : 8
    for index in 0...count { text.append(digits[Int(group >> UInt32(18 - 6 * index) & 63)]) }
    for _ in count..<3 { text.append(padding) }
  }

  /// The bytes of a text; nil if it is not exactly what `encode` writes for some bytes.
  ///
  /// - Complexity: O(length of the text).
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    return append(decoding: text.utf8, to: &bytes) ? bytes : nil
  }

  /// Appends the bytes of a text in UTF-8; false if it is not exactly what `encode` writes for some bytes.
  package static func append(
    decoding text: some Collection<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    let values = values
    guard text.count.isMultiple(of: 4) else { return false }
    var group: UInt32 = 0
    var count = 0
    var padded = 0
    for digit in text {
      let value = values[Int(digit)]
      if value != 255, padded == 0 {
        group = group << 6 | UInt32(value)
      } else {
        guard digit == padding else { return false }
        padded += 1
        group <<= 6
      }
      count += 1
      guard count == 4 else { continue }
      guard append(group, without: padded, to: &bytes) else { return false }
      group = 0
      count = 0
    }
    return true
  }

  /// Appends the bytes of 24 bits without the last ones, which must be zero.
  @inline(__always)
  private static func append(
    _ group: UInt32, without padded: Int, to bytes: inout [UInt8]
  ) -> Bool {
    guard padded <= 2, group & (1 << UInt32(8 * padded) - 1) == 0 else { return false }
    bytes.append(UInt8(truncatingIfNeeded: group >> 16))
    if padded < 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
    if padded < 1 { bytes.append(UInt8(truncatingIfNeeded: group)) }
    return true
  }
}
