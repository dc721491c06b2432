import FlatBufferCoding

/// A value as indexes and key columns store it: integers, Bools and enums as INTEGER, unsigned 64-bit ones with the
/// highest bit turned, reals as REAL, strings as TEXT.
enum IndexValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text([UInt8])
}

extension IndexValue: Comparable {
  /// Whether the left value comes first; values of one field are of one kind.
  static func < (left: IndexValue, right: IndexValue) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
    case (.integer, _), (.real, .text): true
    case (.real, .integer), (.text, _): false
    }
  }
}

/// What a constant is among the stored values of a field.
enum StoredConstant {
  case null
  case value(IndexValue)
  /// Less than every value that the field can hold.
  case below
  /// Greater than every value that the field can hold.
  case above
  /// No statement can be made, so nothing is narrowed.
  case unknown

  init(_ constant: QueryConstant, base: Schema.BaseType) {
    switch (base, constant) {
    case (_, .null): self = .null
    case (_, .real(let value)) where value.isNaN: self = .null
    case (.bool, .bool(let value)): self = .value(.integer(value ? 1 : 0))
    case (.string, .text(let value)): self = .value(.text([UInt8](value.utf8)))
    case (.uint64, .unsigned(let value)): self = Self.turned(value)
    case (.uint64, .integer(let value)):
      self = value < 0 ? .below : Self.turned(UInt64(value))
    case (.uint64, .real(let value)):
      self = UInt64(exactly: value).map(Self.turned) ?? .unknown
    case (.float32, .real(let value)), (.float64, .real(let value)):
      self = .value(.real(value == 0 ? 0 : value))
    case (.float32, .integer(let value)), (.float64, .integer(let value)):
      self = Double(exactly: value).map { .value(.real($0)) } ?? .unknown
    case (.bool, _), (.string, _), (.float32, _), (.float64, _), (.none, _), (.vector, _),
      (.object, _), (.array, _), (.uint64, _), (_, .bool), (_, .text):
      self = .unknown
    case (_, .integer(let value)): self = .value(.integer(value))
    case (_, .unsigned(let value)):
      self = Int64(exactly: value).map { .value(.integer($0)) } ?? .above
    case (_, .real(let value)):
      self = Int64(exactly: value).map { .value(.integer($0)) } ?? .unknown
    }
  }

  private static func turned(_ value: UInt64) -> StoredConstant {
    .value(.integer(Int64(bitPattern: value ^ 1 << 63)))
  }
}
