/// Cuts a schema's text into tokens; comments are dropped, documentation goes to the token after it.
struct Lexer {
  let file: Int
  let bytes: [UInt8]
  var position = 0
  private var documentation: [String] = []

  /// Cuts the text of a source of the log; malformed words are reported there and left out.
  static func tokens(ofFile file: Int, log: inout DiagnosticLog) -> [Token] {
    var lexer = Lexer(file: file, bytes: log.sources[file].bytes)
    if !lexer.isUTF8(&log) { return [lexer.token(.end, from: lexer.bytes.count)] }
    if lexer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.position = 3 }
    var tokens: [Token] = []
    while lexer.skipSpace(&log) {
      if let token = lexer.next(&log) { tokens.append(token) }
    }
    tokens.append(lexer.token(.end, from: lexer.bytes.count))
    return tokens
  }

  private init(file: Int, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Whether the text is UTF-8; the first byte that is not is reported.
  private func isUTF8(_ log: inout DiagnosticLog) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return true
      case .error:
        log.error(
          "this is not UTF-8 text", at: range(offset, offset + 1), remedy: "save the file as UTF-8")
        return false
      }
    }
  }

  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(file: file, bytes: start..<end)
  }

  mutating func token(_ kind: Token.Kind, from start: Int) -> Token {
    defer { documentation = [] }
    return Token(
      kind: kind, range: range(start, max(start, position)), documentation: documentation)
  }

  /// The byte `ahead` of the position; 0 beyond the end.
  func peek(_ ahead: Int = 0) -> UInt8 {
    position + ahead < bytes.count ? bytes[position + ahead] : 0
  }

  /// Skips white space and comments; false at the end of the text.
  private mutating func skipSpace(_ log: inout DiagnosticLog) -> Bool {
    while position < bytes.count {
      switch (peek(), peek(1)) {
      case (UInt8(ascii: " "), _), (9...13, _):
        position += 1
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        skipLine()
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        skipBlock(&log)
      default:
        return true
      }
    }
    return false
  }

  /// Skips a comment to the end of its line; `///`, but not `////`, is documentation.
  private mutating func skipLine() {
    let start = position
    position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = bytes[start..<position]
    guard line.starts(with: "///".utf8), line.dropFirst(3).first != UInt8(ascii: "/") else {
      return
    }
    let text = String(decoding: line.dropFirst(3), as: UTF8.self)
    documentation.append(text.hasSuffix("\r") ? String(text.dropLast()) : text)
  }

  private mutating func skipBlock(_ log: inout DiagnosticLog) {
    let start = position
    position += 2
    while position < bytes.count {
      if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        position += 2
        return
      }
      position += 1
    }
    log.error(
      "this comment has no end", at: range(start, start + 2), remedy: "close it with '*/'")
  }

  /// The next token; nil for what was reported.
  private mutating func next(_ log: inout DiagnosticLog) -> Token? {
    let start = position
    let byte = peek()
    if byte.isIdentifierHead {
      while peek().isIdentifierHead || peek().isDigit { position += 1 }
      return token(.identifier, from: start)
    }
    if byte.isDigit || (byte == UInt8(ascii: ".") && peek(1).isDigit) {
      return number(&log)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return string(&log)
    }
    position += 1
    if "{}()[]:;,=.+-".utf8.contains(byte) { return token(.punctuation(byte), from: start) }
    while peek() & 0xC0 == 0x80 { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    log.error(
      "'\(byte < 32 ? "control character \(byte)" : text)' has no meaning here",
      at: range(start, position), remedy: "remove it")
    return nil
  }
}

extension UInt8 {
  /// Whether an identifier can begin with this: a letter of ASCII, or `_`.
  var isIdentifierHead: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether this is a decimal digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
