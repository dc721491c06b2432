/// A Swift type that is a FlatBuffers union, never `NONE`; generated code conforms to it.
public protocol FlatBufferUnion: Sendable, Hashable, Codable {
  /// The members as an enum.
  associatedtype Kind: FlatBufferEnum where Kind.RawValue == UInt8

  /// Which member this is.
  var kind: Kind { get }

  /// A member of which only the number is known; 0 is `NONE`, which only an element of a vector can be.
  static func unknown(type: UInt8) -> Self

  /// Reads the member that stands behind a union's field or vector element.
  ///
  /// - Throws: What the reader throws for damaged bytes; `missingField` if there is a type and no value.
  init(reading member: UnionReader) throws(FlatBufferError)

  /// Writes the member; nil for one that the schema does not name.
  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset?
}

extension FlatBufferUnion {
  /// The member's number, or that of `NONE` if the schema does not name it.
  @usableFromInline var writableType: UInt8 {
    let type = kind.rawValue
    return Kind.names.contains { $0.rawValue == type } ? type : 0
  }
}

/// The names of a union's parts in JSON: `{"type": "Text", "value": {…}}`.
public enum UnionKeys: String, CodingKey {
  /// The member's name.
  case type
  /// The member itself.
  case value
}

/// The names of no fields at all: those of an empty table.
public enum NoKeys: CodingKey {}
