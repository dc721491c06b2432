extension RecordJSONWriter {
  /// Writes a string, which must be UTF-8.
  mutating func write(_ text: UnsafeRawBufferPointer) throws(FlatBufferError) {
    guard unsafe UTF8Validation.firstInvalid(in: text) == nil else {
      throw FlatBufferError(code: .invalidString, message: "a string is not UTF-8")
    }
    unsafe writer.write(utf8: text)
  }

  /// Writes a scalar; one of an enum by name.
  mutating func write(_ bits: UInt64, _ base: Schema.BaseType, _ item: Int) {
    if item >= 0, write(named: bits, layout.enums[item]) { return }
    switch base {
    case .bool: writer.write(bits != 0)
    case .float32: writer.write(real: Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case .float64: writer.write(real: Double(bitPattern: bits))
    default:
      if base.isSigned { writer.write(Int64(bitPattern: bits)) } else { writer.write(bits) }
    }
  }

  /// Writes the name of an enum's value, or the names of its bits; false if there is none.
  private mutating func write(named bits: UInt64, _ item: RecordLayout.Enum) -> Bool {
    if let index = layout.value(number: Int64(bitPattern: bits), of: item) {
      writer.bytes.append(contentsOf: layout.quoted(layout.values[index].name))
      return true
    }
    guard item.isFlags else { return false }
    var named: UInt64 = 0
    for value in layout.values[item.values] {
      let bit = UInt64(bitPattern: value.number)
      if bits & bit != 0 { named |= bit }
    }
    guard named == bits, named != 0 else { return false }
    var separator = UInt8(ascii: "\"")
    for value in layout.values[item.values] where bits & UInt64(bitPattern: value.number) != 0 {
      writer.append(separator)
      separator = UInt8(ascii: " ")
      writer.bytes.append(contentsOf: layout.plain(value.name))
    }
    writer.append(UInt8(ascii: "\""))
    return true
  }
}

/// A place that holds a union's value: a field or an element of a vector.
protocol UnionSource {
  func table() throws(FlatBufferError) -> TableReader?
  func structure(size: Int) throws(FlatBufferError) -> StructReader?
  @unsafe func stringBytes() throws(FlatBufferError) -> UnsafeRawBufferPointer?
}

/// The value of a union that is a field.
struct UnionField: UnionSource {
  let owner: TableReader
  let id: Int

  func table() throws(FlatBufferError) -> TableReader? {
    try owner.table(id)
  }

  func structure(size: Int) throws(FlatBufferError) -> StructReader? {
    try owner.unionStructure(id, size: size)
  }

  @unsafe
  func stringBytes() throws(FlatBufferError) -> UnsafeRawBufferPointer? {
    try unsafe owner.stringBytes(id)
  }
}

/// The value of a union that is an element of a vector.
struct UnionElement: UnionSource {
  let vector: VectorReader
  let index: Int

  func table() throws(FlatBufferError) -> TableReader? {
    try vector.table(at: index)
  }

  func structure(size: Int) throws(FlatBufferError) -> StructReader? {
    try vector.unionStructure(at: index, size: size)
  }

  @unsafe
  func stringBytes() throws(FlatBufferError) -> UnsafeRawBufferPointer? {
    try unsafe vector.stringBytes(at: index)
  }
}
