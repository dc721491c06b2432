extension Schema {
  /// The schema in FlatBuffers' language (`.fbs`), one text for one schema.
  ///
  /// Everything is declared before it is used, as `flatc` demands: attributes, enums, structs, unions, tables, each by
  /// namespace and name. Fields stand in order of id, so that none is written.
  ///
  /// - Complexity: O(size of the schema).
  package func text() -> String {
    var printer = SchemaPrinter(schema: self)
    printer.printAll()
    return printer.text
  }
}

/// Prints a schema.
struct SchemaPrinter {
  let schema: Schema
  private(set) var text = ""
  /// The namespace that has been opened.
  var namespace = ""
  let names: ReferenceNames

  init(schema: Schema) {
    self.schema = schema
    names = ReferenceNames(schema)
  }

  mutating func printAll() {
    for name in schema.declaredAttributes { line("attribute \(SchemaPrinter.quoted(name));") }
    let enums = schema.enums.indices.sorted(by: precedes(schema.enums, \.name))
    let objects = schema.objects.indices.sorted(by: precedes(schema.objects, \.name))
    for index in enums where !schema.enums[index].isUnion { printEnum(schema.enums[index]) }
    var printed = [Bool](repeating: false, count: schema.objects.count)
    for index in objects where schema.objects[index].isStruct { printStruct(index, &printed) }
    for index in enums where schema.enums[index].isUnion { printUnion(schema.enums[index]) }
    for index in objects where !schema.objects[index].isStruct {
      printObject(schema.objects[index])
    }
    printEnd()
  }

  private mutating func printEnd() {
    if let root = schema.root {
      line()
      line("root_type \(reference(to: root.name));")
    }
    if !schema.fileIdentifier.isEmpty {
      line("file_identifier \(SchemaPrinter.quoted(schema.fileIdentifier));")
    }
    if !schema.fileExtension.isEmpty {
      line("file_extension \(SchemaPrinter.quoted(schema.fileExtension));")
    }
  }

  /// Adds a line.
  mutating func line(_ content: String = "") {
    text += content
    text += "\n"
  }

  /// Starts a declaration: its namespace, documentation and an empty line before.
  mutating func open(_ name: String, _ documentation: [String]) {
    let (scope, _) = SchemaPrinter.split(name)
    if !text.isEmpty { line() }
    if scope != namespace {
      line("namespace \(scope);")
      line()
      namespace = String(scope)
    }
    document(documentation, indentation: "")
  }

  /// Adds documentation.
  mutating func document(_ lines: [String], indentation: String) {
    for content in lines { line("\(indentation)///\(content)") }
  }

  /// What a type is called from the namespace that is open.
  func reference(to name: String) -> String {
    names.name(of: name, from: namespace)
  }

  /// By namespace, then by name; what has no namespace comes first.
  private func precedes<Item>(
    _ items: [Item], _ name: KeyPath<Item, String>
  ) -> (Int, Int) -> Bool {
    { first, second in
      let (left, right) = (items[first][keyPath: name], items[second][keyPath: name])
      let (scope, other) = (SchemaPrinter.split(left).scope, SchemaPrinter.split(right).scope)
      return scope == other
        ? Schema.precedes(left, right) : Schema.precedes(String(scope), String(other))
    }
  }

  /// The namespace and the rest of a qualified name.
  static func split(_ name: String) -> (scope: Substring, name: Substring) {
    guard let dot = name.lastIndex(of: ".") else { return ("", name[...]) }
    return (name[..<dot], name[name.index(after: dot)...])
  }

  /// A string as the language has it.
  static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Schema {
  /// Attributes that the language does not have itself, sorted.
  fileprivate var declaredAttributes: [String] {
    var names: Set<String> = []
    for object in objects {
      names.formUnion(object.attributes.map(\.name))
      for field in object.fields { names.formUnion(field.attributes.map(\.name)) }
    }
    for item in enums { names.formUnion(item.attributes.map(\.name)) }
    return names.subtracting(Self.builtInAttributes).sorted(by: Schema.precedes)
  }

  /// What `flatc` 2.0.8 knows without a declaration (`idl_parser.h`, `known_attributes_`).
  private static let builtInAttributes: Set<String> = [
    "deprecated", "required", "key", "shared", "hash", "id", "force_align", "bit_flags",
    "original_order", "nested_flatbuffer", "csharp_partial", "streaming", "idempotent",
    "cpp_type", "cpp_ptr_type", "cpp_ptr_type_get", "cpp_str_type", "cpp_str_flex_ctor",
    "native_inline", "native_custom_alloc", "native_type", "native_type_pack_name",
    "native_default", "flexbuffer", "private",
  ]
}
