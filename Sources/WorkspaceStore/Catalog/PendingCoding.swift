package import FlatBufferCoding

// Until FlatBufferCoding has its dynamic half.
package struct ResolvedPath: Sendable {
  package let fieldType: Schema.TypeReference
  let field: Schema.Field
  package func value(in root: TableReader) throws(FlatBufferError) -> PathValue {
    if field.isOptional, !root.isPresent(field.id) { return .null }
    let d = field.defaultInteger
    switch field.type.base {
    case .bool: return .bool(try root.scalar(field.id, default: d != 0))
    case .int8:
      return .integer(Int64(try root.scalar(field.id, default: Int8(truncatingIfNeeded: d))))
    case .uint8, .unionType:
      return .integer(Int64(try root.scalar(field.id, default: UInt8(truncatingIfNeeded: d))))
    case .int16:
      return .integer(Int64(try root.scalar(field.id, default: Int16(truncatingIfNeeded: d))))
    case .uint16:
      return .integer(Int64(try root.scalar(field.id, default: UInt16(truncatingIfNeeded: d))))
    case .int32:
      return .integer(Int64(try root.scalar(field.id, default: Int32(truncatingIfNeeded: d))))
    case .uint32:
      return .integer(Int64(try root.scalar(field.id, default: UInt32(truncatingIfNeeded: d))))
    case .int64: return .integer(try root.scalar(field.id, default: d))
    case .uint64: return .unsigned(try root.scalar(field.id, default: UInt64(bitPattern: d)))
    case .float32:
      return .real(Double(try root.scalar(field.id, default: Float(field.defaultReal))))
    case .float64: return .real(try root.scalar(field.id, default: field.defaultReal))
    case .string:
      guard let bytes = try unsafe root.stringBytes(field.id) else { return .null }
      return unsafe .text(bytes)
    default: return .null
    }
  }
}
@safe package enum PathValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case text(UnsafeRawBufferPointer)
}
package struct IndexDefinition: Sendable, Hashable {
  package let path: FieldPath
  package let isUnique: Bool
}
extension Schema {
  package func keyFields(of object: Int) -> [Field] {
    objects[object].fields.filter { $0.attributes.contains { $0.name == "primary" } }
  }
  package func indexDefinitions() -> [IndexDefinition] {
    (root?.fields ?? []).compactMap { field in
      let isUnique = field.attributes.contains { $0.name == "unique" }
      guard isUnique || field.attributes.contains(where: { $0.name == "indexed" }) else {
        return nil
      }
      return IndexDefinition(path: FieldPath([UInt16(field.id)]), isUnique: isUnique)
    }
  }
  package var formerNames: [String] {
    (root?.attributes ?? []).filter { $0.name == "was" }.map(\.value)
  }
  package func closure(ofRoot index: Int) -> Schema { self }
  package func resolve(_ path: FieldPath) throws(FlatBufferError) -> ResolvedPath {
    guard let step = path.steps.first, path.steps.count == 1,
      let field = root?.fields.first(where: { $0.id == Int(step) })
    else { throw FlatBufferError(code: .invalidSchema, message: "not yet") }
    return ResolvedPath(fieldType: field.type, field: field)
  }
  package func text() -> String { root?.name ?? "" }
  package func evolutionOffences(from old: Schema) -> [String] {
    var offences: [String] = []
    for object in old.objects {
      guard
        let new = objects.first(where: {
          $0.name == object.name
            || $0.attributes.contains { $0.name == "was" && $0.value == object.name }
        })
      else {
        offences.append("\(object.name) is removed")
        continue
      }
      for field in object.fields {
        guard let other = new.fields.first(where: { $0.id == field.id }) else {
          offences.append("\(object.name).\(field.name) is removed")
          continue
        }
        if other.type != field.type {
          offences.append("\(object.name).\(field.name) has another type")
        }
      }
    }
    return offences
  }
}
