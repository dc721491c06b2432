/// Reads tokens into a syntax tree: the grammar of FlatBuffers' schema language.
///
/// After an error it goes on at the next field or declaration, so that one run reports many.
/// Source: flatbuffers.dev, "Formal grammar of the schema language". Nothing here recurses, so hostile text can't exhaust the stack.
struct Parser {
  /// A diagnostic was reported; the caller goes on at the next sensible place.
  struct Failure: Error {}

  let tokens: [Token]
  var log: DiagnosticLog
  var syntax: FileSyntax
  var namespace: [String] = []
  private var index = 0

  /// Reads a source of the log.
  static func parse(file: Int, log: inout DiagnosticLog) -> FileSyntax {
    let tokens = Lexer.tokens(ofFile: file, log: &log)
    var parser = Parser(tokens: tokens, log: log, syntax: FileSyntax(file: file))
    while parser.current.kind != .end {
      do {
        try parser.declaration()
      } catch {
        parser.skipToDeclaration()
      }
    }
    log = parser.log
    return parser.syntax
  }

  private init(tokens: [Token], log: DiagnosticLog, syntax: FileSyntax) {
    self.tokens = tokens
    self.log = log
    self.syntax = syntax
  }

  var current: Token { tokens[index] }

  func text(of token: Token) -> String {
    token.kind == .end ? "the end of the file" : log.text(token.range)
  }

  /// Takes the current token; the end stays.
  @discardableResult
  mutating func take() -> Token {
    defer { if index < tokens.count - 1 { index += 1 } }
    return current
  }

  /// Takes the current token if it is the character.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current.isPunctuation(character) else { return false }
    take()
    return true
  }

  /// Reports what stands where something else must.
  mutating func failure(_ expected: String, remedy: String) -> Failure {
    log.error(
      "expected \(expected), found '\(text(of: current))'", at: current.range, remedy: remedy)
    return Failure()
  }

  @discardableResult
  mutating func expect(
    _ character: Unicode.Scalar, _ context: String
  ) throws(Failure) -> Token {
    guard current.isPunctuation(character) else {
      throw failure(
        "'\(character)' \(context)", remedy: "add '\(character)' before this")
    }
    return take()
  }

  /// A single identifier.
  mutating func identifier(_ what: String) throws(Failure) -> NameSyntax {
    guard current.kind == .identifier else {
      throw failure(what, remedy: "write a name of letters, digits and '_'")
    }
    let token = take()
    return NameSyntax(text: log.text(token.range), range: token.range)
  }

  /// A name, its parts joined by dots.
  mutating func qualifiedName(_ what: String) throws(Failure) -> NameSyntax {
    var name = try identifier(what)
    while take(".") {
      let part = try identifier("a name after '.'")
      name.text += "." + part.text
      name.range = name.range.through(part.range)
    }
    return name
  }

  mutating func string(_ what: String) throws(Failure) -> StringSyntax {
    guard case .string(let text) = current.kind else {
      throw failure(what, remedy: "write it in double quotes")
    }
    return StringSyntax(text: text, range: take().range)
  }

  /// Skips the rest of a declaration: past `;` or `}`, or up to a word that begins one.
  private mutating func skipToDeclaration() {
    var depth = 0
    while current.kind != .end {
      if depth == 0, current.kind == .identifier, Self.keywords.contains(text(of: current)),
        index > 0, !tokens[index - 1].isPunctuation(":")
      {
        return
      }
      let token = take()
      if token.isPunctuation("{") { depth += 1 }
      if token.isPunctuation("}") { depth -= 1 }
      if depth < 0 || (depth == 0 && (token.isPunctuation(";") || token.isPunctuation("}"))) {
        return
      }
    }
  }

  /// Skips the rest of a field or value: past `end`, or up to `}`.
  mutating func skip(past end: Unicode.Scalar) {
    while current.kind != .end, !current.isPunctuation("}") {
      if take().isPunctuation(end) { return }
    }
  }

  static let keywords: Set<String> = [
    "attribute", "enum", "file_extension", "file_identifier", "include", "namespace",
    "native_include", "root_type", "rpc_service", "struct", "table", "union",
  ]

  /// What flatc can calculate in values.
  static let functions: Set<String> = [
    "acos", "asin", "atan", "cos", "deg", "rad", "sin", "tan",
  ]
}
