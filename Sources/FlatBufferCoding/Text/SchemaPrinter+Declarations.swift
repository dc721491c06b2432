extension SchemaPrinter {
  /// Prints an enum; numbers only where they are not one more than the one before.
  mutating func printEnum(_ item: Schema.Enum) {
    open(item.name, item.documentation)
    let isFlags = item.attributes.contains(named: "bit_flags")
    let name = SchemaPrinter.split(item.name).name
    line(
      "enum \(name): \(SchemaPrinter.name(of: item.underlying.base))"
        + "\(list(attributes: item.attributes)) {")
    var next: Int64 = 0
    for (index, value) in item.values.enumerated() {
      // A flag is written as its place, from zero.
      let number = isFlags ? Int64(value.number.trailingZeroBitCount) : value.number
      let shown = item.underlying.base == .uint64 ? "\(UInt64(bitPattern: number))" : "\(number)"
      document(value.documentation, indentation: "  ")
      line(
        "  \(value.name)\(number == next ? "" : " = \(shown)")"
          + "\(index == item.values.count - 1 ? "" : ",")")
      next = number &+ 1
    }
    line("}")
  }

  /// Prints a union; `NONE` is understood.
  mutating func printUnion(_ item: Schema.Enum) {
    open(item.name, item.documentation)
    let members = item.values.filter { $0.number != 0 }
    line("union \(SchemaPrinter.split(item.name).name)\(list(attributes: item.attributes)) {")
    var next: Int64 = 1
    for (index, value) in members.enumerated() {
      let type = name(of: value.member)
      document(value.documentation, indentation: "  ")
      line(
        "  \(value.name == type ? type : "\(value.name): \(type)")"
          + "\(value.number == next ? "" : " = \(value.number)")"
          + "\(index == members.count - 1 ? "" : ",")")
      next = value.number + 1
    }
    line("}")
  }

  /// Prints a struct after those that it holds.
  mutating func printStruct(_ index: Int, _ printed: inout [Bool]) {
    guard !printed[index] else { return }
    printed[index] = true
    for field in schema.objects[index].fields where field.type.refersToObject {
      if let inner = field.type.index { printStruct(inner, &printed) }
    }
    printObject(schema.objects[index])
  }

  /// Prints a table or a struct.
  mutating func printObject(_ object: Schema.Object) {
    open(object.name, object.documentation)
    var attributes = object.attributes
    let natural = object.fields.map { schema.inlineAlignment(of: $0.type) }.max() ?? 1
    if object.isStruct, object.alignment > natural, !attributes.contains(named: "force_align") {
      attributes.append(Schema.Attribute(name: "force_align", value: "\(object.alignment)"))
      attributes.sort(by: Schema.precedes)
    }
    line(
      "\(object.isStruct ? "struct" : "table") \(SchemaPrinter.split(object.name).name)"
        + "\(list(attributes: attributes)) {")
    for field in object.fields where !field.isUnionType {
      document(field.documentation, indentation: "  ")
      line("  \(field.name): \(name(of: field.type))\(defaultValue(of: field))\(list(field));")
    }
    line("}")
  }

  /// Attributes in parentheses; nothing if there are none.
  private func list(attributes: [Schema.Attribute]) -> String {
    guard !attributes.isEmpty else { return "" }
    return " (\(attributes.map(SchemaPrinter.attribute).joined(separator: ", ")))"
  }

  /// The attributes of a field, those with properties first.
  private func list(_ field: Schema.Field) -> String {
    var attributes: [Schema.Attribute] = []
    if field.isDeprecated { attributes.append(Schema.Attribute(name: "deprecated")) }
    if field.isRequired { attributes.append(Schema.Attribute(name: "required")) }
    return list(attributes: attributes + field.attributes)
  }

  private static func attribute(_ attribute: Schema.Attribute) -> String {
    let value = attribute.value
    if value == "0" { return attribute.name }
    let isInteger = Int64(value).map { "\($0)" == value } ?? false
    return "\(attribute.name): \(isInteger ? value : quoted(value))"
  }

  /// The default with its sign of equality; nothing if it is zero.
  private func defaultValue(of field: Schema.Field) -> String {
    guard field.type.base.isScalar else { return "" }
    if field.isOptional { return " = null" }
    switch field.type.base {
    case .float32, .float64:
      let value = field.defaultReal
      if value.isNaN { return " = nan" }
      if value.isInfinite { return value < 0 ? " = -inf" : " = inf" }
      return value == 0 && value.sign == .plus ? "" : " = \(value)"
    case .bool: return field.defaultInteger == 0 ? "" : " = true"
    default:
      let number = field.defaultInteger
      if let item = field.type.index.map({ schema.enums[$0] }) {
        let value = item.values.first { $0.number == number }
        if let value, number != 0 { return " = \(value.name)" }
      }
      if number == 0 { return "" }
      return field.type.base == .uint64 ? " = \(UInt64(bitPattern: number))" : " = \(number)"
    }
  }

  /// A type as a field or a member has it.
  func name(of type: Schema.TypeReference) -> String {
    switch type.base {
    case .vector: return "[\(name(of: Schema.TypeReference(type.element, index: type.index)))]"
    case .array:
      let element = name(of: Schema.TypeReference(type.element, index: type.index))
      return "[\(element):\(type.fixedLength)]"
    default:
      guard let index = type.index else { return SchemaPrinter.name(of: type.base) }
      return reference(
        to: type.refersToObject ? schema.objects[index].name : schema.enums[index].name)
    }
  }

  /// A type that the language has itself.
  static func name(of base: Schema.BaseType) -> String {
    switch base {
    case .bool: "bool"
    case .int8: "byte"
    case .uint8: "ubyte"
    case .int16: "short"
    case .uint16: "ushort"
    case .int32: "int"
    case .uint32: "uint"
    case .int64: "long"
    case .uint64: "ulong"
    case .float32: "float"
    case .float64: "double"
    case .string: "string"
    case .none: "none"
    case .unionType: "union type"
    case .vector: "vector"
    case .object: "table"
    case .union: "union"
    case .array: "array"
    }
  }
}
