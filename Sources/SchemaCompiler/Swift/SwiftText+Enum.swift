import FlatBufferCoding

extension SwiftText {
  /// Adds an enum, which keeps numbers that it does not know.
  mutating func add(enumeration: Schema.Enum) {
    let parts = SwiftName.typeParts(enumeration.name)
    line()
    inNamespace(Array(parts.dropLast())) { text in
      text.documentation(
        enumeration.documentation, or: "The enum `\(enumeration.name)` of the schema.")
      text.addEnumType(
        parts.last ?? "", cases: enumeration.values, raw: enumeration.underlying.base,
        unknown: "A number that this version of the schema does not name.")
    }
  }

  /// Adds the enum itself: cases, `unknown`, and the way to numbers and back.
  mutating func addEnumType(
    _ name: String, cases values: [Schema.EnumValue], raw: Schema.BaseType, unknown: String
  ) {
    let rawType = SwiftSpelling.scalar(raw)
    let name = SwiftName.escaped(name)
    block(
      "public nonisolated enum \(name): FlatBufferCoding.FlatBufferEnum, WorkspaceStore.RecordKey, WorkspaceStore.QueryValue"
    ) { text in
      for value in values {
        text.documentation(value.documentation, or: "`\(value.name)`, \(raw.number(value.number)).")
        text.line("case \(value.code)")
      }
      text.documentation([], or: unknown)
      text.line("case unknown(\(rawType))")
      text.line()
      text.addNames(of: values, raw: raw)
      text.line()
      text.documentation([], or: "Makes the value of a number, known or not.")
      text.block("public init(knownOrUnknown rawValue: \(rawType))") { text in
        text.line("switch rawValue {")
        for value in values {
          text.line("case \(raw.number(value.number)): self = .\(value.code)")
        }
        text.line("default: self = .unknown(rawValue)")
        text.line("}")
      }
      text.line()
      text.documentation([], or: "The number.")
      text.block("public var rawValue: \(rawType)") { text in
        text.line("switch self {")
        for value in values {
          text.line("case .\(value.code): \(raw.number(value.number))")
        }
        text.line("case .unknown(let number): number")
        text.line("}")
      }
      text.line()
      text.documentation([], or: "Whether two values have one number.")
      text.line(
        "public static func == (left: Self, right: Self) -> Swift.Bool { left.rawValue == right.rawValue }"
      )
      text.line()
      text.documentation([], or: "Hashes the number.")
      text.line(
        "public func hash(into hasher: inout Swift.Hasher) { hasher.combine(self.rawValue) }")
    }
  }

  /// Adds a set of flags.
  mutating func add(flags enumeration: Schema.Enum) {
    let parts = SwiftName.typeParts(enumeration.name)
    let raw = enumeration.underlying.base
    let rawType = SwiftSpelling.scalar(raw)
    line()
    inNamespace(Array(parts.dropLast())) { text in
      text.documentation(
        enumeration.documentation, or: "The flags `\(enumeration.name)` of the schema.")
      text.block(
        "public nonisolated struct \(SwiftName.escaped(parts.last ?? "")): Swift.OptionSet, FlatBufferCoding.FlatBufferFlags, WorkspaceStore.RecordKey, WorkspaceStore.QueryValue"
      ) { text in
        for value in enumeration.values {
          text.documentation(
            value.documentation, or: "`\(value.name)`, \(raw.number(value.number)).")
          text.line("public static let \(value.code) = Self(rawValue: \(raw.number(value.number)))")
        }
        text.line()
        text.documentation([], or: "The bits, known or not.")
        text.line("public let rawValue: \(rawType)")
        text.line()
        text.addNames(of: enumeration.values, raw: raw)
        text.line()
        text.documentation([], or: "Makes the flags of bits, known or not.")
        text.line("public init(rawValue: \(rawType)) { self.rawValue = rawValue }")
        text.line()
        text.documentation([], or: "Makes the flags of bits, known or not.")
        text.line("public init(knownOrUnknown rawValue: \(rawType)) { self.rawValue = rawValue }")
      }
    }
  }

  private mutating func addNames(of values: [Schema.EnumValue], raw: Schema.BaseType) {
    documentation([], or: "The values that the schema names, in order of their number.")
    line(
      "public static let names: [(name: Swift.String, rawValue: \(SwiftSpelling.scalar(raw)))] = [")
    for value in values { line("  (\"\(value.name)\", \(raw.number(value.number))),") }
    line("]")
  }
}

extension Schema.EnumValue {
  /// The case as code has it.
  var code: String { SwiftName.escaped(SwiftName.enumCase(name)) }
}

extension Schema.BaseType {
  /// A number that is kept by its bits.
  func number(_ bits: Int64) -> String {
    self == .uint64 ? "\(UInt64(bitPattern: bits))" : "\(bits)"
  }
}
