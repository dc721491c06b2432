extension Lexer {
  /// A number without its sign: all letters, digits and points that hang together, and signs of exponents.
  mutating func number(_ log: inout DiagnosticLog) -> Token? {
    let start = position
    let isHex = peek() == UInt8(ascii: "0") && peek(1) | 0x20 == UInt8(ascii: "x")
    while true {
      let byte = peek()
      let isExponent = byte | 0x20 == UInt8(ascii: isHex ? "p" : "e")
      if isExponent, peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") {
        position += 2
      } else if byte.isDigit || byte.isIdentifierHead || byte == UInt8(ascii: ".") {
        position += 1
      } else {
        break
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if text.utf8.allSatisfy(\.isDigit) { return token(.integer, from: start) }
    if isHex, text.utf8.count > 2, text.utf8.dropFirst(2).allSatisfy(\.isHexDigit) {
      return token(.integer, from: start)
    }
    if Double(text) != nil { return token(.real, from: start) }
    log.error(
      "'\(text)' is not a number", at: range(start, position),
      remedy: "write it like 12, 0x1F, 1.5 or 1e-3")
    return nil
  }

  /// A string in single or double quotes, with the escapes of FlatBuffers (those of JSON, and `\x41`).
  mutating func string(_ log: inout DiagnosticLog) -> Token? {
    let start = position
    let quote = peek()
    position += 1
    var content: [UInt8] = []
    while position < bytes.count, peek() != quote, peek() != UInt8(ascii: "\n") {
      if peek() == UInt8(ascii: "\\") {
        let escape = position
        guard let text = escaped() else {
          log.error(
            "this escape is not known", at: range(escape, min(escape + 2, bytes.count)),
            remedy: "use one of \\n \\t \\r \\b \\f \\\" \\' \\\\ \\/ \\u0041 \\x41")
          continue
        }
        content += text
      } else {
        content.append(peek())
        position += 1
      }
    }
    guard peek() == quote, position < bytes.count else {
      log.error(
        "this string has no end", at: range(start, start + 1),
        remedy: "close it with \(String(UnicodeScalar(quote))) on the same line")
      return nil
    }
    position += 1
    return token(.string(String(decoding: content, as: UTF8.self)), from: start)
  }

  /// What an escape stands for, UTF-8; nil, and past the backslash, if it is none.
  private mutating func escaped() -> [UInt8]? {
    position += 1
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, UInt8(ascii: "\""): 34, UInt8(ascii: "'"): 39,
      UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47,
    ]
    if let byte = simple[peek()] {
      position += 1
      return [byte]
    }
    let digits = peek() == UInt8(ascii: "u") ? 4 : peek() == UInt8(ascii: "x") ? 2 : 0
    guard digits > 0, position + digits < bytes.count else { return nil }
    let text = bytes[(position + 1)...(position + digits)]
    guard text.allSatisfy(\.isHexDigit),
      let number = UInt32(String(decoding: text, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    position += digits + 1
    return Array(String(scalar).utf8)
  }
}

extension UInt8 {
  /// Whether this is a hexadecimal digit.
  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
