import FlatBufferCoding

extension SchemaBuilder {
  /// Gives fields their ids, and each union its second field: in order, or as `id:` says.
  mutating func number(_ fields: [TableField], of declaration: Declaration) -> [Schema.Field] {
    let explicit = fields.filter { $0.attributes.contains("id") }
    var fields = fields
    if explicit.isEmpty {
      var next = 0
      for index in fields.indices {
        if fields[index].isUnion { next += 1 }
        fields[index].field.id = next
        next += 1
      }
    } else {
      if let missing = fields.first(where: { !$0.attributes.contains("id") }) {
        log.error(
          "'\(missing.syntax.name.text)' has no id, but other fields have",
          at: missing.syntax.name.range, remedy: "give every field of the table an id, or none")
        return []
      }
      guard readIDs(&fields, of: declaration) else { return [] }
    }
    return fields.flatMap(expanded).sorted { $0.id < $1.id }
  }

  /// Takes ids from attributes; false, with diagnostics, unless they are 0, 1, 2, … in some order.
  private mutating func readIDs(_ fields: inout [TableField], of declaration: Declaration) -> Bool {
    var users: [Int: String] = [:]
    var isWhole = true
    for index in fields.indices {
      guard let (id, range) = fields[index].attributes.number("id") else { return false }
      let name = fields[index].syntax.name.text
      if fields[index].isUnion, id == 0 {
        log.error(
          "a union's type takes the id before the union's: 0 is too small", at: range,
          remedy: "write (id: 1), or more")
        return false
      }
      fields[index].field.id = id
      for taken in fields[index].isUnion ? [id - 1, id] : [id] {
        guard let twin = users.updateValue(name, forKey: taken) else { continue }
        log.error(
          fields[index].isUnion
            ? "the id \(taken) is taken by '\(twin)'; a union takes two ids, \(id - 1) and \(id)"
            : "the id \(taken) is taken by '\(twin)'",
          at: range, remedy: "give each field an id of its own")
        isWhole = false
      }
    }
    guard isWhole else { return false }
    if let missing = (0..<users.count).first(where: { users[$0] == nil }) {
      log.error(
        "table '\(declaration.name.text)' has no field with the id \(missing)",
        at: declaration.name.range,
        remedy: "number fields from 0 without gaps; keep deprecated ones")
      return false
    }
    return true
  }

  /// A field as the schema has it; a union as two: its type and its value.
  private func expanded(_ field: TableField) -> [Schema.Field] {
    var value = field.field
    value.offset = 4 + 2 * value.id
    guard field.isUnion else { return [value] }
    var type = Schema.Field(
      name: value.name + "_type", type: Schema.TypeReference(.unionType, index: value.type.index),
      id: value.id - 1, offset: value.offset - 2)
    if value.type.base == .vector {
      type.type = Schema.TypeReference(.vector, element: .unionType, index: value.type.index)
      type.isRequired = value.isRequired
    }
    type.isDeprecated = value.isDeprecated
    return [type, value]
  }
}
