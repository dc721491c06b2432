internal import FlatBufferCoding

extension DictionaryValue {
  /// Throws if this is a record of a type that has what the program does not know, and would drop by saving over it.
  ///
  /// No catalog records the schemas of records in the dictionary; so what is found has a number, and no name.
  ///
  /// - Throws: `unknownFields`.
  func requireKnown(
    by type: RecordType, _ entry: DictionaryEntryID, path: String?
  ) throws(WorkspaceError) {
    guard case .record(let name, let bytes) = self,
      name == type.name || type.formerNames.contains(name)
    else { return }
    let field: String?
    do throws(FlatBufferError) {
      field = try UnknownFields(known: type.schema).first(in: bytes)
    } catch {
      // What is damaged may be replaced.
      return
    }
    guard let field else { return }
    throw WorkspaceError(
      .unknownFields,
      "The value has what only a newer schema knows, and saving would drop it; update the program.",
      path: path, typeName: type.name, key: entry.key, field: field)
  }
}
