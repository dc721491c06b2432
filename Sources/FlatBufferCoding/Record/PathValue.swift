/// What stands at the end of a path in one record.
///
/// Safe because `text`, the only pointer, is good as long as the record's bytes are, which is the rule for all readers: it
/// must not leave the closure of `FlatBuffer.withRoot`.
@safe
package enum PathValue {
  /// Nothing: an optional scalar, a string or a table on the way is absent, or a union holds another member.
  case null
  /// A bool.
  case bool(Bool)
  /// An integer other than `ulong`, an enum's number or a union's type.
  case integer(Int64)
  /// A `ulong`.
  case unsigned(UInt64)
  /// A float or double.
  case real(Double)
  /// A string's bytes as they stand, not checked to be UTF-8.
  case text(UnsafeRawBufferPointer)

  /// The value of a scalar's bits, as `ScalarSource` gives them.
  @inline(__always)
  init(_ bits: UInt64, _ base: Schema.BaseType) {
    switch base {
    case .bool: self = .bool(bits != 0)
    case .uint64: self = .unsigned(bits)
    case .float32: self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .float64: self = .real(Double(bitPattern: bits))
    default: self = .integer(Int64(bitPattern: bits))
    }
  }
}
