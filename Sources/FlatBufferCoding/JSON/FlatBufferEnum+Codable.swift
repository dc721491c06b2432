/// An enum whose values are single bits (`bit_flags`), of which a field holds any set.
public protocol FlatBufferFlags: FlatBufferEnum {}

extension FlatBufferEnum {
  /// Writes the value's name; the number, if it has none.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let name = Self.names.first(where: { $0.rawValue == rawValue })?.name {
      try container.encode(name)
    } else {
      try container.encode(rawValue)
    }
  }

  /// Reads a value by its name, or by its number, known or not.
  ///
  /// - Throws: `DecodingError` for a name that the enum does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = try? container.decode(String.self) else {
      self.init(knownOrUnknown: try container.decode(RawValue.self))
      return
    }
    guard let known = Self.names.first(where: { $0.name == name }) else {
      throw container.noValue(named: name, of: Self.self)
    }
    self.init(knownOrUnknown: known.rawValue)
  }
}

extension FlatBufferFlags {
  /// Writes the names of the bits, a space between them; the number, if a bit has no name or none is set.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let name = Self.names.first(where: { $0.rawValue == rawValue })?.name {
      return try container.encode(name)
    }
    let set = Self.names.filter { $0.rawValue & rawValue != 0 }
    let named = set.reduce(0) { $0 | $1.rawValue }
    if named == rawValue, named != 0 {
      try container.encode(set.map(\.name).joined(separator: " "))
    } else {
      try container.encode(rawValue)
    }
  }

  /// Reads the names of bits, spaces between them, or a number.
  ///
  /// - Throws: `DecodingError` for a name that the enum does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let names = try? container.decode(String.self) else {
      self.init(knownOrUnknown: try container.decode(RawValue.self))
      return
    }
    var bits: RawValue = 0
    for name in names.split(separator: " ", omittingEmptySubsequences: true) {
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw container.noValue(named: String(name), of: Self.self)
      }
      bits |= known.rawValue
    }
    self.init(knownOrUnknown: bits)
  }
}

extension SingleValueDecodingContainer {
  /// The error for a name that an enum does not have.
  fileprivate func noValue(named name: String, of type: Any.Type) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "\(type) has no value named \(name)"))
  }
}
