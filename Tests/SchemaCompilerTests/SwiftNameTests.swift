import Testing

@testable import SchemaCompiler

@Suite struct SwiftNameTests {
  @Test(
    "Fields and values become lower camel case",
    arguments: [
      ("where_at", "whereAt"), ("b_true", "bTrue"), ("v_u8", "vU8"), ("i8", "i8"), ("ID", "id"),
      ("URLString", "urlString"), ("HTTP_CODE", "httpCode"), ("Red", "red"), ("RED", "red"),
      ("RGB8", "rgb8"), ("foo_ID", "fooID"), ("_private", "_private"), ("trailing_", "trailing_"),
      ("a__b", "aB"), ("v_1", "v1"), ("v1_2", "v1_2"), ("_", "__"),
      ("installedSize", "installedSize"),
      ("X", "x"), ("xY", "xY"),
    ])
  func lowerCamel(name: String, expected: String) {
    #expect(SwiftName.lowerCamel(name) == expected)
  }

  @Test(
    "Types and namespaces become upper camel case",
    arguments: [
      ("Todo", ["Todo"]), ("App.Todo", ["App", "Todo"]), ("app.text_block", ["App", "TextBlock"]),
      ("App.App", ["App", "App_"]), ("A.B.A", ["A", "B", "A_"]), ("A.Type", ["A", "Type_"]),
      ("Swift.String", ["Swift_", "String"]), ("Key", ["Key_"]), ("A.Key", ["A", "Key"]),
      ("HTTPRequest", ["HTTPRequest"]), ("A.WorkspaceStore", ["A", "WorkspaceStore_"]),
    ])
  func typeParts(name: String, expected: [String]) {
    #expect(SwiftName.typeParts(name) == expected)
  }

  @Test("`id` is the key's name in a record, and nothing else's")
  func identity() {
    #expect(SwiftName.property("id", isRecord: true, isKey: true) == "id")
    #expect(SwiftName.property("id", isRecord: true) == "id_")
    #expect(SwiftName.property("ID", isRecord: true) == "id_")
    #expect(SwiftName.property("id") == "id")
  }

  @Test(
    "Values whose names generated enums need get an underscore",
    arguments: [
      ("NONE", "none_"), ("Unknown", "unknown_"), ("rawValue", "rawValue_"), ("init", "init_"),
    ])
  func cases(name: String, expected: String) {
    #expect(SwiftName.enumCase(name) == expected)
  }
}
