extension Schema.BaseType {
  /// Whether this is a number, a bool or a union's type: what stands in a table or struct by value.
  package var isScalar: Bool {
    switch self {
    case .unionType, .bool, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64,
      .float32, .float64:
      true
    case .none, .string, .vector, .object, .union, .array: false
    }
  }

  /// Whether this is a float or double.
  var isReal: Bool { self == .float32 || self == .float64 }

  /// Whether an integer fits; one of `uint64` is given by its bits.
  func holds(_ number: Int64) -> Bool {
    switch self {
    case .bool: 0...1 ~= number
    case .unionType, .uint8: UInt8(exactly: number) != nil
    case .int8: Int8(exactly: number) != nil
    case .int16: Int16(exactly: number) != nil
    case .uint16: UInt16(exactly: number) != nil
    case .int32: Int32(exactly: number) != nil
    case .uint32: UInt32(exactly: number) != nil
    case .int64, .uint64: true
    case .none, .float32, .float64, .string, .vector, .object, .union, .array: false
    }
  }

  /// The size in bytes of a scalar, or of the offset that stands for what is none; 1 for `none`, as
  /// `flatc` has it.
  package var byteSize: Int {
    switch self {
    case .none, .unionType, .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float32, .string, .vector, .object, .union, .array: 4
    case .int64, .uint64, .float64: 8
    }
  }
}

extension Schema {
  /// The order of names in a schema: by UTF-8 bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  /// The order of attributes: by name, then by value.
  static func precedes(_ first: Attribute, _ second: Attribute) -> Bool {
    first.name.utf8.elementsEqual(second.name.utf8)
      ? precedes(first.value, second.value) : precedes(first.name, second.name)
  }

  /// The size in bytes of a field of a struct: a scalar, a struct or an array of them.
  func inlineSize(of type: TypeReference) -> Int {
    switch type.base {
    case .object: type.index.map { objects[$0].byteSize } ?? 0
    case .array:
      type.fixedLength * inlineSize(of: TypeReference(type.element, index: type.index))
    default: type.base.byteSize
    }
  }

  /// The alignment in bytes of a field of a struct.
  func inlineAlignment(of type: TypeReference) -> Int {
    switch type.base {
    case .object: type.index.map { objects[$0].alignment } ?? 1
    case .array: inlineAlignment(of: TypeReference(type.element, index: type.index))
    default: type.base.byteSize
    }
  }
}
