// Whole vectors as arrays. No room is reserved ahead: a count is only a claim of the bytes until
// its elements have been read.
extension VectorReader {
  /// Every element of a vector of strings.
  ///
  /// - Throws: What `string(at:)` throws.
  @inlinable
  public func strings() throws(FlatBufferError) -> [String] {
    var result: [String] = []
    for index in 0..<count { result.append(try string(at: index)) }
    return result
  }

  /// Every element of a vector of an enum's values.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func enumerations<E: FlatBufferEnum>(_ type: E.Type) throws(FlatBufferError) -> [E] {
    try spendAll(size: E.RawValue.byteSize)
    var result: [E] = []
    for index in 0..<count { result.append(E(knownOrUnknown: try scalar(at: index))) }
    return result
  }

  /// Every element of a vector of structs, in the order of the bytes.
  ///
  /// - Throws: `outOfBounds`, `tooComplex`.
  @inlinable
  public func structures<S: FlatBufferStruct>(_ type: S.Type) throws(FlatBufferError) -> [S] {
    let size = S.byteSize
    try spendAll(size: size)
    var result: [S] = []
    for index in 0..<count {
      result.append(S(reading: StructReader(view, at: position + index * size, size: size)))
    }
    return result
  }

  /// Every element of a vector of tables.
  ///
  /// - Throws: What decoding throws.
  @inlinable
  public func tables<T: FlatBufferTable>(_ type: T.Type) throws(FlatBufferError) -> [T] {
    var result: [T] = []
    for index in 0..<count { result.append(try T(reading: try table(at: index))) }
    return result
  }
}
