/// A struct in finished bytes: fields of fixed size at fixed offsets.
///
/// A view, valid as long as the table or vector that gave it. That its `size` bytes lie within the buffer was checked
/// when it was made; offsets within it are the schema's, so one that leaves it is a broken contract and traps.
@safe
public struct StructReader {
  @usableFromInline let view: ByteView

  /// Where the struct starts, in bytes from the start of the buffer.
  public let position: Int

  /// The size in bytes.
  public let size: Int

  /// Views a struct whose bytes the caller has checked.
  @inlinable
  init(_ view: ByteView, at position: Int, size: Int) {
    self.view = view
    self.position = position
    self.size = size
  }

  /// The scalar at `offset` bytes.
  ///
  /// - Precondition: It ends within the struct.
  @inlinable
  public func scalar<T: FlatBufferScalar>(at offset: Int, as type: T.Type = T.self) -> T {
    check(offset, T.byteSize)
    return view.load(position + offset)
  }

  /// The enum's value at `offset` bytes.
  ///
  /// - Precondition: It ends within the struct.
  @inlinable
  public func enumeration<E: FlatBufferEnum>(at offset: Int, as type: E.Type = E.self) -> E {
    E(knownOrUnknown: scalar(at: offset))
  }

  /// The scalars of a fixed array at `offset` bytes.
  ///
  /// - Precondition: They end within the struct.
  @inlinable
  public func scalars<T: FlatBufferScalar>(at offset: Int, count: Int, as type: T.Type) -> [T] {
    precondition(
      count >= 0 && count <= size / T.byteSize,
      "StructReader: an array of \(count) does not fit; pass the schema's length")
    check(offset, count * T.byteSize)
    return view.copy(position + offset, count: count, as: T.self)
  }

  /// The struct of `size` bytes at `offset` bytes.
  ///
  /// - Precondition: It ends within this one.
  @inlinable
  public func structure(at offset: Int, size: Int) -> StructReader {
    check(offset, size)
    return StructReader(view, at: position + offset, size: size)
  }

  /// The decoded struct at `offset` bytes.
  ///
  /// - Precondition: It ends within this one.
  @inlinable
  public func structure<S: FlatBufferStruct>(at offset: Int, as type: S.Type) -> S {
    S(reading: structure(at: offset, size: S.byteSize))
  }

  /// Traps unless `length` bytes at `offset` lie within the struct.
  @inlinable
  func check(_ offset: Int, _ length: Int) {
    precondition(
      offset >= 0 && length >= 0 && length <= size && offset <= size - length,
      "StructReader: a field ends outside the struct; pass the schema's offset and size")
  }
}
