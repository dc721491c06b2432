/// Writes JSON (RFC 8259) into UTF-8 bytes, without spaces.
///
/// It writes tokens; commas, colons and brackets are the caller's, through `append`.
package struct JSONWriter: Sendable {
  /// What has been written.
  package var bytes: [UInt8]

  /// Goes on after `bytes`.
  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Writes one byte as it is.
  package mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes text as it is: `null`, `true`, a name that needs no escapes.
  package mutating func append(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a bool.
  package mutating func write(_ value: Bool) {
    append(value ? "true" : "false")
  }

  /// Writes an integer, every digit.
  package mutating func write(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    write(value.magnitude)
  }

  /// Writes an integer, every digit.
  package mutating func write(_ value: UInt64) {
    let start = bytes.count
    var rest = value
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a number in the shortest form that reads back as it, or `"Infinity"`, `"-Infinity"`, `"NaN"`.
  package mutating func write<Number: FlatBufferReal & CustomStringConvertible>(real: Number) {
    if let name = NonFiniteName(real) {
      write(string: name.rawValue)
    } else {
      bytes.append(contentsOf: real.description.utf8)
    }
  }

  /// Writes a string, quoted and escaped.
  package mutating func write(string: String) {
    var string = string
    string.withUTF8 { unsafe write(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Writes the string of UTF-8 that the caller knows to be valid, quoted and escaped.
  ///
  /// Escaped are quotes, backslashes and what is below U+0020; the rest stands as it is.
  package mutating func write(utf8: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while true {
      index = unsafe PlainText.end(in: utf8, from: index)
      guard index < utf8.count else { break }
      let byte = unsafe utf8[index]
      index += 1
      guard byte < 0x80 else { continue }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[start..<index - 1]))
      escape(byte)
      start = index
    }
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes bytes as a string of base64.
  package mutating func write(base64 data: some Collection<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    Base64.append(data, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    default:
      append("\\u00")
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
