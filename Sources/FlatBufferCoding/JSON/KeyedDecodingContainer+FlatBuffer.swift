// What generated `init(from:)` calls, so that `Codable` reads the JSON that `RecordJSON` reads: what is missing has its
// default, and null stands only for what may be absent. Optional values are read by `decodeIfPresent`.
extension KeyedDecodingContainer {
  /// Reads a value, or its default where the key is missing.
  ///
  /// - Throws: `DecodingError` for null and for a value of another type.
  public func decode<Value: Decodable>(
    _ type: Value.Type, forKey key: Key, default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    contains(key) ? try decode(type, forKey: key) : defaultValue()
  }

  /// Reads a floating-point number or the string of one that JSON lacks; its default where the key is missing.
  ///
  /// - Throws: `DecodingError` for null and for a value of another type.
  public func decodeReal<Number: FlatBufferReal>(
    _ type: Number.Type, forKey key: Key, default defaultValue: Number
  ) throws -> Number {
    contains(key) ? try decode(JSONReal<Number>.self, forKey: key).number : defaultValue
  }

  /// Reads an optional floating-point number; nil for null and where the key is missing.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public func decodeRealIfPresent<Number: FlatBufferReal>(
    _ type: Number.Type, forKey key: Key
  ) throws -> Number? {
    try decodeIfPresent(JSONReal<Number>.self, forKey: key)?.number
  }

  /// Reads floating-point numbers; none for null and where the key is missing.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public func decodeReals<Number: FlatBufferReal>(
    _ type: Number.Type, forKey key: Key
  ) throws -> [Number] {
    try decodeVector(JSONReal<Number>.self, forKey: key).map(\.number)
  }

  /// Reads bytes from base64; none for null and where the key is missing.
  ///
  /// - Throws: `DecodingError` for what is no base64.
  public func decodeBytes<Byte: FlatBufferByte>(
    _ type: Byte.Type, forKey key: Key
  ) throws -> [Byte] {
    try decodeIfPresent(JSONBytes<Byte>.self, forKey: key)?.bytes ?? []
  }

  /// Reads a vector; an empty one for null and where the key is missing.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public func decodeVector<Element: Decodable>(
    _ type: Element.Type, forKey key: Key
  ) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }

  /// Reads a vector of unions, where null stands for `NONE`; an empty one for null and where the key is missing.
  ///
  /// - Throws: `DecodingError` for a value of another type.
  public func decodeUnions<Element: FlatBufferUnion>(
    _ type: Element.Type, forKey key: Key
  ) throws -> [Element] {
    try decodeVector(Element?.self, forKey: key).map { $0 ?? .unknown(type: 0) }
  }
}
