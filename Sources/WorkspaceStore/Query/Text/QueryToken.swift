/// A word, number, string or sign of a textual query.
struct QueryToken {
  enum Kind: Equatable {
    /// A name or keyword; `isQuoted` in backquotes, which is never a keyword.
    case name(String, isQuoted: Bool)
    case integer(String)
    case real(Double)
    case string(String)
    case sign(String)
    case end
  }

  let kind: Kind
  let range: Range<String.Index>
}

/// Cuts a textual query into tokens.
struct QueryLexer {
  private let text: String
  private var index: String.Index

  init(_ text: String) {
    self.text = text
    index = text.startIndex
  }

  /// All tokens, `end` last.
  static func tokens(of text: String) throws(QueryTextError) -> [QueryToken] {
    var lexer = QueryLexer(text)
    var tokens: [QueryToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private var scalars: String.UnicodeScalarView { text.unicodeScalars }

  private var current: Unicode.Scalar? {
    index < text.endIndex ? scalars[index] : nil
  }

  private func peek() -> Unicode.Scalar? {
    guard index < text.endIndex else { return nil }
    let next = scalars.index(after: index)
    return next < text.endIndex ? scalars[next] : nil
  }

  private mutating func advance() {
    index = scalars.index(after: index)
  }

  private mutating func next() throws(QueryTextError) -> QueryToken {
    while let scalar = current, scalar.properties.isWhitespace { advance() }
    let start = index
    guard let scalar = current else { return QueryToken(kind: .end, range: start..<start) }
    let kind: QueryToken.Kind
    if Self.startsName(scalar) {
      kind = .name(name(), isQuoted: false)
    } else if scalar == "`" {
      kind = .name(try quoted(), isQuoted: true)
    } else if scalar == "\"" || scalar == "'" {
      kind = .string(try quoted())
    } else if Self.isDigit(scalar) || (scalar == "." && peek().map(Self.isDigit) ?? false) {
      kind = try number()
    } else {
      kind = .sign(try sign())
    }
    return QueryToken(kind: kind, range: start..<index)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  private mutating func name() -> String {
    let start = index
    while let scalar = current,
      Self.startsName(scalar) || Self.isDigit(scalar)
        || (scalar == "." && peek().map(Self.startsName) ?? false)
    {
      advance()
    }
    return String(text[start..<index])
  }

  private mutating func number() throws(QueryTextError) -> QueryToken.Kind {
    let start = index
    var isReal = false
    while let scalar = current {
      if Self.isDigit(scalar) {
        advance()
      } else if scalar == "." || scalar == "e" || scalar == "E" {
        isReal = true
        advance()
        if scalar != ".", current == "-" || current == "+" { advance() }
      } else {
        break
      }
    }
    let digits = String(text[start..<index])
    if !isReal { return .integer(digits) }
    guard let value = Double(digits), value.isFinite else {
      throw QueryTextError("\"\(digits)\" is not a number", in: text, at: start)
    }
    return .real(value)
  }

  private mutating func sign() throws(QueryTextError) -> String {
    let start = index
    guard let first = current else { return "" }
    advance()
    if let second = current {
      let pair = String(String.UnicodeScalarView([first, second]))
      if ["==", "!=", "<>", "<=", ">=", "&&", "||"].contains(pair) {
        advance()
        return pair
      }
    }
    let sign = String(first)
    guard "=<>!()+-*/%,".contains(sign) else {
      throw QueryTextError("\"\(sign)\" means nothing here", in: text, at: start)
    }
    return sign
  }

  /// A string up to the quote that it starts with; that quote doubled is one, and a backslash escapes.
  private mutating func quoted() throws(QueryTextError) -> String {
    let start = index
    let quote = current
    advance()
    var result = String.UnicodeScalarView()
    while let scalar = current {
      if scalar == quote {
        advance()
        guard current == quote else { return String(result) }
        result.append(scalar)
        advance()
      } else if scalar == "\\" {
        result.append(try escape())
      } else {
        result.append(scalar)
        advance()
      }
    }
    throw QueryTextError(
      "a closing \(quote.map(String.init) ?? "") is missing", in: text, at: start)
  }

  private mutating func escape() throws(QueryTextError) -> Unicode.Scalar {
    let start = index
    advance()
    guard let scalar = current else {
      throw QueryTextError("the text ends in an escape", in: text, at: start)
    }
    advance()
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\\", "\"", "'", "`": return scalar
    case "u":
      guard current == "{" else { break }
      advance()
      var digits = ""
      while let digit = current, digit != "}", digits.count < 7 {
        digits.unicodeScalars.append(digit)
        advance()
      }
      guard current == "}", let number = UInt32(digits, radix: 16),
        let value = Unicode.Scalar(number)
      else { break }
      advance()
      return value
    default: break
    }
    throw QueryTextError(
      "an escape is one of \\n \\t \\r \\0 \\\\ \\\" \\' \\` \\u{hex}", in: text, at: start)
  }
}
