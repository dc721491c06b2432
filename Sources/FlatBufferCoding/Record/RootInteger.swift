/// An integer of the root table, read from a record's bytes in as few steps as can be.
///
/// For conditions that are run on every row: most rows are only asked for such a value and not decoded.
///
/// Bounds: no position is read that was not compared with the number of bytes before, as `ByteView` and `TableReader`
/// do it; where a comparison fails, and for every error, those two are asked instead. Lifetime: the bytes are the
/// caller's while `value` runs. `RootIntegerTests` compares it with `TableReader` on whole and on damaged bytes.
@safe package struct RootInteger: Sendable {
  @usableFromInline let field: IntegerField
  /// Where the field's entry is in a vtable.
  @usableFromInline let slot: Int
  /// How many bits of a word of 64 are above the value's.
  @usableFromInline let spare: UInt64
  @usableFromInline let size: Int
  @usableFromInline let isSigned: Bool

  /// Prepares to read a field.
  package init(_ field: IntegerField) {
    self.field = field
    slot = 4 + 2 * field.id
    (size, isSigned) =
      switch field.base {
      case .int8: (1, true)
      case .uint8, .unionType: (1, false)
      case .int16: (2, true)
      case .uint16: (2, false)
      case .int32: (4, true)
      case .uint32: (4, false)
      default: (8, true)
      }
    spare = UInt64(64 - 8 * size)
  }

  /// The value in a record, nil for null.
  ///
  /// - Throws: What reading damaged bytes throws.
  @inlinable
  package func value(in record: UnsafeRawBufferPointer) throws(FlatBufferError) -> Int64? {
    let count = record.count
    guard count >= 8, count <= FlatBuffer.maximumByteCount, let base = record.baseAddress else {
      return try unsafe readWithCare(record)
    }
    let position = Int(unsafe Self.load(base, 0, as: UInt32.self))
    guard position > 0, position <= count &- 4 else { return try unsafe readWithCare(record) }
    let vtable = position &- Int(unsafe Self.load(base, position, as: Int32.self))
    guard vtable >= 0, vtable <= count &- 4 else { return try unsafe readWithCare(record) }
    // Both sizes at once, the vtable's below.
    let sizes = unsafe Self.load(base, vtable, as: UInt32.self)
    let (vtableSize, tableSize) = (Int(sizes & 0xffff), Int(sizes >> 16))
    guard vtableSize >= 4, vtableSize & 1 == 0, vtableSize <= count &- vtable, tableSize >= 4,
      tableSize <= count &- position
    else { return try unsafe readWithCare(record) }
    guard slot < vtableSize else { return field.defaultValue }
    let entry = Int(unsafe Self.load(base, vtable &+ slot, as: UInt16.self))
    guard entry != 0 else { return field.defaultValue }
    guard size <= tableSize &- entry else { return try unsafe readWithCare(record) }
    let place = position &+ entry
    let bits: UInt64 =
      switch size {
      case 1: unsafe UInt64(Self.load(base, place, as: UInt8.self))
      case 2: unsafe UInt64(Self.load(base, place, as: UInt16.self))
      case 4: unsafe UInt64(Self.load(base, place, as: UInt32.self))
      default: unsafe Self.load(base, place, as: UInt64.self)
      }
    guard isSigned else { return Int64(bitPattern: bits) }
    return Int64(bitPattern: bits &<< spare) &>> Int64(bitPattern: spare)
  }

  /// An integer at a place that was compared with the number of bytes.
  @unsafe @inlinable @inline(__always)
  static func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _ base: UnsafeRawPointer, _ place: Int, as type: Value.Type
  ) -> Value {
    unsafe Value(littleEndian: base.loadUnaligned(fromByteOffset: place, as: type))
  }

  @unsafe @usableFromInline @inline(never)
  func readWithCare(_ record: UnsafeRawBufferPointer) throws(FlatBufferError) -> Int64? {
    try unsafe FlatBuffer.withRoot(of: record) { root throws(FlatBufferError) in
      try field.value(in: root)
    }
  }
}
