extension Parser {
  /// A table or a struct.
  mutating func object() throws(Failure) {
    let keyword = take()
    let kind = text(of: keyword)
    let name = try identifier("a name after '\(kind)'")
    let attributes = try attributes()
    try expect("{", "after the \(kind)'s name")
    var fields: [FieldSyntax] = []
    while !current.isPunctuation("}"), current.kind != .end {
      do {
        fields.append(try field())
      } catch {
        skip(past: ";")
      }
    }
    try expect("}", "at the end of \(kind) '\(name.text)'")
    syntax.declarations.append(
      Declaration(
        name: name, namespace: namespace, attributes: attributes,
        documentation: keyword.documentation,
        body: kind == "table" ? .table(fields) : .structure(fields)))
  }

  private mutating func field() throws(Failure) -> FieldSyntax {
    let documentation = current.documentation
    let name = try identifier("a field's name")
    try expect(":", "and a type after the field's name")
    let type = try type()
    let defaultValue = take("=") ? try literal() : nil
    let attributes = try attributes()
    try expect(";", "after the field")
    return FieldSyntax(
      name: name, type: type, defaultValue: defaultValue, attributes: attributes,
      documentation: documentation)
  }

  private mutating func type() throws(Failure) -> TypeSyntax {
    guard current.isPunctuation("[") else {
      let name = try qualifiedName("a type")
      return TypeSyntax(shape: .plain, name: name, range: name.range)
    }
    let start = take()
    if current.isPunctuation("[") {
      log.error(
        "a vector of vectors is not part of FlatBuffers", at: current.range,
        remedy: "make a table that holds the inner vector, and a vector of that table")
      throw Failure()
    }
    let name = try qualifiedName("the elements' type")
    var shape = TypeSyntax.Shape.vector
    if take(":") {
      let length = try literal()
      guard case .integer(let magnitude?, false) = length.value, (1...65_535).contains(magnitude)
      else {
        log.error(
          "the length of an array is a number from 1 to 65535", at: length.range,
          remedy: "write the number of elements, like [\(name.text):16]")
        throw Failure()
      }
      shape = .array(length: Int(magnitude))
    }
    let end = try expect("]", "after the elements' type")
    return TypeSyntax(shape: shape, name: name, range: start.range.through(end.range))
  }

  mutating func enumeration() throws(Failure) {
    let keyword = take()
    let name = try identifier("a name after 'enum'")
    let underlying = take(":") ? try qualifiedName("an integer type") : nil
    let attributes = try attributes()
    let values = try values(of: "enum '\(name.text)'") { (parser) throws(Failure) in
      let documentation = parser.current.documentation
      let name = try parser.identifier("a value's name")
      let number = parser.take("=") ? try parser.literal() : nil
      return ValueSyntax(name: name, number: number, documentation: documentation)
    }
    syntax.declarations.append(
      Declaration(
        name: name, namespace: namespace, attributes: attributes,
        documentation: keyword.documentation,
        body: .enumeration(underlying: underlying, values)))
  }

  mutating func union() throws(Failure) {
    let keyword = take()
    let name = try identifier("a name after 'union'")
    let attributes = try attributes()
    let values = try values(of: "union '\(name.text)'") { (parser) throws(Failure) in
      let documentation = parser.current.documentation
      let name = try parser.qualifiedName("a member's type")
      let type = parser.take(":") ? try parser.qualifiedName("a member's type") : nil
      let number = parser.take("=") ? try parser.literal() : nil
      return ValueSyntax(name: name, type: type, number: number, documentation: documentation)
    }
    syntax.declarations.append(
      Declaration(
        name: name, namespace: namespace, attributes: attributes,
        documentation: keyword.documentation, body: .union(values)))
  }

  /// Values in braces, with commas between them and perhaps after the last one.
  private mutating func values(
    of what: String, _ value: (inout Parser) throws(Failure) -> ValueSyntax
  ) throws(Failure) -> [ValueSyntax] {
    try expect("{", "before the values of \(what)")
    var values: [ValueSyntax] = []
    while !current.isPunctuation("}"), current.kind != .end {
      do {
        values.append(try value(&self))
        for attribute in try attributes() {
          log.error(
            "values of enums and unions have no attributes", at: attribute.name.range,
            remedy: "remove it")
        }
        if current.isPunctuation("}") { break }
        try expect(",", "between the values")
      } catch {
        skip(past: ",")
      }
    }
    try expect("}", "at the end of \(what)")
    return values
  }

  /// Attributes in parentheses, if there are any.
  private mutating func attributes() throws(Failure) -> [AttributeSyntax] {
    guard take("(") else { return [] }
    var attributes: [AttributeSyntax] = []
    while true {
      if case .string(let text) = current.kind {
        attributes.append(AttributeSyntax(name: NameSyntax(text: text, range: take().range)))
      } else {
        attributes.append(AttributeSyntax(name: try identifier("an attribute's name")))
      }
      if take(":") { attributes[attributes.count - 1].value = try literal() }
      if take(")") { return attributes }
      if !take(",") {
        throw failure("',' or ')' after an attribute", remedy: "close the list with ')'")
      }
    }
  }

  /// A number, name, string, or `[]`.
  mutating func literal() throws(Failure) -> LiteralSyntax {
    let start = current
    if take("[") {
      let end = try expect("]", "(only the empty vector can be a default)")
      return LiteralSyntax(value: .emptyVector, range: start.range.through(end.range))
    }
    if case .string(let text) = start.kind {
      return LiteralSyntax(value: .string(text), range: take().range)
    }
    let isNegative = take("-")
    let isSigned = isNegative || take("+")
    let token = current
    let range = start.range.through(token.range)
    switch token.kind {
    case .integer:
      let digits = text(of: take())
      let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
      let magnitude = isHex ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
      return LiteralSyntax(
        value: .integer(magnitude: magnitude, isNegative: isNegative), range: range)
    case .real:
      let number = Double(text(of: take())) ?? .nan
      return LiteralSyntax(value: .real(isNegative ? -number : number), range: range)
    case .identifier:
      let infinities = ["inf": Double.infinity, "infinity": .infinity, "nan": .nan]
      if let number = infinities[text(of: token)] {
        take()
        return LiteralSyntax(value: .real(isNegative ? -number : number), range: range)
      }
      if isSigned { fallthrough }
      let name = try qualifiedName("a value")
      if Self.functions.contains(name.text), current.isPunctuation("(") {
        log.error(
          "functions in values are not supported: '\(name.text)(…)'", at: name.range,
          remedy: "write the number that it gives")
        throw Failure()
      }
      return LiteralSyntax(value: .name(name.text), range: name.range)
    default:
      throw failure("a value", remedy: "write a number, a name or a quoted string")
    }
  }
}
