import FlatBufferCoding

extension SchemaBuilder {
  /// Reports an enum's field that is 0 while absent, where the enum has no 0.
  mutating func checkImplicitDefault(of field: Schema.Field, at syntax: FieldSyntax) {
    guard let values = namedValues(of: field.type), !values.isFlags,
      !values.enumeration.values.contains(where: { $0.number == 0 })
    else { return }
    let first = values.enumeration.values.first?.name ?? "…"
    log.error(
      "'\(syntax.name.text)' is 0 while absent, and \(values.enumeration.name) has no value 0",
      at: syntax.name.range, remedy: "name a default: = \(first); or allow null: = null")
  }

  /// Sets the default of a table's field, or reports why it can't be one.
  mutating func apply(
    _ literal: LiteralSyntax, to field: inout Schema.Field, in declaration: Declaration
  ) {
    let base = field.type.base
    switch literal.value {
    case .name("null") where base.isScalar:
      field.isOptional = true
    case .name("null"):
      log.error(
        "'= null' is for numbers, bools and enums", at: literal.range,
        remedy: "remove it: the field is null while absent")
    case .emptyVector where base == .vector:
      break
    default:
      if base == .string {
        log.error(
          "strings have no defaults", at: literal.range,
          remedy: "remove it, and set the text where records are made")
      } else if !base.isScalar {
        log.error(
          "only numbers, bools and enums have defaults", at: literal.range, remedy: "remove it")
      } else if base.isReal {
        if let number = real(literal, isSingle: base == .float32) { field.defaultReal = number }
      } else if let number = integer(literal, for: field) {
        field.defaultInteger = number
      }
    }
  }

  /// The enum of a field, if it is one.
  private func namedValues(
    of type: Schema.TypeReference
  ) -> (enumeration: Schema.Enum, isFlags: Bool)? {
    guard type.base.isScalar, let index = type.index else { return nil }
    let enumeration = schema.enums[index]
    return (enumeration, enumeration.attributes.contains { $0.name == "bit_flags" })
  }

  private mutating func real(_ literal: LiteralSyntax, isSingle: Bool) -> Double? {
    let number: Double
    switch literal.value {
    case .integer(let magnitude?, let isNegative):
      number = isNegative ? -Double(magnitude) : Double(magnitude)
    case .real(let value):
      number = value
    default:
      log.error(
        "'\(log.text(literal.range))' is not a number", at: literal.range,
        remedy: "write it like 1.5, -2, 1e-3, nan or -inf")
      return nil
    }
    if isSingle, number.isFinite, !Float(number).isFinite {
      log.error(
        "'\(log.text(literal.range))' is too large for a float", at: literal.range,
        remedy: "use a double")
      return nil
    }
    return number
  }

  /// The default of an integer, bool or enum, as bits.
  private mutating func integer(_ literal: LiteralSyntax, for field: Schema.Field) -> Int64? {
    let base = field.type.base
    let text = log.text(literal.range)
    switch literal.value {
    case .name("true") where base == .bool: return 1
    case .name("false") where base == .bool: return 0
    case .integer(let magnitude, let isNegative):
      let number = magnitude.map { isNegative ? -Int128($0) : Int128($0) }
      let range = base.integerRange ?? 0...1
      guard let number, range.contains(number) else {
        log.error(
          "\(text) is outside \(range.lowerBound)…\(range.upperBound)", at: literal.range,
          remedy: base == .bool ? "write true or false" : "use a smaller number, or a wider type")
        return nil
      }
      let bits = Int64(truncatingIfNeeded: number)
      if let values = namedValues(of: field.type), !values.isFlags,
        !values.enumeration.values.contains(where: { $0.number == bits })
      {
        return notAValue(text, of: values.enumeration, at: literal.range)
      }
      return bits
    case .name(let name), .string(let name):
      guard let values = namedValues(of: field.type) else {
        log.error(
          base == .bool ? "'\(text)' is no bool" : "'\(text)' is no integer", at: literal.range,
          remedy: base == .bool ? "write true or false" : "write a number, like -3 or 0x1F")
        return nil
      }
      return number(of: name, in: values.enumeration, isFlags: values.isFlags, at: literal.range)
    case .real, .emptyVector:
      log.error(
        "'\(text)' is no integer", at: literal.range,
        remedy: base == .bool ? "write true or false" : "write a number, like -3 or 0x1F")
      return nil
    }
  }

  /// The number of an enum's value by name, or of several flags with spaces between them.
  private mutating func number(
    of names: String, in enumeration: Schema.Enum, isFlags: Bool, at range: SourceRange
  ) -> Int64? {
    let words = names.split(separator: " ").map(String.init)
    guard words.count == 1 || (isFlags && !words.isEmpty) else {
      return notAValue(names, of: enumeration, at: range)
    }
    var bits: Int64 = 0
    for word in words {
      let parts = word.split(separator: ".").map(String.init)
      let qualifier = parts.dropLast().joined(separator: ".")
      let isOwn =
        qualifier.isEmpty || enumeration.name == qualifier
        || enumeration.name.hasSuffix("." + qualifier)
      guard isOwn, let value = enumeration.values.first(where: { $0.name == parts.last }) else {
        return notAValue(word, of: enumeration, at: range)
      }
      bits |= value.number
    }
    return bits
  }

  private mutating func notAValue(
    _ name: String, of enumeration: Schema.Enum, at range: SourceRange
  ) -> Int64? {
    let names = enumeration.values.map(\.name)
    let near = suggestion(for: name, among: names)
    log.error(
      "\(enumeration.name) has no value '\(name)'", at: range,
      remedy: near.map { "did you mean '\($0)'?" }
        ?? "use one of \(names.prefix(8).joined(separator: ", "))")
    return nil
  }
}
