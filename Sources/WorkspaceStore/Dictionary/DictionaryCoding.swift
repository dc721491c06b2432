internal import FlatBufferCoding

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The way between Swift's values and those of a dictionary.
enum DictionaryCoding {
  /// Encodes a value; nil for an optional's nil.
  ///
  /// - Throws: `invalidValue`.
  static func encode<Value: Codable>(
    _ value: Value
  ) throws(WorkspaceError) -> StoredValue? {
    if let plain = DictionaryValue(plain: value) { return StoredValue(plain) }
    if Value.self is any Record.Type, let record = value as? any Record {
      return try encode(record: record)
    }
    if let scalar = value as? any DictionaryScalar { return StoredValue(scalar.dictionaryValue) }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrappedValue else { return nil }
      return try encode(wrapped)
    }
    do {
      return StoredValue(.codable([UInt8](try encoder().encode(value))))
    } catch {
      throw WorkspaceError(
        .invalidValue, "A value of type \(Value.self) can't be encoded as JSON: \(error)")
    }
  }

  /// Decodes a value.
  ///
  /// - Throws: `typeMismatch`, `damagedValue`.
  static func decode<Value: Codable>(
    _ value: DictionaryValue, as type: Value.Type
  ) throws(WorkspaceError) -> Value {
    if let scalar = type as? any DictionaryScalar.Type {
      if let decoded = scalar.init(dictionaryValue: value) as? Value { return decoded }
      throw mismatch(value, type)
    }
    if let optional = type as? any OptionalValue.Type {
      guard let wrapped = optional.wrappedType as? any Codable.Type,
        let decoded = try decode(wrapped: value, as: wrapped) as? Value
      else { throw mismatch(value, type) }
      return decoded
    }
    if let record = type as? any Record.Type {
      guard let decoded = try decode(record: value, as: record) as? Value else {
        throw mismatch(value, type)
      }
      return decoded
    }
    guard case .codable(let bytes) = value else { throw mismatch(value, type) }
    do {
      return try decoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      if case .dataCorrupted = error {
        throw WorkspaceError(.damagedValue, "The stored JSON is damaged: \(error)")
      }
      throw mismatch(value, type)
    } catch {
      throw WorkspaceError(.damagedValue, "The stored JSON can't be read: \(error)")
    }
  }

  private static func decode<Wrapped: Codable>(
    wrapped value: DictionaryValue, as type: Wrapped.Type
  ) throws(WorkspaceError) -> Any {
    try decode(value, as: type)
  }

  private static func encode<R: Record>(record: R) throws(WorkspaceError) -> StoredValue {
    var builder = FlatBufferBuilder()
    builder.finish(record.write(to: &builder))
    do throws(FlatBufferError) {
      try builder.check()
    } catch {
      throw WorkspaceError(
        .invalidValue, "The record can't be stored: \(error.description)",
        typeName: R.recordType.name)
    }
    return StoredValue(
      .record(type: R.recordType.name, builder.bytes), decoded: nil, known: R.recordType)
  }

  private static func decode<R: Record>(
    record value: DictionaryValue, as type: R.Type
  ) throws(WorkspaceError) -> R {
    guard case .record(let name, let bytes) = value,
      name == R.recordType.name || R.recordType.formerNames.contains(name)
    else { throw mismatch(value, type) }
    do throws(FlatBufferError) {
      return try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try R(reading: root)
      }
    } catch {
      throw WorkspaceError(
        .damagedValue, "The stored record is damaged: \(error.description)", typeName: name)
    }
  }

  private static func mismatch(_ value: DictionaryValue, _ type: Any.Type) -> WorkspaceError {
    WorkspaceError(
      .typeMismatch, "The value was set as \(value.kind) and can't be read as \(type).")
  }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }

  private static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }
}

/// `Optional`, whatever it wraps.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrappedValue: (any Codable)? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: (any Codable)? { self as? any Codable }
}
