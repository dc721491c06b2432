/// A vector in finished bytes.
///
/// A view, valid as long as the table that gave it. The vector does not know what it holds: the schema says which of the
/// accessors is right. Elements are counted from zero, and each access is checked.
@safe
public struct VectorReader {
  @usableFromInline let view: ByteView
  @usableFromInline let nesting: UInt8

  /// Where the first element starts, in bytes from the start of the buffer.
  public let position: Int

  /// The number of elements.
  public let count: Int

  /// Opens the vector that the offset at `place` leads to; the caller has checked that place.
  @inlinable
  init(_ view: ByteView, at place: Int, depth: Int) throws(FlatBufferError) {
    let start = try view.follow(place, room: 4)
    let count = Int(truncatingIfNeeded: view.load(start, as: UInt32.self))
    // Every element has a byte at least; an accessor compares with its real size.
    guard count >= 0, count <= view.count - start - 4 else {
      throw .outside("a vector", at: start)
    }
    try view.spend(16 + count)
    self.view = view
    self.nesting = UInt8(truncatingIfNeeded: depth)
    self.position = start + 4
    self.count = count
  }

  /// Every element of a vector of scalars.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func scalars<T: FlatBufferScalar>(_ type: T.Type) throws(FlatBufferError) -> [T] {
    try spendAll(size: T.byteSize)
    return view.copy(position, count: count, as: T.self)
  }

  /// Every byte of a vector of bytes.
  ///
  /// - Throws: `tooComplex`.
  @inlinable
  public func bytes() throws(FlatBufferError) -> [UInt8] {
    try scalars(UInt8.self)
  }

  /// The element `index`, a scalar.
  ///
  /// - Throws: `outOfBounds`.
  @inlinable
  public func scalar<T: FlatBufferScalar>(
    at index: Int, as type: T.Type = T.self
  ) throws(FlatBufferError) -> T {
    view.load(try place(index, size: T.byteSize))
  }

  /// The element `index`, a string.
  ///
  /// - Throws: `outOfBounds`; `invalidString` if it is not UTF-8 or not terminated; `tooComplex`.
  @inlinable
  public func string(at index: Int) throws(FlatBufferError) -> String {
    try view.validatedString(try place(index, size: 4))
  }

  /// The bytes of the string `index` as they stand, without a check of UTF-8.
  ///
  /// - Throws: `outOfBounds`, `invalidString` if it is not terminated, `tooComplex`.
  @unsafe @inlinable
  package func stringBytes(at index: Int) throws(FlatBufferError) -> UnsafeRawBufferPointer {
    try unsafe view.string(try place(index, size: 4))
  }

  /// The element `index`, a table.
  ///
  /// - Throws: `outOfBounds`; `tooComplex` when nested too deeply.
  @inlinable
  public func table(at index: Int) throws(FlatBufferError) -> TableReader {
    let target = try view.follow(try place(index, size: 4), room: 4)
    return try TableReader(view, at: target, depth: Int(nesting) + 1)
  }

  /// The element `index`, a struct of `size` bytes.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func structure(at index: Int, size: Int) throws(FlatBufferError) -> StructReader {
    let place = try place(index, size: size)
    try view.spend(size)
    return StructReader(view, at: place, size: size)
  }

  /// The element `index` of a vector of unions, a struct of `size` bytes.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func unionStructure(at index: Int, size: Int) throws(FlatBufferError) -> StructReader {
    let target = try view.follow(try place(index, size: 4), room: size)
    try view.spend(16 + size)
    return StructReader(view, at: target, size: size)
  }

  /// Where the element `index` of `size` bytes starts.
  @inlinable
  func place(_ index: Int, size: Int) throws(FlatBufferError) -> Int {
    guard index >= 0, index < count else { throw .noElement(index, of: count) }
    let (distance, overflow) = index.multipliedReportingOverflow(by: size)
    guard !overflow, distance <= view.count - position - size else {
      throw .outside("a vector", at: position)
    }
    return position + distance
  }

  /// Checks that all elements, of `size` bytes each, are there, and pays for them.
  @inlinable
  func spendAll(size: Int) throws(FlatBufferError) {
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, length <= view.count - position else {
      throw .outside("a vector", at: position)
    }
    try view.spend(length)
  }
}
