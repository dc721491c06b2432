public import FlatBufferCoding

/// A type whose values a store keeps; generated from the root type of a schema.
///
/// Generated code conforms to it: nobody has to write a conformance by hand.
public protocol Record: FlatBufferTable, Hashable, Codable, Identifiable where ID == Key {
  /// The key: the primary field's type or, for several primary fields, a struct of them.
  associatedtype Key: RecordKey
  /// The fields for queries.
  associatedtype Fields: Sendable

  /// The type as a store knows it.
  static var recordType: RecordType { get }
  /// The fields for queries, from the root.
  static var fields: Fields { get }
}
