import FlatBufferCoding

extension SchemaBuilder {
  /// The scalar types, by each of their names.
  static let builtInTypes: [String: Schema.BaseType] = [
    "bool": .bool, "byte": .int8, "int8": .int8, "ubyte": .uint8, "uint8": .uint8,
    "short": .int16, "int16": .int16, "ushort": .uint16, "uint16": .uint16, "int": .int32,
    "int32": .int32, "uint": .uint32, "uint32": .uint32, "long": .int64, "int64": .int64,
    "ulong": .uint64, "uint64": .uint64, "float": .float32, "float32": .float32,
    "double": .float64, "float64": .float64,
  ]

  /// Names of types in other languages, which people write by habit.
  private static let foreignTypes = [
    "str": "string", "String": "string", "text": "string", "char": "byte", "integer": "int",
    "Int": "long", "Bool": "bool", "boolean": "bool", "Double": "double", "Float": "float",
    "unsigned": "uint", "i32": "int", "u32": "uint", "i64": "long", "u64": "ulong",
    "f32": "float", "f64": "double", "size_t": "ulong", "bytes": "[ubyte]", "data": "[ubyte]",
    "date": "long", "Data": "[ubyte]", "Date": "long",
  ]

  /// The type on the wire of an enum's values; `unionType` for a union.
  func underlyingType(of index: Int) -> Schema.BaseType {
    guard case .enumeration(let name, _) = declarations[index].body else { return .unionType }
    return name.flatMap { Self.builtInTypes[$0.text] } ?? .int32
  }

  /// The declaration that a name means, seen from a namespace: the innermost one wins.
  func declaration(named name: String, from namespace: [String]) -> Int? {
    for count in stride(from: namespace.count, through: 0, by: -1) {
      if let index = byName[(namespace.prefix(count) + [name]).joined(separator: ".")] {
        return index
      }
    }
    return nil
  }

  /// The type that a name means; nil, with a diagnostic, if there is none.
  mutating func type(named name: NameSyntax, in namespace: [String]) -> Schema.TypeReference? {
    if let base = Self.builtInTypes[name.text] { return Schema.TypeReference(base) }
    if name.text == "string" { return Schema.TypeReference(.string) }
    guard let found = declaration(named: name.text, from: namespace), let index = schemaIndex[found]
    else {
      log.error(
        "there is no type '\(name.text)'", at: name.range, remedy: remedy(forType: name.text))
      return nil
    }
    switch declarations[found].body {
    case .table, .structure: return Schema.TypeReference(.object, index: index)
    case .union: return Schema.TypeReference(.union, index: index)
    case .enumeration: return Schema.TypeReference(underlyingType(of: found), index: index)
    }
  }

  /// The type of a field; nil, with a diagnostic, if there is none.
  mutating func type(
    _ syntax: TypeSyntax, of declaration: Declaration
  ) -> Schema.TypeReference? {
    guard let type = type(named: syntax.name, in: declaration.namespace) else { return nil }
    switch syntax.shape {
    case .plain: return type
    case .vector: return Schema.TypeReference(.vector, element: type.base, index: type.index)
    case .array(let length):
      return Schema.TypeReference(
        .array, element: type.base, index: type.index, fixedLength: length)
    }
  }

  /// What to do about an unknown type.
  private func remedy(forType name: String) -> String {
    if let known = Self.foreignTypes[name] { return "the name here is '\(known)'" }
    let simple = name.split(separator: ".").last.map(String.init) ?? name
    let elsewhere = declarations.filter { $0.name.text == simple }.map(\.qualifiedName).sorted()
    if let qualified = elsewhere.first { return "did you mean '\(qualified)'?" }
    let names =
      Array(Self.builtInTypes.keys) + ["string"] + declarations.map(\.name.text)
      + declarations.map(\.qualifiedName)
    if let near = suggestion(for: name, among: names) { return "did you mean '\(near)'?" }
    return "declare it, or include the file that does"
  }
}
