import FlatBufferCoding

/// A table or struct as a generated type: its place, and its fields as properties.
struct SwiftType {
  let schema: Schema
  let object: Schema.Object
  /// The parts of the full name.
  let parts: [String]
  /// Fields in use, in order of id; without the types of unions, which go with their values.
  let properties: [SwiftProperty]
  /// Whether this is the root type.
  let isRecord: Bool

  var spelling: SwiftSpelling { SwiftSpelling(schema: schema) }
  /// The name alone, as code has it.
  var code: String { SwiftName.escaped(parts.last ?? "") }
  var fullName: String { SwiftSpelling.type(object.name) }
  var namespace: [String] { Array(parts.dropLast()) }
  /// The properties that make the key.
  var key: [SwiftProperty] { isRecord ? properties.filter(\.isPrimary) : [] }

  /// Makes the type of an object; `cycles` says which fields lead back to their own type.
  init(_ index: Int, in schema: Schema, cycles: ContainmentCycles) {
    let object = schema.objects[index]
    self.schema = schema
    self.object = object
    let isRecord = index == schema.rootIndex && !object.isStruct
    self.isRecord = isRecord
    parts = SwiftName.typeParts(object.name)
    let fields = object.fields.filter {
      !$0.isDeprecated && $0.type.base != .unionType && $0.type.element != .unionType
    }
    let keys = fields.filter { $0.attributes.contains { $0.name == "primary" } }
    properties = fields.map { field in
      SwiftProperty(
        field, of: object, in: schema, ofRecord: isRecord,
        isKey: keys.count == 1 && keys[0].id == field.id,
        isBoxed: cycles.mustBox(field, of: index))
    }
  }
}
