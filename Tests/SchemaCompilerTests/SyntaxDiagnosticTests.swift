import Testing

@testable import SchemaCompiler

/// A wrong text, and the start of what must be said at its mark.
struct WrongSchema: CustomTestStringConvertible {
  let marked: MarkedSchema
  let message: String
  let remedy: String

  init(_ text: String, _ message: String, remedy: String = "") {
    marked = MarkedSchema(text)
    self.message = message
    self.remedy = remedy
  }

  var testDescription: String { marked.text }

  /// Expects the first diagnostic to be the one that the case names, at the mark.
  func expect(
    _ severity: Diagnostic.Severity = .error, including others: [String: String] = [:]
  ) throws {
    let diagnostics = marked.diagnostics(including: others)
    let first = try #require(diagnostics.first { $0.severity == severity }, "nothing was said")
    #expect(first.message.contains(message), "\(first)")
    #expect(first.remedy.contains(remedy), "\(first)")
    #expect(first.line == marked.place?.line, "\(first)")
    #expect(first.column == marked.place?.column, "\(first)")
    #expect(!first.remedy.isEmpty)
  }
}

@Suite struct SyntaxDiagnosticTests {
  @Test(
    "Malformed text is reported where it goes wrong",
    arguments: [
      WrongSchema("table T { a: int ⟦}", "expected ';' after the field, found '}'"),
      WrongSchema("table T { a ⟦int; }", "expected ':' and a type"),
      WrongSchema("table T { a: int; ⟦", "expected '}' at the end of table 'T', found 'the end"),
      WrongSchema("table ⟦{ a: int; }", "expected a name after 'table'"),
      WrongSchema("⟦tabel T { a: int; }", "expected a declaration", remedy: "'table'"),
      WrongSchema("⟦; table T { a: int; }", "expected a declaration, found ';'"),
      WrongSchema("⟦{ \"a\": 1 }", "data is not part of a schema"),
      WrongSchema("table T { a: [⟦[int]]; }", "a vector of vectors"),
      WrongSchema("table T { a: [int⟦; }", "expected ']'"),
      WrongSchema("struct S { a: [int:⟦0]; }", "the length of an array"),
      WrongSchema("struct S { a: [int:⟦70000]; }", "the length of an array"),
      WrongSchema("struct S { a: [int:⟦x]; }", "the length of an array"),
      WrongSchema("table T { a: int = ⟦; }", "expected a value"),
      WrongSchema("table T { a: int = ⟦12ab; }", "'12ab' is not a number"),
      WrongSchema("table T { a: int = ⟦0x; }", "'0x' is not a number"),
      WrongSchema("table T { a: float = ⟦rad(180); }", "functions in values"),
      WrongSchema("table T { a: int (⟦; }", "expected an attribute's name"),
      WrongSchema("table T { a: int (deprecated⟦; }", "expected ',' or ')'"),
      WrongSchema("table T { a: int (id: ⟦); }", "expected a value"),
      WrongSchema("attribute ⟦5;", "expected an attribute's name"),
      WrongSchema("attribute \"a\" ⟦attribute \"b\";", "expected ';'"),
      WrongSchema("namespace A.⟦;", "expected a name after '.'"),
      WrongSchema("table T { s: string; } ⟦/* never closed", "this comment has no end"),
      WrongSchema("include ⟦\"a.fbs;\ntable T { a: int; }", "this string has no end"),
      WrongSchema("attribute \"a⟦\\q\";", "this escape is not known"),
      WrongSchema("table T { a: int; ⟦# b\n }", "'#' has no meaning here"),
      WrongSchema("table T { ⟦é: int; }", "'é' has no meaning here"),
      WrongSchema("enum E: byte { A ⟦B }", "expected ',' between the values"),
      WrongSchema("enum E: byte { A (⟦deprecated) }", "have no attributes"),
      WrongSchema("enum E: byte { ⟦3 }", "expected a value's name"),
      WrongSchema("root_type ⟦\"T\";", "expected a table's name"),
      WrongSchema("file_identifier ⟦\"ABC\";", "has 4 bytes, this one 3"),
      WrongSchema("file_identifier \"ABCD\"; file_identifier ⟦\"ABCE\";", "already"),
      WrongSchema("file_extension \"a\"; file_extension ⟦\"b\";", "already"),
      WrongSchema("namespace A; ⟦include \"b.fbs\";", "includes stand before everything else"),
      WrongSchema("include ⟦\"none.fbs\";", "there is no file 'none.fbs'"),
    ])
  func malformed(_ wrong: WrongSchema) throws {
    try wrong.expect(including: ["b.fbs": ""])
  }

  @Test("What has no effect is a warning, not silence, and the schema is compiled")
  func warnings() throws {
    for wrong in [
      WrongSchema("⟦rpc_service S { a(T): T; } table T { a: int; }", "'S' has no effect"),
      WrongSchema("⟦native_include \"a.h\"; table T { a: int; }", "native_include has no effect"),
      WrongSchema("table T { a: string (⟦shared); }", "'shared' has no effect"),
      WrongSchema("table T (⟦original_order) { a: string; }", "'original_order' has no effect"),
      WrongSchema("table T { a: int (⟦primary); }", "the key has no effect"),
      WrongSchema("enum E: byte (⟦bit_flags) { A }", "flags of a signed type"),
    ] { try wrong.expect(.warning) }
  }

  @Test("One run reports many errors, in order of their places")
  func many() throws {
    let syntax = "table A { a int; b: [; }\nenum E: byte { X = }\ntable B { c: int; }\nunion { A }"
    #expect(places(in: syntax) == ["1:13", "1:22", "2:20", "4:7"])
    let meaning = """
      table A { b: strin; c: bool = 2; d: int; d: int; }
      enum E { X }
      table A { z: Missing; }
      """
    #expect(places(in: meaning) == ["1:14", "1:31", "1:42", "2:6", "3:7"])
  }

  private func places(in text: String) -> [String] {
    MarkedSchema(text).diagnostics().map { "\($0.line):\($0.column)" }
  }

  @Test("A diagnostic prints place, line, caret and remedy; tabs keep the caret in place")
  func printed() throws {
    let found = MarkedSchema("table T {\n\tname: strin;\r\n}").diagnostics()
    #expect(
      found.map(\.description) == [
        """
        main.fbs:2:8: error: there is no type 'strin'
        \tname: strin;
        \t      ^~~~~
        remedy: did you mean 'string'?
        """
      ])
  }

  @Test("Text that is not UTF-8 is reported at its first wrong byte")
  func invalidUTF8() throws {
    let source = SchemaSource(path: "x.fbs", bytes: Array("table T\n{ ".utf8) + [0xC3, 0x28])
    let error = #expect(throws: SchemaDiagnostics.self) { try CompiledSchema(source) }
    #expect(error?.diagnostics.first?.line == 2)
    #expect(error?.diagnostics.first?.column == 3)
    #expect(error?.diagnostics.first?.message == "this is not UTF-8 text")
  }

  @Test("An error in an included file names that file")
  func errorInInclude() throws {
    let others = ["shapes.fbs": "struct P { x: flot; }"]
    let found = MarkedSchema("include \"shapes.fbs\"; table T { p: P; }").diagnostics(
      including: others)
    #expect(found.map(\.path) == ["shapes.fbs"])
    #expect(found.first?.remedy == "did you mean 'float'?")
  }
}
