public import FlatBufferCoding

/// A stored type as a program knows it: the closure of its schema from the root type.
///
/// Two values made apart are two identities, so keep one per type, as generated code does.
public struct RecordType: Sendable {
  /// The schema: all that the root type reaches, with a root.
  public let schema: Schema
  /// The qualified name of the root type.
  public let name: String
  /// The names that the type had before (`was:`).
  package let formerNames: [String]
  /// What tells this value from others, for caches.
  package let identity: Identity
  /// The schema in FlatBuffers' binary form, as a store records it.
  package let binary: [UInt8]

  /// An object whose address is the identity.
  package final class Identity: Sendable {}

  /// Makes a type of a schema that has a root.
  ///
  /// - Throws: `schemaMismatch` if the schema has no root type, or it is a struct.
  public init(schema: Schema) throws(WorkspaceError) {
    guard let rootIndex = schema.rootIndex, let root = schema.root, !root.isStruct else {
      throw WorkspaceError(
        .schemaMismatch, "The schema has no root type; add `root_type` with the name of a table.")
    }
    let closure = schema.closure(ofRoot: rootIndex)
    self.schema = closure
    name = root.name
    formerNames = closure.formerNames
    binary = closure.binary()
    identity = Identity()
  }

  /// Makes a type of the schema that the generator has embedded in code.
  ///
  /// - Precondition: `encodedSchema` is base64 of a binary schema with a root, as `workspace-schema` writes it.
  public init(encodedSchema: String) {
    guard let bytes = Base64.decode(encodedSchema) else {
      preconditionFailure(
        "RecordType: the schema embedded in generated code is not base64; generate it again")
    }
    do {
      try self.init(schema: Schema(binary: bytes))
    } catch {
      preconditionFailure(
        "RecordType: the schema embedded in generated code is not valid; generate it again (\(error))"
      )
    }
  }
}
