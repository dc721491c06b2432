import FlatBufferCoding

// The one JSON form of a record: every field, names as in the schema, enums by name.
extension SwiftText {
  /// Adds the names of fields in JSON.
  mutating func addCodingKeys(of type: SwiftType) {
    guard !type.properties.isEmpty else { return }
    line()
    block("private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey") { text in
      for property in type.properties {
        text.line("case \(property.codingKey) = \"\(property.field.name)\"")
      }
    }
  }

  /// Adds decoding; a field that is not there has its default.
  mutating func addDecoding(of type: SwiftType) {
    line()
    documentation([], or: "Decodes every field; one that is not there has its default.")
    block("public init(from decoder: any Swift.Decoder) throws") { text in
      guard !type.properties.isEmpty else {
        text.line("_ = try decoder.container(keyedBy: FlatBufferCoding.NoKeys.self)")
        return
      }
      text.line("let values = try decoder.container(keyedBy: CodingKeys.self)")
      for property in type.properties {
        text.line("self.\(property.stored) = \(property.boxed(property.decoding(type.spelling)))")
      }
    }
  }

  /// Adds encoding.
  mutating func addEncoding(of type: SwiftType) {
    line()
    documentation([], or: "Encodes every field.")
    block("public func encode(to encoder: any Swift.Encoder) throws") { text in
      guard !type.properties.isEmpty else {
        text.line("_ = encoder.container(keyedBy: FlatBufferCoding.NoKeys.self)")
        return
      }
      text.line("var values = encoder.container(keyedBy: CodingKeys.self)")
      for property in type.properties {
        text.line(
          "try values.\(property.encodingMethod)(self.\(property.code), forKey: .\(property.codingKey))"
        )
      }
    }
  }

  /// Adds the coding of a union: `{"type": …, "value": …}`.
  mutating func addUnionJSON(_ members: [Schema.EnumValue], spelling: SwiftSpelling) {
    documentation([], or: "Decodes the member's name and value.")
    block("public init(from decoder: any Swift.Decoder) throws") { text in
      text.line("let values = try decoder.container(keyedBy: FlatBufferCoding.UnionKeys.self)")
      text.line("switch try values.decode(Kind.self, forKey: .type) {")
      for member in members {
        let type = spelling.element(member.member.base, index: member.member.index)
        text.line(
          "case .\(member.code): self = .\(member.code)(try values.decode(\(type).self, forKey: .value))"
        )
      }
      text.line(
        "case .none_: throw Swift.DecodingError.dataCorruptedError(forKey: .type, in: values, debugDescription: \"NONE has no value; write null\")"
      )
      text.line("case .unknown(let type): self = .unknown(type: type)")
      text.line("}")
    }
    line()
    documentation([], or: "Encodes the member's name and value.")
    block("public func encode(to encoder: any Swift.Encoder) throws") { text in
      text.line("var values = encoder.container(keyedBy: FlatBufferCoding.UnionKeys.self)")
      text.line("try values.encode(self.kind, forKey: .type)")
      text.line("switch self {")
      for member in members {
        text.line("case .\(member.code)(let member): try values.encode(member, forKey: .value)")
      }
      text.line("case .unknown: try values.encodeNil(forKey: .value)")
      text.line("}")
    }
  }
}

extension SwiftProperty {
  /// The key's case as code has it.
  fileprivate var codingKey: String {
    let taken = [
      "rawValue", "stringValue", "intValue", "description", "debugDescription", "none", "some",
      "hash", "hashValue",
    ]
    return taken.contains(name) ? name + "_" : code
  }

  /// The method that encodes the field.
  fileprivate var encodingMethod: String {
    let isList = isVector || arrayLength > 0
    if isList {
      return isReal
        ? "encodeReals" : isBytes ? "encodeBytes" : kind == .union ? "encodeUnions" : "encode"
    }
    if isReal { return "encodeReal" }
    return isOptional ? "encodeNullable" : "encode"
  }

  /// The expression that decodes the field.
  fileprivate func decoding(_ spelling: SwiftSpelling) -> String {
    let key = "forKey: .\(codingKey)"
    if isVector || arrayLength > 0 { return listDecoding(key) }
    if isOptional {
      return
        "try values.\(isReal ? "decodeRealIfPresent" : "decodeIfPresent")(\(element).self, \(key))"
    }
    guard kind == .scalar || kind == .enumeration else {
      return "try values.decode(\(element).self, \(key))"
    }
    let method = isReal ? "decodeReal" : "decode"
    return
      "try values.\(method)(\(element).self, \(key), default: \(spelling.defaultValue(of: field)))"
  }

  private func listDecoding(_ key: String) -> String {
    let method =
      isReal
      ? "decodeReals"
      : isBytes ? "decodeBytes" : kind == .union ? "decodeUnions" : "decodeVector"
    let value = "try values.\(method)(\(element).self, \(key))"
    return arrayLength > 0
      ? "\(value).elements(\(arrayLength), of: values, \(key))" : value
  }
}
