import FlatBufferCoding

/// The attributes of a declaration or field that were understood.
struct ReadAttributes {
  /// By name.
  var syntax: [String: AttributeSyntax] = [:]
  /// Those that the schema records, sorted by name.
  var recorded: [Schema.Attribute] = []

  /// The place of an attribute, if it is there.
  func range(_ name: String) -> SourceRange? { syntax[name]?.name.range }

  func contains(_ name: String) -> Bool { syntax[name] != nil }

  /// The value of an attribute that takes a number.
  func number(_ name: String) -> (value: Int, range: SourceRange)? {
    guard let literal = syntax[name]?.value else { return nil }
    return Int(literal.attributeText).map { ($0, literal.range) }
  }
}

extension SchemaBuilder {
  /// The attributes of a type.
  mutating func readAttributes(of index: Int) -> ReadAttributes {
    let declaration = declarations[index]
    let place: KnownAttribute.Place =
      switch declaration.body {
      case .table: .table
      case .structure: .structure
      case .enumeration: .enumeration
      case .union: .union
      }
    return read(declaration.attributes, at: place)
  }

  /// Reads attributes; each that is unknown, twice there, misplaced or without effect is reported.
  mutating func read(
    _ attributes: [AttributeSyntax], at place: KnownAttribute.Place
  ) -> ReadAttributes {
    var result = ReadAttributes()
    for attribute in attributes {
      let name = attribute.name.text
      if result.contains(name) {
        log.error("'\(name)' is there twice", at: attribute.name.range, remedy: "keep one of them")
        continue
      }
      guard let known = KnownAttribute.all[name] else {
        if declaredAttributes.contains(name) {
          result.syntax[name] = attribute
          result.recorded.append(recorded(attribute))
        } else {
          unknown(attribute)
        }
        continue
      }
      guard isUsable(attribute, known, at: place) else { continue }
      result.syntax[name] = attribute
      switch known.effect {
      case .meaning(isRecorded: true): result.recorded.append(recorded(attribute))
      case .meaning, .harmless: break
      case .ignored(let reason):
        log.warning(
          "'\(name)' has no effect: \(reason)", at: attribute.name.range,
          remedy: "remove it, or leave it for flatc")
      }
    }
    result.recorded.sort { $0.name < $1.name }
    return result
  }

  private func recorded(_ attribute: AttributeSyntax) -> Schema.Attribute {
    guard let value = attribute.value else { return Schema.Attribute(name: attribute.name.text) }
    return Schema.Attribute(name: attribute.name.text, value: value.attributeText)
  }

  private mutating func unknown(_ attribute: AttributeSyntax) {
    let name = attribute.name.text
    let near = suggestion(for: name, among: Array(KnownAttribute.all.keys) + declaredAttributes)
    log.error(
      "there is no attribute '\(name)'", at: attribute.name.range,
      remedy: near.map { "did you mean '\($0)'?" }
        ?? "declare it at the top of the file: attribute \"\(name)\";")
  }

  /// Whether an attribute stands where it may, with the value that it needs.
  private mutating func isUsable(
    _ attribute: AttributeSyntax, _ known: KnownAttribute, at place: KnownAttribute.Place
  ) -> Bool {
    let name = attribute.name.text
    let range = attribute.name.range
    guard known.places.contains(place) else {
      let places = known.places.map(\.rawValue).joined(separator: " and ")
      log.error(
        "'\(name)' is for \(places), not for \(place.rawValue)", at: range, remedy: "remove it")
      return false
    }
    switch (known.value, attribute.value?.value) {
    case (.any, _), (.none, nil), (.text, .string):
      return true
    case (.number, .integer(let number?, false)):
      if UInt32(exactly: number) != nil { return true }
      log.error(
        "\(number) is too large for '\(name)'", at: range, remedy: "write a smaller number")
    case (.number, .string(let text)):
      // flatc takes a number in quotes too.
      if UInt32(text) != nil { return true }
      log.error("'\(name)' needs a number", at: range, remedy: "write (\(name): 1)")
    case (.none, _):
      log.error("'\(name)' takes no value", at: range, remedy: "write it alone")
    case (.text, _):
      log.error(
        "'\(name)' needs a value in quotes", at: range, remedy: "write (\(name): \"…\")")
    case (.number, _):
      log.error("'\(name)' needs a number", at: range, remedy: "write (\(name): 1)")
    }
    return false
  }
}
