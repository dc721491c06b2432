/// The bytes of one struct, or of a run of structs, that is being written; all zero to begin with.
///
/// Bounds: the builder has taken `size` bytes at `base`, and `put` checks that it stays within them. Lifetime: it lives
/// only while a builder's method runs, can't be copied out of it, and nothing else writes to that builder meanwhile.
@safe
public struct StructWriter: ~Copyable {
  @usableFromInline let base: UnsafeMutableRawPointer

  /// The size in bytes.
  public let size: Int

  /// Sets `size` bytes to zero, to be written to.
  @unsafe @inlinable
  init(_ base: UnsafeMutableRawPointer, size: Int) {
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe self.base = base
    self.size = size
  }

  /// Writes a scalar at `offset` bytes.
  ///
  /// - Precondition: It ends within the struct.
  @inlinable
  public mutating func put<T: FlatBufferScalar>(_ value: T, at offset: Int) {
    precondition(
      offset >= 0 && offset <= size - T.byteSize,
      "StructWriter: a field ends outside the struct; pass the schema's offset")
    unsafe base.storeBytes(
      of: value.wireBits.littleEndian, toByteOffset: offset, as: T.WireBits.self)
  }

  /// Writes a struct at `offset` bytes.
  ///
  /// - Precondition: It ends within this one.
  @inlinable
  public mutating func put<S: FlatBufferStruct>(structure: S, at offset: Int) {
    structure.write(to: &self, at: offset)
  }
}
