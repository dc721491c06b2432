public import FlatBufferCoding

/// A type that can be the key of a record.
public protocol RecordKey: Hashable, Sendable {
  /// The key's values, in the order in which the schema declares the primary fields.
  var keyValues: KeyValues { get }
}

extension RecordKey where Self: FixedWidthInteger {
  /// The integer as the one value of a key.
  public var keyValues: KeyValues {
    KeyValues(
      Self.isSigned || Self.bitWidth < 64
        ? .integer(Int64(truncatingIfNeeded: self)) : .unsigned(UInt64(truncatingIfNeeded: self)))
  }
}

extension RecordKey where Self: FlatBufferEnum {
  /// The enum's number as the one value of a key.
  public var keyValues: KeyValues {
    KeyValues(
      RawValue.isSigned || RawValue.bitWidth < 64
        ? .integer(Int64(truncatingIfNeeded: rawValue))
        : .unsigned(UInt64(truncatingIfNeeded: rawValue)))
  }
}

extension Int8: RecordKey {}
extension Int16: RecordKey {}
extension Int32: RecordKey {}
extension Int64: RecordKey {}
extension UInt8: RecordKey {}
extension UInt16: RecordKey {}
extension UInt32: RecordKey {}
extension UInt64: RecordKey {}

extension Bool: RecordKey {
  /// The truth value as the one value of a key.
  public var keyValues: KeyValues { KeyValues(.bool(self)) }
}

extension Float: RecordKey {
  /// The number as the one value of a key.
  public var keyValues: KeyValues { KeyValues(.real(Double(self))) }
}

extension Double: RecordKey {
  /// The number as the one value of a key.
  public var keyValues: KeyValues { KeyValues(.real(self)) }
}

extension String: RecordKey {
  /// The string as the one value of a key.
  public var keyValues: KeyValues { KeyValues(.text(self)) }
}
