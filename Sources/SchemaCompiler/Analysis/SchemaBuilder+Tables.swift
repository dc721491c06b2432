import FlatBufferCoding

/// A table's field on its way into the schema.
struct TableField {
  var syntax: FieldSyntax
  var field: Schema.Field
  var attributes: ReadAttributes

  /// Whether the field is a union or a vector of them, which takes two ids.
  var isUnion: Bool { field.type.base == .union || field.type.element == .union }
}

extension SchemaBuilder {
  /// Builds a table's fields and numbers them.
  mutating func buildTable(_ index: Int) {
    guard let place = schemaIndex[index] else { return }
    let declaration = declarations[index]
    var fields: [TableField] = []
    var names: [String: SourceRange] = [:]
    for syntax in declaration.fields {
      guard let field = tableField(syntax, of: declaration) else { continue }
      var isTwin = false
      for name in field.isUnion
        ? [syntax.name.text, syntax.name.text + "_type"] : [syntax.name.text]
      {
        if let twin = names.updateValue(syntax.name.range, forKey: name) {
          isTwin = true
          log.error(
            name == syntax.name.text && log.text(twin) == name
              ? "'\(name)' is there twice"
              : "a union takes the name '\(name)' for its type, which is taken twice",
            at: syntax.name.range, remedy: "rename one of them")
        }
      }
      if !isTwin { fields.append(field) }
    }
    schema.objects[place].fields = number(fields, of: declaration)
    checkSize(of: schema.objects[place], declaration)
  }

  /// A table's field without its id; nil, with a diagnostic, if it has no type.
  private mutating func tableField(
    _ syntax: FieldSyntax, of declaration: Declaration
  ) -> TableField? {
    let attributes = read(syntax.attributes, at: .tableField)
    guard let type = type(syntax.type, of: declaration) else { return nil }
    if type.base == .array {
      log.error(
        "arrays of fixed length are for structs", at: syntax.type.range,
        remedy: "use a vector: [\(syntax.type.name.text)]")
      return nil
    }
    let isKeyString = type.base == .string && attributes.contains("key")
    var field = Schema.Field(
      name: syntax.name.text, type: type, id: 0, offset: 0,
      isDeprecated: attributes.contains("deprecated"),
      isRequired: attributes.contains("required") || isKeyString,
      attributes: attributes.recorded, documentation: syntax.documentation)
    if let literal = syntax.defaultValue {
      apply(literal, to: &field, in: declaration)
    } else {
      checkImplicitDefault(of: field, at: syntax)
    }
    check(attributes, of: field)
    return TableField(syntax: syntax, field: field, attributes: attributes)
  }

  /// Reports attributes that do not go with a field's type, or with one another.
  private mutating func check(_ attributes: ReadAttributes, of field: Schema.Field) {
    let base = field.type.base
    if let range = attributes.range("required"), base.isScalar {
      log.error(
        "'required' is for strings, vectors, structs, tables and unions", at: range,
        remedy: "remove it: a number that is absent has its default")
    }
    if let range = attributes.range("primary") {
      if !base.isScalar && base != .string {
        log.error(
          "a key is a number, bool, enum or string", at: range,
          remedy: "choose another field, or several")
      } else if field.isOptional {
        log.error("a key can't be null", at: range, remedy: "remove '= null'")
      }
      if field.isDeprecated {
        log.error(
          "a key can't be deprecated", at: range, remedy: "remove one of the two attributes")
      }
    }
    for name in ["indexed", "unique"] {
      guard let range = attributes.range(name) else { continue }
      if base == .union, name == "unique" {
        log.error(
          "the type of a union can't be unique", at: range, remedy: "write (indexed) instead")
      } else if !base.isScalar && base != .string && base != .union {
        log.error(
          "'\(name)' is for numbers, bools, enums, strings and unions", at: range,
          remedy: "mark the fields inside it instead")
      }
    }
  }

  /// Reports tables that would not fit into the 64 KiB that a vtable can address.
  private mutating func checkSize(of object: Schema.Object, _ declaration: Declaration) {
    var size = 4
    for field in object.fields {
      var fieldSize = field.type.base.byteSize
      if field.type.base == .object, let index = field.type.index, schema.objects[index].isStruct {
        fieldSize = schema.objects[index].byteSize
      }
      size += fieldSize
    }
    guard size > 65_535 || object.fields.count > 32_765 else { return }
    log.error(
      "table '\(declaration.name.text)' is too large: at most 32,765 fields and 65,535 bytes",
      at: declaration.name.range, remedy: "move fields into tables of their own")
  }
}
