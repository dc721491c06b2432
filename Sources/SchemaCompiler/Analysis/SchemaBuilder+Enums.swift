import FlatBufferCoding

extension SchemaBuilder {
  /// Numbers an enum's values, and puts them in order.
  mutating func buildEnum(_ index: Int) {
    let declaration = declarations[index]
    let attributes = readAttributes(of: index)
    let base = underlyingType(of: index)
    checkUnderlyingType(of: declaration)
    let isFlags = attributes.contains("bit_flags")
    if isFlags, base.isSigned {
      log.warning(
        "flags of a signed type: the highest one makes the number negative",
        at: attributes.range("bit_flags") ?? declaration.name.range,
        remedy: "use ubyte, ushort, uint or ulong")
    }
    var values: [(number: Int128, value: Schema.EnumValue)] = []
    var names: Set<String> = []
    var next: Int128 = 0
    for syntax in declaration.values {
      guard names.insert(syntax.name.text).inserted else {
        log.error(
          "'\(syntax.name.text)' is there twice", at: syntax.name.range,
          remedy: "rename one of them")
        continue
      }
      guard
        let number = number(
          of: syntax, next: next, base: base, isFlags: isFlags, enumName: declaration.name.text)
      else { continue }
      next = number + 1
      let stored = isFlags ? Int128(1) << number : number
      if let twin = values.first(where: { $0.number == stored }) {
        log.error(
          "'\(syntax.name.text)' has the number \(number), as '\(twin.value.name)' has",
          at: syntax.number?.range ?? syntax.name.range, remedy: "give it a number of its own")
        continue
      }
      let value = Schema.EnumValue(
        name: syntax.name.text, number: Int64(truncatingIfNeeded: stored),
        documentation: syntax.documentation)
      values.append((stored, value))
    }
    if declaration.values.isEmpty {
      log.error(
        "enum '\(declaration.name.text)' has no values", at: declaration.name.range,
        remedy: "add at least one")
    }
    guard let place = schemaIndex[index] else { return }
    schema.enums[place].values = values.sorted { $0.number < $1.number }.map(\.value)
    schema.enums[place].underlying = Schema.TypeReference(base, index: place)
    schema.enums[place].attributes = attributes.recorded
  }

  private mutating func checkUnderlyingType(of declaration: Declaration) {
    guard case .enumeration(let name, _) = declaration.body else { return }
    guard let name else {
      log.error(
        "enum '\(declaration.name.text)' does not say which integer holds it",
        at: declaration.name.range, remedy: "write it: enum \(declaration.name.text): ubyte")
      return
    }
    if let base = Self.builtInTypes[name.text], base.integerRange != nil { return }
    log.error(
      "'\(name.text)' can't hold an enum", at: name.range,
      remedy: "use byte, ubyte, short, ushort, int, uint, long or ulong")
  }

  /// The number of a value (of a flag: its bit's position); nil, with a diagnostic, if it has none.
  private mutating func number(
    of syntax: ValueSyntax, next: Int128, base: Schema.BaseType, isFlags: Bool, enumName: String
  ) -> Int128? {
    var number = next
    let range = syntax.number?.range ?? syntax.name.range
    if let literal = syntax.number {
      guard case .integer(let magnitude, let isNegative) = literal.value else {
        log.error("an enum's value is an integer", at: range, remedy: "write a number, like 3")
        return nil
      }
      guard let magnitude else {
        log.error("the number has more than 64 bits", at: range, remedy: "use a smaller one")
        return nil
      }
      number = isNegative ? -Int128(magnitude) : Int128(magnitude)
    }
    let allowed = base.integerRange ?? 0...0
    if isFlags {
      let bits = Int128(base.byteSize * 8)
      guard (0..<bits).contains(number) else {
        log.error(
          "the flag '\(syntax.name.text)' is bit \(number), but \(enumName) has the bits 0 to \(bits - 1)",
          at: range, remedy: "number flags by their bits, or use a wider type")
        return nil
      }
    } else if !allowed.contains(number) {
      log.error(
        "'\(syntax.name.text)' has the number \(number), outside \(allowed.lowerBound)…\(allowed.upperBound)",
        at: range, remedy: "use a smaller number, or a wider type")
      return nil
    }
    return number
  }
}
