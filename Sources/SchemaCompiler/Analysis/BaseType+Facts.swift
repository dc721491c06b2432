import FlatBufferCoding

extension Schema.BaseType {
  /// The values of an integer; nil for all other types.
  var integerRange: ClosedRange<Int128>? {
    switch self {
    case .int8: -128...127
    case .uint8, .unionType: 0...255
    case .int16: -32_768...32_767
    case .uint16: 0...65_535
    case .int32: Int128(Int32.min)...Int128(Int32.max)
    case .uint32: 0...Int128(UInt32.max)
    case .int64: Int128(Int64.min)...Int128(Int64.max)
    case .uint64: 0...Int128(UInt64.max)
    default: nil
    }
  }

  /// Whether this is a signed integer.
  var isSigned: Bool { integerRange.map { $0.lowerBound < 0 } ?? false }

  /// Whether this is a float or double.
  var isReal: Bool { self == .float32 || self == .float64 }
}
