import FlatBufferCoding

/// How types and values of a schema are spelled in Swift.
///
/// Standard and library names are qualified, since a schema, or the code beside it, may have a type called `String`.
struct SwiftSpelling {
  let schema: Schema

  /// The Swift type of a scalar.
  static func scalar(_ base: Schema.BaseType) -> String {
    switch base {
    case .bool: "Swift.Bool"
    case .int8: "Swift.Int8"
    case .uint8, .unionType: "Swift.UInt8"
    case .int16: "Swift.Int16"
    case .uint16: "Swift.UInt16"
    case .int32: "Swift.Int32"
    case .uint32: "Swift.UInt32"
    case .int64: "Swift.Int64"
    case .uint64: "Swift.UInt64"
    case .float32: "Swift.Float"
    case .float64: "Swift.Double"
    case .none, .string, .vector, .object, .union, .array: "Swift.String"
    }
  }

  /// The full name of a type.
  static func type(_ qualifiedName: String) -> String {
    SwiftName.typeParts(qualifiedName).map(SwiftName.escaped).joined(separator: ".")
  }

  /// The type of one value: of a field that is no vector, or of a vector's elements.
  func element(_ base: Schema.BaseType, index: Int?) -> String {
    switch base {
    case .object: index.map { Self.type(schema.objects[$0].name) } ?? ""
    case .union: index.map { Self.type(schema.enums[$0].name) } ?? ""
    default: index.map { Self.type(schema.enums[$0].name) } ?? Self.scalar(base)
    }
  }

  /// The default of a scalar as an expression of its type.
  func defaultValue(of field: Schema.Field) -> String {
    let base = field.type.base
    if let index = field.type.index {
      return enumValue(field.defaultInteger, of: schema.enums[index])
    }
    switch base {
    case .bool: return field.defaultInteger == 0 ? "false" : "true"
    case .uint64: return "\(UInt64(bitPattern: field.defaultInteger))"
    case .float32: return real(Float(field.defaultReal))
    case .float64: return real(field.defaultReal)
    default: return "\(field.defaultInteger)"
    }
  }

  /// An enum's value as an expression where its type is known.
  func enumValue(_ number: Int64, of enumeration: Schema.Enum) -> String {
    if let value = enumeration.values.first(where: { $0.number == number }) {
      return "." + SwiftName.escaped(SwiftName.enumCase(value.name))
    }
    let isUnsigned = enumeration.underlying.base == .uint64
    return ".init(knownOrUnknown: \(isUnsigned ? "\(UInt64(bitPattern: number))" : "\(number)"))"
  }

  private func real<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number
  ) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return number.description
  }

  /// A quoted Swift string.
  static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
