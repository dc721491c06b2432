import FlatBufferCoding

// Fields, values, and how values take on the type of the field beside them.
extension QueryParser {
  mutating func atom() throws(QueryTextError) -> Part {
    let start = token
    switch start.kind {
    case .sign("("):
      advance()
      var inner = try nested { parser throws(QueryTextError) in try parser.disjunction() }
      let end = token.range.upperBound
      try expect(sign: ")")
      inner.range = start.range.lowerBound..<end
      return inner
    case .sign("-"):
      advance()
      return try negative(from: start)
    case .integer(let digits):
      advance()
      return Part(node: .constant(try integer(digits, start)), range: start.range)
    case .real(let value):
      advance()
      return Part(node: .constant(.real(value)), range: start.range)
    case .string(let value):
      advance()
      return Part(node: .constant(.text(value)), range: start.range)
    case .name(let name, let isQuoted):
      return try named(name, isQuoted: isQuoted)
    case .sign(let sign):
      throw error("a field or value is missing before \"\(sign)\"")
    case .end:
      throw error("a field or value is missing at the end")
    }
  }

  /// A number after a minus, or the negation of what follows.
  private mutating func negative(from start: QueryToken) throws(QueryTextError) -> Part {
    let number = token
    let range = start.range.lowerBound..<number.range.upperBound
    switch number.kind {
    case .integer(let digits):
      advance()
      return Part(node: .constant(try integer("-" + digits, start)), range: range)
    case .real(let value):
      advance()
      return Part(node: .constant(.real(-value)), range: range)
    default:
      let inner = try known(try nested { parser throws(QueryTextError) in try parser.atom() })
      let node = QueryNode.arithmetic(.subtract, .constant(.integer(0)), inner.node)
      try check(node, isCondition: false, at: inner.range.lowerBound)
      return Part(node: node, range: start.range.lowerBound..<inner.range.upperBound)
    }
  }

  private func integer(
    _ digits: String, _ token: QueryToken
  ) throws(QueryTextError) -> QueryConstant {
    if let value = Int64(digits) { return .integer(value) }
    if let value = UInt64(digits) { return .unsigned(value) }
    throw error("\(digits) does not fit 64 bits", at: token.range.lowerBound)
  }

  private static let keywords: Set<String> = [
    "and", "or", "not", "in", "is", "prefix", "contains", "asc", "desc",
  ]

  private mutating func named(_ name: String, isQuoted: Bool) throws(QueryTextError) -> Part {
    let range = token.range
    if !isQuoted {
      switch name.lowercased() {
      case "true", "false":
        advance()
        return Part(node: .constant(.bool(name.lowercased() == "true")), range: range)
      case "null":
        advance()
        return Part(node: .constant(.null), range: range)
      case let word where Self.keywords.contains(word):
        throw error("a field or value is missing before \"\(name)\"")
      default: break
      }
    }
    advance()
    do throws(FlatBufferError) {
      let path = try schema.path(named: name)
      return Part(node: .field(path), range: range, type: try schema.resolve(path).fieldType)
    } catch {
      return Part(node: .constant(.null), range: range, word: name)
    }
  }

  /// The part, unless it is a word that is no field.
  func known(_ part: Part) throws(QueryTextError) -> Part {
    guard let word = part.word else { return part }
    do throws(FlatBufferError) {
      _ = try schema.resolve(try schema.path(named: word))
      return part
    } catch {
      throw QueryTextError(
        "\(error.message); a text must be in quotes", in: text, at: part.range.lowerBound)
    }
  }

  /// Both sides of a comparison, a value fitted to the field on the other side.
  func paired(_ left: Part, _ right: Part) throws(QueryTextError) -> (Part, Part) {
    (
      try known(
        right.type.map { type throws(QueryTextError) in try fitted(left, to: type) } ?? left),
      try known(
        left.type.map { type throws(QueryTextError) in try fitted(right, to: type) } ?? right)
    )
  }

  /// A value as a field of this type holds it: an enum's name as its number, a number as the nearest float.
  private func fitted(
    _ part: Part, to type: Schema.TypeReference
  ) throws(QueryTextError) -> Part {
    guard part.type == nil, case .constant(let constant) = part.node else { return part }
    var part = part
    if let index = type.index, type.base != .object {
      let name: String
      if let word = part.word {
        name = word
      } else if case .text(let text) = constant {
        name = text
      } else {
        return part
      }
      part.node = .constant(try number(of: name, in: schema.enums[index], at: part.range))
      part.word = nil
    } else if part.word == nil, type.base == .float32 || type.base == .float64 {
      let value: Double
      switch constant {
      case .real(let real): value = real
      case .integer(let integer): value = Double(integer)
      case .unsigned(let integer): value = Double(integer)
      default: return part
      }
      part.node = .constant(.real(type.base == .float32 ? Double(Float(value)) : value))
    }
    return part
  }

  /// The number of an enum's value, or of several names of bit flags, separated by spaces.
  private func number(
    of name: String, in definition: Schema.Enum, at range: Range<String.Index>
  ) throws(QueryTextError) -> QueryConstant {
    var number: Int64 = 0
    let names = name.split(separator: " ")
    for part in names {
      guard let value = definition.values.first(where: { $0.name == part }) else {
        let known = definition.values.map(\.name).joined(separator: ", ")
        throw QueryTextError(
          "\(definition.name) has no value \"\(part)\"; it has \(known)", in: text,
          at: range.lowerBound)
      }
      number |= value.number
    }
    guard names.count == 1 || definition.attributes.contains(where: { $0.name == "bit_flags" })
    else {
      throw QueryTextError(
        "a name of \(definition.name) is missing", in: text, at: range.lowerBound)
    }
    return definition.underlying.base == .uint64
      ? .unsigned(UInt64(bitPattern: number)) : .integer(number)
  }
}
