/// A table in finished bytes, read field by field in place.
///
/// A view: it owns nothing and is valid only inside the closure of `FlatBuffer.withRoot`. Fields
/// are named by their id, from zero; a union takes two, the type's and the value's. Every access is checked against
/// the bytes, whatever they hold; an absent field costs one comparison and one load.
///
/// `position + tableSize` and `vtable + vtableSize` were checked when the reader was made, so a field is in bounds when
/// it ends within `tableSize`.
@safe
public struct TableReader {
  @usableFromInline let view: ByteView
  @usableFromInline let vtable: Int
  @usableFromInline let vtableSize: UInt16
  @usableFromInline let tableSize: UInt16
  @usableFromInline let nesting: UInt8

  /// Where the table starts, in bytes from the start of the buffer.
  public let position: Int

  /// Opens the table at `position`, behind which the caller has found four bytes.
  @inlinable
  init(_ view: ByteView, at position: Int, depth: Int) throws(FlatBufferError) {
    guard depth <= FlatBuffer.maximumDepth else { throw .tooDeep(at: position) }
    let vtable = position &- Int(view.load(position, as: Int32.self))
    guard vtable >= 0, vtable <= view.count - 2 else { throw .outside("a vtable", at: position) }
    let vtableSize = view.load(vtable, as: UInt16.self)
    guard vtableSize >= 2, vtableSize & 1 == 0, Int(vtableSize) <= view.count - vtable else {
      throw .outside("a vtable", at: vtable)
    }
    // Older Swift builders, which wrote Dflat's stores, end the vtable of an empty table after its own size.
    let tableSize = vtableSize >= 4 ? view.load(vtable + 2, as: UInt16.self) : 4
    guard tableSize >= 4, Int(tableSize) <= view.count - position else {
      throw .outside("a table", at: position)
    }
    try view.spend(16)
    self.view = view
    self.vtable = vtable
    self.vtableSize = vtableSize
    self.tableSize = tableSize
    self.nesting = UInt8(truncatingIfNeeded: depth)
    self.position = position
  }

  /// How deeply the table is nested; 1 for the root.
  @inlinable public var depth: Int { Int(nesting) }

  /// The number of fields that the table's vtable has room for; later ones are absent.
  @inlinable public var fieldCount: Int { max(Int(vtableSize) / 2 - 2, 0) }

  /// Whether the field is written, if only with its default.
  @inlinable
  public func isPresent(_ id: Int) -> Bool {
    entry(id) != 0
  }

  /// A scalar, or its default where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func scalar<T: FlatBufferScalar>(
    _ id: Int, default defaultValue: T
  ) throws(FlatBufferError) -> T {
    let entry = entry(id)
    guard entry != 0 else { return defaultValue }
    return view.load(try place(entry, size: T.byteSize))
  }

  /// A scalar, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func optionalScalar<T: FlatBufferScalar>(
    _ id: Int, as type: T.Type = T.self
  ) throws(FlatBufferError) -> T? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    return view.load(try place(entry, size: T.byteSize), as: T.self)
  }

  /// A string, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds`; `invalidString` if it is not UTF-8 or not terminated; `tooComplex`.
  @inlinable
  public func string(_ id: Int) throws(FlatBufferError) -> String? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    return try view.validatedString(try place(entry, size: 4))
  }

  /// The bytes of a string as they stand, without a check of UTF-8, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds`, `invalidString` if it is not terminated, `tooComplex`.
  @unsafe @inlinable
  package func stringBytes(_ id: Int) throws(FlatBufferError) -> UnsafeRawBufferPointer? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    return try unsafe view.string(try place(entry, size: 4))
  }

  /// A table, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds`; `tooComplex` when nested too deeply.
  @inlinable
  public func table(_ id: Int) throws(FlatBufferError) -> TableReader? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    let target = try view.follow(try place(entry, size: 4), room: 4)
    return try TableReader(view, at: target, depth: depth + 1)
  }

  /// A struct of `size` bytes, which stands in the table itself, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func structure(_ id: Int, size: Int) throws(FlatBufferError) -> StructReader? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    return StructReader(view, at: try place(entry, size: size), size: size)
  }

  /// A struct of `size` bytes behind an offset, as a member of a union is, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func unionStructure(_ id: Int, size: Int) throws(FlatBufferError) -> StructReader? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    let target = try view.follow(try place(entry, size: 4), room: size)
    try view.spend(16 + size)
    return StructReader(view, at: target, size: size)
  }

  /// A vector, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func vector(_ id: Int) throws(FlatBufferError) -> VectorReader? {
    let entry = entry(id)
    guard entry != 0 else { return nil }
    return try VectorReader(view, at: try place(entry, size: 4), depth: depth)
  }

  /// The vtable's entry for a field; 0 where it is absent.
  @inlinable
  func entry(_ id: Int) -> UInt16 {
    let slot = 4 &+ id &* 2
    // The size is even, so that a slot that starts before the end also ends there.
    guard slot >= 4, slot < Int(vtableSize) else { return 0 }
    return view.load(vtable + slot, as: UInt16.self)
  }

  /// The position of a field of `size` bytes, which must end within the table.
  @inlinable
  func place(_ entry: UInt16, size: Int) throws(FlatBufferError) -> Int {
    guard size <= Int(tableSize) - Int(entry) else { throw .outside("a field", at: position) }
    return position + Int(entry)
  }
}
