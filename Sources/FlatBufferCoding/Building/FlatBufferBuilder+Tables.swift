extension FlatBufferBuilder {
  /// Starts a table with room for the fields 0 to `fieldCount` − 1.
  ///
  /// - Precondition: No table is open; `fieldCount` is at most 32,765.
  @inlinable
  public mutating func startTable(fieldCount: Int) {
    requireNoTable()
    precondition(
      fieldCount >= 0 && fieldCount <= 32_765,
      "FlatBufferBuilder: a table has at most 32,765 fields")
    fields.clear(fieldCount)
    tableStart = bytesBelow.used
    tableDepth = 0
  }

  /// Adds a scalar, unless it has the same bits as its default.
  @inlinable
  public mutating func add<T: FlatBufferScalar>(_ id: Int, _ value: T, default defaultValue: T) {
    if !value.hasSameBits(as: defaultValue) { put(id, value) }
  }

  /// Adds an optional scalar; nil is left out.
  @inlinable
  public mutating func add<T: FlatBufferScalar>(_ id: Int, _ value: T?) {
    if let value { put(id, value) }
  }

  /// Adds an enum's value, unless it is the default.
  @inlinable
  public mutating func add<E: FlatBufferEnum>(_ id: Int, _ value: E, default defaultValue: E) {
    add(id, value.rawValue, default: defaultValue.rawValue)
  }

  /// Adds an optional enum's value; nil is left out.
  @inlinable
  public mutating func add<E: FlatBufferEnum>(_ id: Int, _ value: E?) {
    if let value { put(id, value.rawValue) }
  }

  /// Adds a string, vector, table or union's value; nil is left out.
  @inlinable
  public mutating func add(_ id: Int, _ offset: FlatBufferOffset?) {
    guard let offset else { return }
    putOffset(offset)
    if offset.depth > tableDepth { tableDepth = offset.depth }
    record(id)
  }

  /// Adds a struct, which stands in the table itself; nil is left out.
  @inlinable
  public mutating func add<S: FlatBufferStruct>(_ id: Int, structure: S?) {
    guard let structure else { return }
    putStruct(size: S.byteSize, alignment: S.alignment) { structure.write(to: &$0, at: 0) }
    record(id)
  }

  /// Adds a struct whose bytes `body` writes; they are zero to begin with.
  ///
  /// - Throws: What `body` throws; the builder must then be reset.
  @inlinable
  package mutating func add<Failure: Error>(
    _ id: Int, structureSize size: Int, alignment: Int,
    _ body: (inout StructWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try putStruct(size: size, alignment: alignment, body)
    record(id)
  }

  /// Ends the open table.
  ///
  /// The vtable goes before the table; if an equal one stands already it is taken back, and that one is used.
  ///
  /// - Returns: Where the table stands.
  @inlinable
  public mutating func endTable() -> FlatBufferOffset {
    precondition(tableStart >= 0, "FlatBufferBuilder: no table is open; call startTable first")
    bytesBelow.putAligned(Int32(0))
    let table = bytesBelow.used
    let size = table - tableStart
    if size > Int(UInt16.max) { isTableTooLarge = true }
    let count = fields.countToLast

    var hash = UInt32(truncatingIfNeeded: size)
    let length = 4 + count * 2
    let vtable = unsafe bytesBelow.take(length)
    unsafe vtable.storeBytes(
      of: UInt16(truncatingIfNeeded: length).littleEndian, as: UInt16.self)
    unsafe vtable.storeBytes(
      of: UInt16(truncatingIfNeeded: size).littleEndian, toByteOffset: 2, as: UInt16.self)
    for index in 0..<count {
      let distance = fields[index]
      let entry =
        distance == 0
        ? 0 : UInt16(truncatingIfNeeded: UInt32(truncatingIfNeeded: table) &- distance)
      unsafe vtable.storeBytes(
        of: entry.littleEndian, toByteOffset: 4 &+ index &* 2, as: UInt16.self)
      hash = (hash ^ UInt32(entry)) &* 0x9E37_79B1
    }
    shareVTable(hash: hash ^ hash >> 15, length: length, table: table)

    tableStart = -1
    return FlatBufferOffset(
      distance: UInt32(truncatingIfNeeded: table),
      depth: tableDepth == UInt8.max ? tableDepth : tableDepth + 1)
  }

  /// Links the table to the vtable that was put last, or to an equal one before it.
  @inlinable
  mutating func shareVTable(hash: UInt32, length: Int, table: Int) {
    let new = UInt32(truncatingIfNeeded: bytesBelow.used)
    let shared = vtables.find(hash: hash, length: length, orInsert: new, in: bytesBelow)
    if shared != new { bytesBelow.shrink(to: table) }
    let back = Int32(truncatingIfNeeded: Int(shared) - table)
    unsafe bytesBelow.at(table).storeBytes(of: back.littleEndian, as: Int32.self)
  }

  /// Puts a scalar as a field.
  @inlinable
  mutating func put<T: FlatBufferScalar>(_ id: Int, _ value: T) {
    require(alignment: T.byteSize)
    bytesBelow.putAligned(value)
    record(id)
  }

  /// Puts a struct, aligned.
  @inlinable
  mutating func putStruct<Failure: Error>(
    size: Int, alignment: Int, _ body: (inout StructWriter) throws(Failure) -> Void
  ) throws(Failure) {
    require(alignment: alignment)
    bytesBelow.pad(alignment, before: size)
    var writer = unsafe StructWriter(bytesBelow.take(size), size: size)
    try body(&writer)
  }

  /// Notes that what was put last is the field `id`.
  @inlinable
  mutating func record(_ id: Int) {
    precondition(
      tableStart >= 0,
      "FlatBufferBuilder: no table is open; call startTable first")
    fields[id] = UInt32(truncatingIfNeeded: bytesBelow.used)
  }
}
