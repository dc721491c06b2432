/// A value in a query: what a field is compared with, or what an expression gives.
///
/// Two constants are equal when they are the same to every query: texts by their UTF-8 bytes (the composed
/// and the decomposed spelling of "é" differ), reals by their bits.
public enum QueryConstant: Sendable {
  /// No value. NaN counts as null too.
  case null
  /// A Bool.
  case bool(Bool)
  /// A signed integer of 8 to 64 bits, an unsigned one of 8 to 32, or an enum of such.
  case integer(Int64)
  /// An unsigned integer of 64 bits, or an enum of such.
  case unsigned(UInt64)
  /// A float or a double.
  case real(Double)
  /// A string.
  case text(String)
}

extension QueryConstant: Hashable {
  /// Whether two constants are the same case with the same value; texts byte by byte.
  public static func == (left: QueryConstant, right: QueryConstant) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  /// Feeds the case and the value; a text by its bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value ? 2 as UInt8 : 1)
    case .integer(let value):
      hasher.combine(3 as UInt8)
      hasher.combine(value)
    case .unsigned(let value):
      hasher.combine(4 as UInt8)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(5 as UInt8)
      hasher.combine(value.bitPattern)
    case .text(let value):
      hasher.combine(6 as UInt8)
      for byte in value.utf8 { hasher.combine(byte) }
    }
  }
}

extension QueryConstant: CustomStringConvertible {
  /// The constant as the textual form of queries writes it.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): "\"" + value + "\""
    }
  }
}
