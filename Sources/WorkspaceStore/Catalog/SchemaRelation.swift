internal import FlatBufferCoding

/// How a program's schema of a type stands to the recorded one.
enum SchemaRelation {
  /// Each can read what the other writes, without loss.
  case same
  /// The program's adds to the recorded one, or renames the type.
  case newer
  /// The recorded one adds to the program's.
  case older

  /// Compares two schemas.
  ///
  /// - Throws: `schemaMismatch`, with one offence a line, if neither is a legal superset of the other.
  init(of recordType: RecordType, to stored: StoredType) throws(WorkspaceError) {
    let forwards = recordType.schema.evolutionOffences(from: stored.schema)
    let backwards = stored.schema.evolutionOffences(from: recordType.schema)
    let isRename = stored.name != recordType.name && recordType.formerNames.contains(stored.name)
    switch (forwards.isEmpty, backwards.isEmpty) {
    case (true, _) where isRename: self = .newer
    case (true, true): self = .same
    case (true, false): self = .newer
    case (false, true): self = .older
    case (false, false):
      throw WorkspaceError(
        .schemaMismatch,
        "The schema is no legal successor of the recorded one:\n"
          + forwards.joined(separator: "\n"), typeName: recordType.name)
    }
  }
}
