package import FlatBufferCoding

/// Reads the textual form of conditions and orders, as the command line has it.
///
/// ```
/// section = "utils" and installedSize >= 1000 and not (priority in (required, important) or name prefix "lib")
/// installedSize desc, name
/// ```
///
/// Fields are named as in the schema, nested ones with dots, and in backquotes where they look like a keyword.
/// Operators: `=` `==` `!=` `<>` `<` `<=` `>` `>=`, `in (…)`, `not in (…)`, `is null`, `is not null`, `prefix "…"`,
/// `contains "…"`, `and` `&&`, `or` `||`, `not` `!`, `+ - * / %`. Values: integers, decimals, strings in either kind of
/// quotes, `true`, `false`, `null`, and an enum's or union's names beside a field of that type.
package struct QueryParser {
  /// A node, where it stands, and the type if it is a field.
  struct Part {
    var node: QueryNode
    var range: Range<String.Index>
    var type: Schema.TypeReference?
    /// A word that is no field: perhaps the name of an enum's value.
    var word: String?
  }

  let text: String
  let schema: Schema
  private let tokens: [QueryToken]
  private var place = 0
  private var depth = 0
  private var operators = 0

  private init(_ text: String, in schema: Schema) throws(QueryTextError) {
    self.text = text
    self.schema = schema
    tokens = try QueryLexer.tokens(of: text)
  }

  /// Reads a condition on the schema's root type.
  ///
  /// - Throws: `QueryTextError` with the column.
  package static func condition(
    _ text: String, in schema: Schema
  ) throws(QueryTextError) -> QueryNode {
    var parser = try QueryParser(text, in: schema)
    let part = try parser.known(try parser.disjunction())
    try parser.expectEnd()
    try parser.check(part.node, isCondition: true, at: part.range.lowerBound)
    return part.node
  }

  /// Reads the terms of an order on the schema's root type: `rank desc, title`.
  ///
  /// - Throws: `QueryTextError` with the column.
  package static func order(
    _ text: String, in schema: Schema
  ) throws(QueryTextError) -> [RecordQuery.Term] {
    var parser = try QueryParser(text, in: schema)
    var terms: [RecordQuery.Term] = []
    repeat {
      let part = try parser.known(try parser.disjunction())
      try parser.check(part.node, isCondition: false, at: part.range.lowerBound)
      var isAscending = true
      if parser.take(word: "desc") || parser.take(word: "descending") {
        isAscending = false
      } else if !parser.take(word: "asc") {
        _ = parser.take(word: "ascending")
      }
      terms.append(RecordQuery.Term(part.node, isAscending: isAscending))
    } while parser.take(sign: ",") != nil
    try parser.expectEnd()
    return terms
  }
}

// Tokens.
extension QueryParser {
  var token: QueryToken { tokens[place] }

  mutating func advance() {
    if place < tokens.count - 1 { place += 1 }
  }

  func error(_ message: String, at index: String.Index? = nil) -> QueryTextError {
    QueryTextError(message, in: text, at: index ?? token.range.lowerBound)
  }

  func isWord(_ word: String) -> Bool {
    guard case .name(let name, isQuoted: false) = token.kind else { return false }
    return name.lowercased() == word
  }

  mutating func take(word: String) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func take(sign wanted: String...) -> String? {
    guard case .sign(let sign) = token.kind, wanted.contains(sign) else { return nil }
    advance()
    return sign
  }

  mutating func expect(sign: String) throws(QueryTextError) {
    guard take(sign: sign) != nil else { throw error("\"\(sign)\" is missing here") }
  }

  private func expectEnd() throws(QueryTextError) {
    guard token.kind == .end else {
      throw error("the query should end here, or go on with and, or")
    }
  }

  /// Guards against a text that is nested so deeply that reading it would run out of stack.
  mutating func nested(
    _ body: (inout QueryParser) throws(QueryTextError) -> Part
  ) throws(QueryTextError) -> Part {
    guard depth < 200 else { throw error("the query is nested too deeply") }
    depth += 1
    let part = try body(&self)
    depth -= 1
    return part
  }

  /// Guards against chains of arithmetic, each operator of which makes the expression deeper by one.
  mutating func countOperator() throws(QueryTextError) {
    operators += 1
    guard operators <= 200 else { throw error("the query has more than 200 operators + - * / %") }
  }

  /// Lets the evaluator's compiler say whether kinds of values go together.
  func check(
    _ node: QueryNode, isCondition: Bool, at index: String.Index
  ) throws(QueryTextError) {
    do throws(FlatBufferError) {
      if isCondition {
        _ = try Evaluator(condition: node, in: schema)
      } else {
        _ = try Evaluator(value: node, in: schema)
      }
    } catch {
      throw QueryTextError(error.message, in: text, at: index)
    }
  }
}
