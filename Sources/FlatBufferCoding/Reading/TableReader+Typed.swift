// What generated code asks for, said with its own types.
extension TableReader {
  /// An enum's value, or its default where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func enumeration<E: FlatBufferEnum>(
    _ id: Int, default defaultValue: E
  ) throws(FlatBufferError) -> E {
    E(knownOrUnknown: try scalar(id, default: defaultValue.rawValue))
  }

  /// An enum's value, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func optionalEnumeration<E: FlatBufferEnum>(
    _ id: Int, as type: E.Type = E.self
  ) throws(FlatBufferError) -> E? {
    guard let number = try optionalScalar(id, as: E.RawValue.self) else { return nil }
    return E(knownOrUnknown: number)
  }

  /// A decoded table, or nil where it is absent.
  ///
  /// - Throws: What decoding throws.
  @inlinable
  public func table<T: FlatBufferTable>(_ id: Int, as type: T.Type) throws(FlatBufferError) -> T? {
    guard let reader = try table(id) else { return nil }
    return try T(reading: reader)
  }

  /// A decoded struct, or nil where it is absent.
  ///
  /// - Throws: `outOfBounds` for damaged bytes.
  @inlinable
  public func structure<S: FlatBufferStruct>(
    _ id: Int, as type: S.Type
  ) throws(FlatBufferError) -> S? {
    guard let reader = try structure(id, size: S.byteSize) else { return nil }
    return S(reading: reader)
  }

  /// A string that must be there.
  ///
  /// - Throws: `missingField`, naming it, where it is absent; what `string` throws.
  @inlinable
  public func requiredString(_ id: Int, named name: StaticString) throws(FlatBufferError) -> String
  {
    try required(try string(id), named: name)
  }

  /// The value of a field that must be there: `try table.required(table.vector(3), named: "tags")`.
  ///
  /// - Throws: `missingField`, naming it, for nil.
  @inlinable
  public func required<Value>(
    _ value: Value?, named name: StaticString
  ) throws(FlatBufferError) -> Value {
    guard let value else { throw .missing(name, at: position) }
    return value
  }
}
