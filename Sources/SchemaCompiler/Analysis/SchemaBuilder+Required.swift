import FlatBufferCoding

extension SchemaBuilder {
  /// Reports tables of which none can be made, as each requires another one without end.
  mutating func checkRequiredFields() {
    var pending = schema.objects.indices.filter { !schema.objects[$0].isStruct }
    var makeable = Set(schema.objects.indices.filter { schema.objects[$0].isStruct })
    var count = 0
    repeat {
      count = makeable.count
      pending.removeAll { table in
        let isMakeable = !schema.objects[table].fields.contains { blocks($0, makeable) }
        if isMakeable { makeable.insert(table) }
        return isMakeable
      }
    } while makeable.count > count
    for table in pending {
      guard let index = byName[schema.objects[table].name],
        let field = schema.objects[table].fields.first(where: { blocks($0, makeable) }),
        let syntax = declarations[index].fields.first(where: { $0.name.text == field.name }),
        let attribute = syntax.attributes.first(where: { $0.name.text == "required" })
      else { continue }
      log.error(
        "no '\(declarations[index].name.text)' can be made: '\(field.name)' requires another one without end",
        at: attribute.name.range, remedy: "remove it, so that the field can be absent")
    }
  }

  /// Whether a field needs a table, and none of those that it can hold is known to be makeable.
  private func blocks(_ field: Schema.Field, _ makeable: Set<Int>) -> Bool {
    guard field.isRequired, let index = field.type.index else { return false }
    switch field.type.base {
    case .object: return !makeable.contains(index)
    case .union:
      return !schema.enums[index].values.contains { value in
        value.member.base == .string || value.member.index.map(makeable.contains) == true
      }
    default: return false
    }
  }
}
