public import FlatBufferCoding

/// A stored type as a program knows it: the closure of its schema from the root type.
///
/// Two values made apart are two identities, so keep one per type, as generated code does.
public struct RecordType: Sendable {
  /// What tells this value from others, for caches; it holds everything, so that a copy is one reference.
  package let identity: Identity

  /// The schema: all that the root type reaches, with a root.
  public var schema: Schema { identity.schema }

  /// The qualified name of the root type.
  public var name: String { identity.name }

  /// The names that the type had before (`was:`).
  package var formerNames: [String] { identity.formerNames }

  /// The schema in FlatBuffers' binary form, as a store records it.
  package var binary: [UInt8] { identity.binary }

  /// An object whose address is the identity.
  package final class Identity: Sendable {
    let schema: Schema
    let name: String
    let formerNames: [String]
    let binary: [UInt8]

    init(closure: Schema, name: String) {
      schema = closure
      self.name = name
      formerNames = closure.formerNames
      binary = closure.binary()
    }
  }

  /// Makes a type of a schema that has a root.
  ///
  /// - Throws: `schemaMismatch` if the schema has no root type, or it is a struct.
  public init(schema: Schema) throws(WorkspaceError) {
    guard let rootIndex = schema.rootIndex, let root = schema.root, !root.isStruct else {
      throw WorkspaceError(
        .schemaMismatch, "The schema has no root type; add `root_type` with the name of a table.")
    }
    identity = Identity(closure: schema.closure(ofRoot: rootIndex), name: root.name)
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
