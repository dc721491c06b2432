/// How names of a schema are spelled in Swift.
///
/// Spelling depends on the name and its place alone, never on what else a file declares: files that include one another
/// are generated one by one and must agree.
enum SwiftName {
  /// A property's or value's name in lower camel case: `where_at` is `whereAt`, `HIGH_ALERT` is `highAlert`.
  static func lowerCamel(_ name: String) -> String {
    let (head, words, tail) = split(name)
    let hasLowercase = name.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    var result = ""
    for (index, word) in words.enumerated() {
      if index == 0 {
        result += withLowerHead(word)
      } else {
        result += joined(hasLowercase ? word : word.lowercased(), after: result)
      }
    }
    return head + result + tail
  }

  /// A type's or namespace's name in upper camel case: `text_block` is `TextBlock`.
  static func upperCamel(_ name: String) -> String {
    let (head, words, tail) = split(name)
    var result = ""
    for word in words { result += joined(word, after: result) }
    return head + result + tail
  }

  /// A field's property.
  ///
  /// `id` is kept for what identifies a record.
  static func property(_ field: String, isRecord: Bool = false, isKey: Bool = false) -> String {
    let name = lowerCamel(field)
    if isRecord, name == "id", !isKey { return "id_" }
    return ["init", "self", "hashValue"].contains(name) ? name + "_" : name
  }

  /// The case of an enum's value, of a union's member or of a flag.
  static func enumCase(_ value: String) -> String {
    let name = lowerCamel(value)
    let taken = [
      "init", "self", "none", "some", "unknown", "rawValue", "names", "hashValue", "keyValues",
      "kind", "allCases", "hash", "encode", "write",
    ]
    return taken.contains(name) ? name + "_" : name
  }

  /// The parts of a type's full name.
  ///
  /// `App.App` would hide its own namespace, and becomes `App.App_`.
  static func typeParts(_ qualifiedName: String) -> [String] {
    let parts = qualifiedName.split(separator: ".").map(String.init)
    var result = namespaceParts(Array(parts.dropLast()))
    guard let last = parts.last else { return result }
    var name = upperCamel(last)
    let isHidden = result.contains(name) || (result.isEmpty && nested.contains(name))
    if isHidden || reserved.contains(name) { name += "_" }
    result.append(name)
    return result
  }

  /// The parts of a namespace.
  static func namespaceParts(_ namespace: [String]) -> [String] {
    var result: [String] = []
    for part in namespace {
      var name = upperCamel(part)
      let isHidden = result.contains(name) || (result.isEmpty && nested.contains(name))
      if isHidden || reserved.contains(name) { name += "_" }
      result.append(name)
    }
    return result
  }

  /// A name as code has it: in backticks if it is a keyword.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) || name == "_" ? "`\(name)`" : name
  }

  /// A name as an argument's label, where one keyword alone needs backticks, and may not lack them.
  static func label(_ name: String) -> String {
    name == "inout" ? "`\(name)`" : name
  }

  /// Modules that generated code names, and what can't name a type.
  private static let reserved: Set<String> = [
    "Swift", "FlatBufferCoding", "WorkspaceStore", "Type", "Protocol", "Self", "Any",
  ]

  /// Types inside generated types, which hide types without a namespace.
  private static let nested: Set<String> = [
    "CodingKeys", "FieldPaths", "Fields", "Key", "Kind", "ID", "RawValue", "Root",
    "ArrayLiteralElement", "Element",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "async", "await", "any", "borrow", "break", "case", "catch", "class",
    "consume", "continue", "copy", "default", "defer", "deinit", "discard", "do", "each", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "some", "static", "struct",
    "subscript", "super", "switch", "then", "throw", "throws", "true", "try", "typealias",
    "unsafe", "var", "where", "while", "yield", "Any", "Self", "Type", "Protocol",
  ]

  /// Underscores at both ends, and the words between.
  private static func split(_ name: String) -> (head: String, words: [String], tail: String) {
    let head = name.prefix { $0 == "_" }
    let words = name.split(separator: "_").map(String.init)
    guard !words.isEmpty else { return (name == "_" ? "__" : name, [], "") }
    let tail = name.reversed().prefix { $0 == "_" }
    return (String(head), words, String(tail))
  }

  /// A word with a capital letter; digits on both sides stay apart.
  private static func joined(_ word: String, after text: String) -> String {
    let isDigit = word.utf8.first?.isDigit == true && text.utf8.last?.isDigit == true
    return (isDigit ? "_" : "") + word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `Red` is `red`, `URLString` is `urlString`, `RGB8` is `rgb8`.
  private static func withLowerHead(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase || $0.isNumber }
    guard capitals.first?.isUppercase == true else { return word }
    if capitals.count == word.count { return word.lowercased() }
    let count = max(1, capitals.count - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }
}
