/// One value of a key.
public enum KeyValue: Sendable, CustomStringConvertible {
  /// A signed integer, an unsigned one of up to 32 bits, or an enum's number.
  case integer(Int64)
  /// An unsigned integer of 64 bits.
  case unsigned(UInt64)
  /// A truth value.
  case bool(Bool)
  /// A floating-point number; −0.0 and 0.0 are one key, and NaN is none.
  case real(Double)
  /// A string; compared by its UTF-8 bytes, zero bytes included.
  case text(String)

  /// The value, as error messages print it.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    }
  }
}

extension KeyValue: Hashable {
  /// Whether two values are the same to a store: the same case, and texts with the same bytes.
  public static func == (left: KeyValue, right: KeyValue) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.hasSameUTF8(as: b)
    default: false
    }
  }

  /// Feeds the case and the value; a text by its bytes, as Swift's own strings hash canonical equivalents alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value):
      hasher.combine(0 as UInt8)
      hasher.combine(value)
    case .unsigned(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .bool(let value):
      hasher.combine(value ? 3 as UInt8 : 2)
    case .real(let value):
      hasher.combine(4 as UInt8)
      hasher.combine(value)
    case .text(let value):
      hasher.combine(5 as UInt8)
      hasher.combine(value.utf8Digest(0))
    }
  }
}

/// The values of a key, in the order in which the schema declares its primary fields.
public struct KeyValues: Hashable, Sendable, CustomStringConvertible {
  /// The value of the first primary field.
  public let first: KeyValue
  /// The values of the other primary fields.
  public let rest: [KeyValue]

  /// Makes the values of a key.
  public init(_ first: KeyValue, _ rest: [KeyValue] = []) {
    self.first = first
    self.rest = rest
  }

  /// How many values there are; at least one.
  package var count: Int { 1 + rest.count }

  /// The value of a primary field, from zero.
  package subscript(index: Int) -> KeyValue { index == 0 ? first : rest[index - 1] }

  /// The values, as error messages print them.
  public var description: String {
    rest.isEmpty
      ? first.description
      : "(\(([first] + rest).map(\.description).joined(separator: ", ")))"
  }
}
