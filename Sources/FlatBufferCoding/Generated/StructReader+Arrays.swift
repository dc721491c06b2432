extension StructReader {
  /// The enum's values of a fixed array at `offset` bytes.
  ///
  /// - Precondition: They end within the struct.
  @inlinable
  public func enumerations<E: FlatBufferEnum>(
    at offset: Int, count: Int, as type: E.Type
  ) -> [E] {
    scalars(at: offset, count: count, as: E.RawValue.self).map(E.init(knownOrUnknown:))
  }

  /// The decoded structs of a fixed array at `offset` bytes.
  ///
  /// - Precondition: They end within the struct.
  @inlinable
  public func structures<S: FlatBufferStruct>(
    at offset: Int, count: Int, as type: S.Type
  ) -> [S] {
    (0..<count).map { structure(at: offset + $0 * S.byteSize, as: type) }
  }
}
