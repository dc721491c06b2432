import Testing

@testable import SchemaCompiler

@Suite struct SuggestionTests {
  @Test(
    "The nearest name is suggested, and none that is far",
    arguments: [
      ("strin", "string"), ("sting", "string"), ("stirng", "string"), ("STRING", "string"),
      ("lnog", "long"), ("ulongg", "ulong"), ("xyz", nil), ("", nil), ("flot", "float"),
    ] as [(String, String?)])
  func nearest(name: String, expected: String?) {
    #expect(
      suggestion(for: name, among: ["string", "long", "ulong", "float", "double"]) == expected)
  }
}
