import FlatBufferCoding

/// The content of a buffer without its layout, to compare what was built with what is read.
///
/// A table has an entry for each field that is written, by id; a union has two. Scalars that equal their default are left out.
indirect enum Tree: Equatable {
  /// The bits, filled up with zeros.
  case scalar(UInt64)
  case string([UInt8])
  case structure([UInt8])
  case vector([Tree])
  case table([Int: Tree])
  /// An element of a vector of unions that has none.
  case nothing
}

extension Schema {
  /// The bits of a scalar field's default; nil for an optional one.
  func defaultBits(of field: Field) -> UInt64? {
    if field.isOptional { return nil }
    return switch field.type.base {
    case .float32: UInt64(Float(field.defaultReal).bitPattern)
    case .float64: field.defaultReal.bitPattern
    default:
      UInt64(bitPattern: field.defaultInteger) & Schema.mask(field.type.base.byteSize)
    }
  }

  static func mask(_ size: Int) -> UInt64 {
    size == 8 ? .max : (1 << (8 * UInt64(size))) - 1
  }

  func isStruct(_ type: TypeReference) -> Bool {
    type.index.map { objects[$0].isStruct } ?? false
  }

  /// The member of a union with a number; nil for one that the schema does not know.
  func member(_ union: Int?, _ number: UInt64) -> TypeReference? {
    union.flatMap { enums[$0].values.first { $0.number == Int64(number) }?.member }
  }

  func member(_ union: Int?, _ type: Tree?) -> TypeReference? {
    guard case .scalar(let number)? = type else { return TypeReference(.none) }
    return member(union, number)
  }
}
