internal import FlatBufferCoding

/// Finds what a record's bytes have and a program's schema does not know, without the schema that they were written by.
///
/// For records in the dictionary, whose schemas no catalog records: a table of a later schema has fields behind those that
/// are known, and a union a member whose number is not. `UnknownFields` is for rows, and names what it finds.
struct FieldsBeyondSchema {
  let known: Schema

  /// The first such field or member, by names from the root and the number of what has none; nil if all is known.
  ///
  /// - Throws: What is wrong with the bytes.
  func first(in bytes: [UInt8]) throws(FlatBufferError) -> String? {
    guard let root = known.root else { return nil }
    return try FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
      try first(in: table, root)
    }
  }

  private func first(
    in table: TableReader, _ object: Schema.Object
  ) throws(FlatBufferError) -> String? {
    // Ids have no gaps: each field that is there, deprecated or not, has its own.
    for id in object.fields.count..<max(object.fields.count, table.fieldCount)
    where table.isPresent(id) {
      return "#\(id)"
    }
    for field in object.fields where table.isPresent(field.id) {
      if let inner = try first(in: table, field) { return "\(field.name).\(inner)" }
    }
    return nil
  }

  private func first(
    in table: TableReader, _ field: Schema.Field
  ) throws(FlatBufferError) -> String? {
    switch field.type.base {
    case .object:
      guard let inner = self.table(field.type.index), let value = try table.table(field.id) else {
        return nil
      }
      return try first(in: value, inner)
    case .union:
      let number = try table.scalar(field.id - 1, default: 0 as UInt8)
      guard number != 0 else { return nil }
      guard let member = member(number, of: field) else { return "\(number)" }
      guard let inner = self.table(member.index), let value = try table.table(field.id) else {
        return nil
      }
      return try first(in: value, inner)
    case .vector where field.type.element == .object:
      guard let inner = self.table(field.type.index), let vector = try table.vector(field.id) else {
        return nil
      }
      for place in 0..<vector.count {
        if let found = try first(in: vector.table(at: place), inner) { return found }
      }
      return nil
    case .vector where field.type.element == .union:
      return try firstMember(in: table, field)
    default:
      return nil
    }
  }

  private func firstMember(
    in table: TableReader, _ field: Schema.Field
  ) throws(FlatBufferError) -> String? {
    guard let types = try table.vector(field.id - 1), let vector = try table.vector(field.id) else {
      return nil
    }
    for place in 0..<min(types.count, vector.count) {
      let number: UInt8 = try types.scalar(at: place)
      guard number != 0 else { continue }
      guard let member = member(number, of: field) else { return "\(number)" }
      guard let inner = self.table(member.index) else { continue }
      if let found = try first(in: vector.table(at: place), inner) { return found }
    }
    return nil
  }

  /// A table's object; nil for a struct, which never grows, and a string.
  private func table(_ index: Int?) -> Schema.Object? {
    guard let index, !known.objects[index].isStruct else { return nil }
    return known.objects[index]
  }

  /// What a union's number stands for; nil if that is not known.
  private func member(_ number: UInt8, of field: Schema.Field) -> Schema.TypeReference? {
    guard let index = field.type.index else { return nil }
    return known.enums[index].values.first { $0.number == Int64(number) }?.member
  }
}

extension DictionaryValue {
  /// Throws if this is a record of a type that has what the program does not know, and would drop by saving over it.
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
      field = try FieldsBeyondSchema(known: type.schema).first(in: bytes)
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
