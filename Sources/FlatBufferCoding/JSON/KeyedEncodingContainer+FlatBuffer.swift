// What generated `encode(to:)` calls, so that `Codable` writes the JSON that `RecordJSON` writes.
extension KeyedEncodingContainer {
  /// Writes a value, and null for nil.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeNullable<Value: Encodable>(
    _ value: Value?, forKey key: Key
  ) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Writes a floating-point number; infinities and NaN as strings.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeReal<Number: FlatBufferReal>(
    _ number: Number, forKey key: Key
  ) throws {
    try encode(JSONReal(number), forKey: key)
  }

  /// Writes an optional floating-point number; null for nil, infinities and NaN as strings.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeReal<Number: FlatBufferReal>(
    _ number: Number?, forKey key: Key
  ) throws {
    try encodeNullable(number.map { JSONReal($0) }, forKey: key)
  }

  /// Writes floating-point numbers; infinities and NaN as strings.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeReals<Number: FlatBufferReal>(
    _ numbers: [Number], forKey key: Key
  ) throws {
    try encode(numbers.map { JSONReal($0) }, forKey: key)
  }

  /// Writes bytes as base64.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeBytes<Byte: FlatBufferByte>(_ bytes: [Byte], forKey key: Key) throws {
    try encode(JSONBytes(bytes), forKey: key)
  }

  /// Writes a vector of unions; null for `NONE`.
  ///
  /// - Throws: What the encoder throws.
  public mutating func encodeUnions<Element: FlatBufferUnion>(
    _ unions: [Element], forKey key: Key
  ) throws {
    try encode(unions.map { $0.kind.rawValue == 0 ? nil : $0 }, forKey: key)
  }
}
