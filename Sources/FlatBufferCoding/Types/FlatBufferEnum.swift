/// A Swift type that is a FlatBuffers enum.
///
/// Schemas grow: a value that this program does not know is kept as a number, never refused.
public protocol FlatBufferEnum: RawRepresentable, Sendable, Hashable, Codable
where RawValue: FlatBufferScalar & FixedWidthInteger & Codable {
  /// The values that the schema names, in order of their number.
  static var names: [(name: String, rawValue: RawValue)] { get }

  /// Makes the value of a number, a known one or not.
  init(knownOrUnknown rawValue: RawValue)
}

extension FlatBufferEnum {
  /// Makes the value of a number; never nil.
  @inlinable public init?(rawValue: RawValue) {
    self.init(knownOrUnknown: rawValue)
  }
}
