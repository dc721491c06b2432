/// A place that holds a scalar: what a field, a struct and a vector have in common.
protocol ScalarSource {
  /// The scalar; nil if the field is absent.
  func load<T: FlatBufferScalar>(_ type: T.Type) throws(FlatBufferError) -> T?
}

extension ScalarSource {
  /// The scalar's bits: integers extended to 64 bits by their sign, a float's 32 bits, a bool's 0 or 1; nil if it is absent.
  @inline(__always)
  func bits(_ base: Schema.BaseType) throws(FlatBufferError) -> UInt64? {
    switch base {
    case .bool: try load(Bool.self).map { $0 ? 1 : 0 }
    case .int8: try load(Int8.self).map { UInt64(bitPattern: Int64($0)) }
    case .uint8, .unionType: try load(UInt8.self).map { UInt64($0) }
    case .int16: try load(Int16.self).map { UInt64(bitPattern: Int64($0)) }
    case .uint16: try load(UInt16.self).map { UInt64($0) }
    case .int32: try load(Int32.self).map { UInt64(bitPattern: Int64($0)) }
    case .uint32, .float32: try load(UInt32.self).map { UInt64($0) }
    case .int64, .uint64, .float64: try load(UInt64.self)
    case .none, .string, .vector, .object, .union, .array: nil
    }
  }
}

/// A field of a table.
struct TableField: ScalarSource {
  let table: TableReader
  let id: Int

  @inline(__always)
  func load<T: FlatBufferScalar>(_ type: T.Type) throws(FlatBufferError) -> T? {
    try table.optionalScalar(id)
  }
}

/// A field of a struct.
struct StructField: ScalarSource {
  let structure: StructReader
  let offset: Int

  @inline(__always)
  func load<T: FlatBufferScalar>(_ type: T.Type) throws(FlatBufferError) -> T? {
    structure.scalar(at: offset, as: T.self)
  }
}

/// An element of a vector.
struct VectorElement: ScalarSource {
  let vector: VectorReader
  let index: Int

  @inline(__always)
  func load<T: FlatBufferScalar>(_ type: T.Type) throws(FlatBufferError) -> T? {
    try vector.scalar(at: index, as: T.self)
  }
}

extension Schema.BaseType {
  /// Whether this is an integer with a sign.
  var isSigned: Bool {
    switch self {
    case .int8, .int16, .int32, .int64: true
    default: false
    }
  }
}

extension Schema.Field {
  /// The bits of the default, as `ScalarSource` gives them.
  var defaultBits: UInt64 {
    switch type.base {
    case .bool: defaultInteger == 0 ? 0 : 1
    case .float32: UInt64(Float(defaultReal).bitPattern)
    case .float64: defaultReal.bitPattern
    default: UInt64(bitPattern: defaultInteger)
    }
  }
}
