internal import FlatBufferCoding

/// Finds what a record's bytes have and an older schema does not know.
///
/// Looks at fields of tables, at members of unions, and into all tables that both schemas know.
struct UnknownFields {
  let recorded: Schema
  let known: Schema

  /// The first such field, by names from the root; nil if the older schema knows everything.
  ///
  /// - Throws: `damagedRecord`.
  func first(
    in bytes: UnsafeRawBufferPointer, typeName: String, rowID: Int64
  ) throws(WorkspaceError) -> String? {
    guard let root = recorded.root, let knownRoot = known.root else { return nil }
    do throws(FlatBufferError) {
      return try unsafe FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
        try first(in: table, root, knownRoot)
      }
    } catch {
      throw WorkspaceError(damaged: error, typeName: typeName, rowID: rowID)
    }
  }

  private func first(
    in table: TableReader, _ object: Schema.Object, _ knownObject: Schema.Object
  ) throws(FlatBufferError) -> String? {
    for field in object.fields where table.isPresent(field.id) {
      guard let knownField = knownObject.fields.first(where: { $0.id == field.id }) else {
        return field.name
      }
      if let inner = try first(in: table, field, knownField, object) {
        return "\(field.name).\(inner)"
      }
    }
    return nil
  }

  private func first(
    in table: TableReader, _ field: Schema.Field, _ knownField: Schema.Field,
    _ object: Schema.Object
  ) throws(FlatBufferError) -> String? {
    switch field.type.base {
    case .object:
      guard let (inner, knownInner) = tables(field.type.index, knownField.type.index),
        let value = try table.table(field.id)
      else { return nil }
      return try first(in: value, inner, knownInner)
    case .union:
      let number = try table.scalar(field.id - 1, default: 0 as UInt8)
      guard let value = try member(number, field, knownField) else {
        return number == 0 ? nil : "\(number)"
      }
      guard let (inner, knownInner) = tables(value.0, value.1),
        let target = try table.table(field.id)
      else { return nil }
      return try first(in: target, inner, knownInner)
    case .vector where field.type.element == .object:
      guard let (inner, knownInner) = tables(field.type.index, knownField.type.index),
        let vector = try table.vector(field.id)
      else { return nil }
      for place in 0..<vector.count {
        if let found = try first(in: vector.table(at: place), inner, knownInner) { return found }
      }
      return nil
    case .vector where field.type.element == .union:
      guard let types = try table.vector(field.id - 1), let vector = try table.vector(field.id)
      else { return nil }
      for place in 0..<min(types.count, vector.count) {
        let number: UInt8 = try types.scalar(at: place)
        guard let value = try member(number, field, knownField) else {
          if number == 0 { continue }
          return "\(number)"
        }
        guard let (inner, knownInner) = tables(value.0, value.1) else { continue }
        if let found = try first(in: vector.table(at: place), inner, knownInner) { return found }
      }
      return nil
    default:
      return nil
    }
  }

  /// A table's objects in both schemas; nil for structs, which never grow.
  private func tables(_ index: Int?, _ knownIndex: Int?) -> (Schema.Object, Schema.Object)? {
    guard let index, let knownIndex, !recorded.objects[index].isStruct else { return nil }
    return (recorded.objects[index], known.objects[knownIndex])
  }

  /// A union's member in both schemas, by the indexes of its object; nil if the older one lacks it.
  private func member(
    _ number: UInt8, _ field: Schema.Field, _ knownField: Schema.Field
  ) throws(FlatBufferError) -> (Int?, Int?)? {
    guard number != 0, let index = field.type.index, let knownIndex = knownField.type.index,
      let value = recorded.enums[index].values.first(where: { $0.number == Int64(number) }),
      let knownValue = known.enums[knownIndex].values.first(where: { $0.number == Int64(number) })
    else { return nil }
    return (value.member.index, knownValue.member.index)
  }
}
