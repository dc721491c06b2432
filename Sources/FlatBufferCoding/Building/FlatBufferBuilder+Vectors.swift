extension FlatBufferBuilder {
  /// Writes a string.
  ///
  /// Zero bytes inside it are kept.
  @inlinable
  public mutating func string(_ value: String) -> FlatBufferOffset {
    let written: FlatBufferOffset? = unsafe value.utf8.withContiguousStorageIfAvailable {
      unsafe string(utf8: UnsafeRawBufferPointer($0))
    }
    return written ?? string(bridged: value)
  }

  /// Writes a string that bridges from elsewhere, and has no bytes of its own.
  ///
  /// A function of its own, so that others are not retained for it.
  @usableFromInline @inline(never)
  mutating func string(bridged value: String) -> FlatBufferOffset {
    unsafe Array(value.utf8).withUnsafeBytes { unsafe string(utf8: $0) }
  }

  /// Writes a string of bytes, which the caller knows to be UTF-8.
  @unsafe @inlinable
  package mutating func string(utf8 bytes: UnsafeRawBufferPointer) -> FlatBufferOffset {
    requireNoTable()
    unsafe bytesBelow.putString(bytes)
    return newest(depth: 0)
  }

  /// Writes a vector of scalars.
  @inlinable
  public mutating func vector<T: FlatBufferScalar>(_ values: [T]) -> FlatBufferOffset {
    let size = values.count * T.byteSize
    startVector(byteCount: size, alignment: T.byteSize)
    let target = unsafe bytesBelow.take(size)
    for index in values.indices {
      unsafe target.storeBytes(
        of: values[index].wireBits.littleEndian, toByteOffset: index * T.byteSize,
        as: T.WireBits.self)
    }
    return endVector(count: values.count, depth: 0)
  }

  /// Writes a vector of an enum's values.
  @inlinable
  public mutating func vector<E: FlatBufferEnum>(enumerations values: [E]) -> FlatBufferOffset {
    let size = values.count * E.RawValue.byteSize
    startVector(byteCount: size, alignment: E.RawValue.byteSize)
    for value in values.reversed() { bytesBelow.put(value.rawValue) }
    return endVector(count: values.count, depth: 0)
  }

  /// Writes a vector of bytes.
  @unsafe @inlinable
  package mutating func vector(bytes: UnsafeRawBufferPointer) -> FlatBufferOffset {
    startVector(byteCount: bytes.count, alignment: 1)
    unsafe bytesBelow.put(bytes)
    return endVector(count: bytes.count, depth: 0)
  }

  /// Writes a vector of strings.
  @inlinable
  public mutating func vector(strings values: [String]) -> FlatBufferOffset {
    requireNoTable()
    // No table is open, so the room for its fields is free.
    fields.clear(values.count)
    for index in values.indices { fields[index] = string(values[index]).distance }
    startVector(byteCount: values.count * 4, alignment: 4)
    for index in values.indices.reversed() {
      putOffset(FlatBufferOffset(distance: fields[index], depth: 0))
    }
    return endVector(count: values.count, depth: 0)
  }

  /// Writes a vector of strings, tables or unions' values that stand already.
  @inlinable
  public mutating func vector(of offsets: [FlatBufferOffset]) -> FlatBufferOffset {
    startVector(byteCount: offsets.count * 4, alignment: 4)
    var depth: UInt8 = 0
    for offset in offsets.reversed() {
      putOffset(offset)
      if offset.depth > depth { depth = offset.depth }
    }
    return endVector(count: offsets.count, depth: depth)
  }

  /// Writes the values of a vector of unions; nil stands for `NONE`, whose offset is zero and leads nowhere.
  @inlinable
  public mutating func vector(unions offsets: [FlatBufferOffset?]) -> FlatBufferOffset {
    startVector(byteCount: offsets.count * 4, alignment: 4)
    var depth: UInt8 = 0
    for offset in offsets.reversed() {
      if let offset { putOffset(offset) } else { bytesBelow.put(UInt32(0)) }
      depth = max(depth, offset?.depth ?? 0)
    }
    return endVector(count: offsets.count, depth: depth)
  }

  /// Writes a vector of structs, in the order given.
  @inlinable
  public mutating func vector<S: FlatBufferStruct>(structs: [S]) -> FlatBufferOffset {
    vector(structCount: structs.count, size: S.byteSize, alignment: S.alignment) { writer in
      for index in structs.indices {
        structs[index].write(to: &writer, at: index * S.byteSize)
      }
    }
  }

  /// Writes a vector of structs of `size` bytes, side by side, by one call of `body`; the bytes are zero to begin with.
  ///
  /// - Throws: What `body` throws; the builder must then be reset.
  @inlinable
  package mutating func vector<Failure: Error>(
    structCount count: Int, size: Int, alignment: Int,
    _ body: (inout StructWriter) throws(Failure) -> Void
  ) throws(Failure) -> FlatBufferOffset {
    startVector(byteCount: count * size, alignment: alignment)
    try putStruct(size: count * size, alignment: alignment, body)
    return endVector(count: count, depth: 0)
  }

  /// Writes a struct that is a member of a union.
  @inlinable
  public mutating func structure<S: FlatBufferStruct>(_ value: S) -> FlatBufferOffset {
    structure(size: S.byteSize, alignment: S.alignment) { value.write(to: &$0, at: 0) }
  }

  /// Writes a struct of `size` bytes that is a member of a union; its bytes are zero to begin with.
  ///
  /// - Throws: What `body` throws; the builder must then be reset.
  @inlinable
  package mutating func structure<Failure: Error>(
    size: Int, alignment: Int, _ body: (inout StructWriter) throws(Failure) -> Void
  ) throws(Failure) -> FlatBufferOffset {
    requireNoTable()
    try putStruct(size: size, alignment: alignment, body)
    return newest(depth: 0)
  }

  /// Aligns so that both the elements and the length before them will be.
  @inlinable
  mutating func startVector(byteCount: Int, alignment: Int) {
    requireNoTable()
    require(alignment: alignment)
    bytesBelow.pad(max(alignment, 4), before: byteCount)
  }

  /// Puts the length.
  @inlinable
  mutating func endVector(count: Int, depth: UInt8) -> FlatBufferOffset {
    bytesBelow.put(UInt32(truncatingIfNeeded: count))
    return newest(depth: depth)
  }
}
