import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct QueryTextTests {
  private let schema = Queries.Probe.recordType.schema

  private static let samples: [(String, QueryNode)] = {
    typealias Probe = Queries.Probe
    func node(_ make: (Probe.Fields) -> QueryExpression<Probe, Bool>) -> QueryNode {
      make(Probe.fields).node
    }
    return [
      ("text = \"a\"", node { $0.text == "a" }),
      ("text == 'it''s'", node { $0.text == "it's" }),
      (#"text != "a\0\u{e9}\n\"""#, node { $0.text != "a\0\u{e9}\n\"" }),
      ("count >= -3", node { $0.count >= -3 }),
      ("count is null", node { $0.count.isNull }),
      ("count is not null", node { !$0.count.isNull }),
      ("not flag and small < 3 or flag", node { !$0.flag && $0.small < 3 || $0.flag }),
      ("!flag && (small < 3 || flag)", node { !$0.flag && ($0.small < 3 || $0.flag) }),
      ("mood = High", node { $0.mood == .high }),
      (
        "mood in (Low, \"High\", 9)",
        node { $0.mood.in([.low, .high, Queries.Mood(knownOrUnknown: 9)]) }
      ),
      ("small not in (1, -2)", node { !$0.small.in([1, -2]) }),
      ("text IN ('a', null)", node { $0.text.in(["a", nil]) }),
      ("single = 0.1", node { $0.single == 0.1 }),
      ("real <= 1e-3", node { $0.real <= 0.001 }),
      ("real > 2", node { $0.real > 2 }),
      ("big > 9223372036854775808", node { $0.big > 9_223_372_036_854_775_808 }),
      ("wide = -9223372036854775808", node { $0.wide == .min }),
      ("part.size + 1 > count * 2", node { $0.part.size + 1 > $0.count * 2 }),
      (
        "text prefix 'a' and plain_text contains \"b\"",
        node { $0.text.hasPrefix("a") && $0.plainText.contains("b") }
      ),
      ("`flag` = true", node { $0.flag == true }),
      ("text = plain_text", node { $0.text == $0.plainText }),
      ("text <> null", node { $0.text != nil }),
      ("small in ()", node { $0.small.in([] as [Int8]) }),
    ]
  }()

  @Test("Text means what the typed query means", arguments: 0..<QueryTextTests.samples.count)
  func meaning(number: Int) throws {
    let (text, node) = Self.samples[number]
    let workspace = try Workspace(inMemory: Configuration())
    var oracle = QueryOracle(seed: 7)
    let records = (1...300).map { oracle.record(id: $0, serial: Int64($0)) }
    try workspace.performChanges { changes in for record in records { try changes.insert(record) } }
    func ids(_ node: QueryNode) throws -> [UInt64] {
      try workspace.fetch(Query<Queries.Probe>(RecordQuery(condition: node))).map(\.id)
    }
    #expect(try ids(QueryParser.condition(text, in: schema)) == ids(node), "\(text)")
  }

  @Test("An order is read with its directions")
  func order() throws {
    let terms = try QueryParser.order("part.size desc, text, small * 2 ASC", in: schema)
    #expect(terms.map(\.isAscending) == [false, true, true])
    #expect(terms[0].node == .field(FieldPath([16, 0])))
  }

  static let wrong: [(String, column: Int, says: String)] = [
    ("", 1, "missing at the end"),
    ("text", 1, "a condition is needed, and this is a string"),
    ("text =", 7, "missing at the end"),
    ("txt = 'a'", 1, "no field or member \"txt\""),
    ("text = a", 8, "must be in quotes"),
    ("text = 'a", 8, "closing '"),
    ("count = 'a'", 7, "a number can't be compared with a string"),
    ("flag and count", 10, "a condition is needed"),
    ("mood = Middling", 8, "has no value \"Middling\"; it has Low, Mid, High"),
    ("mood = 'Low", 8, "closing"),
    ("(flag", 6, "\")\" is missing"),
    ("flag flag", 6, "should end here"),
    ("count in 3", 10, "\"(\" is missing"),
    ("count in (3", 12, "\")\" is missing"),
    ("count in (small)", 11, "a value is needed"),
    ("count is 3", 10, "\"null\" is missing"),
    ("text prefix 3", 13, "a string in quotes"),
    ("count = 99999999999999999999", 9, "does not fit 64 bits"),
    ("text like 'a%'", 6, "should end here"),
    ("count = 1 # 2", 11, "means nothing"),
    ("part = 3", 1, ""),
    ("text = \"\\q\"", 9, "an escape is one of"),
    ("count = 1.2.3", 9, "is not a number"),
    ("not text", 5, "a condition is needed"),
    ("text + 1 = 2", 1, "a number is needed"),
    ("= 3", 1, "missing before"),
  ]

  @Test(
    "Wrong text is an error that says what and where", arguments: 0..<QueryTextTests.wrong.count)
  func errors(number: Int) {
    let (text, column, says) = Self.wrong[number]
    let error = #expect(throws: QueryTextError.self) { try QueryParser.condition(text, in: schema) }
    #expect(
      error?.column == column && error?.message.contains(says) ?? false || says.isEmpty,
      "\(text): \(error.map(\.description) ?? "")")
  }

  @Test("Text of any kind is read or refused, without a trap", arguments: seeds(6))
  func anyText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "text", "count", "mood", "Low", "and", "or", "not", "in", "is", "null", "(", ")", ",", "=",
      "<", "-", "*",
      "/", "'a'", "\"", "1", "2.5", "`", "\\", " ", "prefix", "part.size", ".", "e\u{301}", "\0",
      "!", "true", "desc",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0..<12, using: &random))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      do {
        let node = try QueryParser.condition(text, in: schema)
        #expect(throws: Never.self) { try Evaluator(condition: node, in: schema) }
      } catch {
        #expect((1...text.count + 1).contains(error.column), "\(text)")
      }
    }
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: QueryTextError.self) { try QueryParser.condition(deep, in: schema) }
    for sign in ["+", "*"] {
      func chain(_ length: Int) -> String {
        "count" + String(repeating: sign + "1", count: length) + " > 3"
      }
      #expect(throws: QueryTextError.self) { try QueryParser.condition(chain(100_000), in: schema) }
      #expect(throws: Never.self) { try QueryParser.condition(chain(200), in: schema) }
    }
    let minus = String(repeating: "- ", count: 100_000) + "count = 1"
    #expect(throws: QueryTextError.self) { try QueryParser.condition(minus, in: schema) }
  }
}
