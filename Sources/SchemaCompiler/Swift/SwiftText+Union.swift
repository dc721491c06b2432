import FlatBufferCoding

extension SwiftText {
  /// Adds a union: an enum with the member as payload.
  mutating func add(
    union: Schema.Enum, index: Int, schema: Schema, cycles: ContainmentCycles
  ) {
    let parts = SwiftName.typeParts(union.name)
    let spelling = SwiftSpelling(schema: schema)
    let members = union.values.filter { $0.number != 0 }
    line()
    inNamespace(Array(parts.dropLast())) { text in
      text.documentation(union.documentation, or: "The union `\(union.name)` of the schema.")
      text.block(
        "public nonisolated enum \(SwiftName.escaped(parts.last ?? "")): FlatBufferCoding.FlatBufferUnion"
      ) { text in
        for member in members {
          let type = spelling.element(member.member.base, index: member.member.index)
          text.documentation(member.documentation, or: "The member `\(member.name)`.")
          let box = cycles.mustBox(member, of: index) ? "indirect " : ""
          text.line("\(box)case \(member.code)(\(type))")
        }
        text.documentation(
          [],
          or: "A member that this version of the schema does not name; only its number is known.",
          "It can't be saved: writing it fails, rather than lose what the member holds.")
        text.line("case unknown(type: Swift.UInt8)")
        text.line()
        text.documentation(
          [], or: "The members of `\(union.name)`, and `NONE` for queries that ask for none.")
        text.addEnumType(
          "Kind", cases: union.values, raw: .uint8,
          unknown: "A member that this version of the schema does not name.")
        text.line()
        text.addUnionCoding(members, spelling: spelling)
      }
    }
  }

  private mutating func addUnionCoding(_ members: [Schema.EnumValue], spelling: SwiftSpelling) {
    documentation([], or: "Which member this is.")
    block("public var kind: Kind") { text in
      text.line("switch self {")
      for member in members { text.line("case .\(member.code): .\(member.code)") }
      text.line("case .unknown(let type): .unknown(type)")
      text.line("}")
    }
    line()
    documentation([], or: "Reads the member that stands behind a union's field or vector element.")
    block(
      "public init(reading member: FlatBufferCoding.UnionReader) throws(FlatBufferCoding.FlatBufferError)"
    ) { text in
      text.line("switch member.type {")
      for member in members {
        let type = spelling.element(member.member.base, index: member.member.index)
        let value =
          member.member.base == .string
          ? "member.string()"
          : spelling.schema.isStruct(member.member)
            ? "member.structure(as: \(type).self)" : "member.table(as: \(type).self)"
        text.line("case \(member.number): self = .\(member.code)(try \(value))")
      }
      text.line("default: self = .unknown(type: member.type)")
      text.line("}")
    }
    line()
    documentation([], or: "Writes the member; nil for one that is not known.")
    block(
      "public func write(to builder: inout FlatBufferCoding.FlatBufferBuilder) -> FlatBufferCoding.FlatBufferOffset?"
    ) { text in
      text.line("switch self {")
      for member in members {
        let value =
          member.member.base == .string
          ? "builder.string(member)"
          : spelling.schema.isStruct(member.member)
            ? "builder.structure(member)" : "member.write(to: &builder)"
        text.line("case .\(member.code)(let member): \(value)")
      }
      text.line("case .unknown: nil")
      text.line("}")
    }
    line()
    addUnionJSON(members, spelling: spelling)
  }
}

extension Schema {
  /// Whether a type is a struct.
  func isStruct(_ type: TypeReference) -> Bool {
    type.base == .object && type.index.map { objects[$0].isStruct } == true
  }
}
