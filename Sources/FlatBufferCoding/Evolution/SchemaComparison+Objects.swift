extension SchemaComparison {
  /// Compares a table or struct with what it has become.
  mutating func compare(_ object: Schema.Object, _ successor: Schema.Object) {
    guard object.isStruct == successor.isStruct else {
      let kinds = object.isStruct ? ("struct", "table") : ("table", "struct")
      return offend(object.name, "the \(kinds.0) is now a \(kinds.1)")
    }
    if object.isStruct { compareLayout(object, successor) }
    for field in object.fields {
      compare(field, of: object, successor)
    }
    if object.isStruct {
      for field in successor.fields.dropFirst(object.fields.count) {
        offend("\(object.name).\(field.name)", "a struct can't gain a field; use a table")
      }
      return
    }
    for field in successor.fields.dropFirst(object.fields.count) where !field.isUnionType {
      if field.isRequired {
        offend("\(object.name).\(field.name)", "a new field can't be required; old data lacks it")
      }
      if field.attributes.contains(named: "primary") {
        offend("\(object.name).\(field.name)", "the key can't gain a field")
      }
    }
  }

  private mutating func compareLayout(_ object: Schema.Object, _ successor: Schema.Object) {
    if object.byteSize != successor.byteSize || object.alignment != successor.alignment {
      offend(
        object.name,
        "the struct's layout changed from \(object.byteSize) bytes aligned to "
          + "\(object.alignment) to \(successor.byteSize) aligned to \(successor.alignment)")
    }
  }

  /// Compares an old field with the one that has its id now.
  private mutating func compare(
    _ field: Schema.Field, of object: Schema.Object, _ successor: Schema.Object
  ) {
    // The hidden type of a union goes with the union.
    if field.isUnionType, field.id + 1 < object.fields.count { return }
    let place = "\(object.name).\(field.name)"
    guard field.id < successor.fields.count else {
      let moved = successor.fields.first { $0.name == field.name }
      return offend(place, moved.map { moving(field, to: $0) } ?? removal(object))
    }
    let other = successor.fields[field.id]
    let isRenamed = other.name != field.name
    if isRenamed, let moved = successor.fields.first(where: { $0.name == field.name }) {
      return offend(place, moving(field, to: moved))
    }
    let isTaken = isRenamed && object.fields.contains { $0.name == other.name }
    let isRevived = isRenamed && field.isDeprecated && !other.isDeprecated
    let isSame = isSame(field.type, as: other.type)
    if isTaken || isRevived || (isRenamed && !isSame) {
      return offend(
        place,
        "the field was removed and its id \(field.id) reused for \(other.name); "
          + "deprecate it instead")
    }
    guard isSame else {
      return offend(
        place,
        "the type changed from \(name(field.type, in: old)) to \(name(other.type, in: new))")
    }
    if object.isStruct, field.offset != other.offset {
      offend(place, "the offset changed from \(field.offset) to \(other.offset)")
    }
    compareRules(field, other, place)
  }

  private mutating func compareRules(
    _ field: Schema.Field, _ other: Schema.Field, _ place: String
  ) {
    let isKey = field.attributes.contains(named: "primary")
    if isKey != other.attributes.contains(named: "primary") {
      offend(place, isKey ? "the key can't lose a field" : "the key can't gain a field")
    }
    if other.isDeprecated, !field.isDeprecated {
      if isKey { offend(place, "a field of the key can't be deprecated") }
      if field.isRequired {
        offend(place, "a required field can't be deprecated; older programs need it")
      }
    } else if field.isRequired != other.isRequired {
      offend(
        place,
        field.isRequired
          ? "the field is required and can't become optional; older programs need it"
          : "the field can't become required; old data may lack it")
    }
    if field.type.base.isScalar, !other.isDeprecated {
      let (before, after) = (defaultName(field, in: old), defaultName(other, in: new))
      if before != after { offend(place, "the default changed from \(before) to \(after)") }
    }
  }

  /// A default as it is printed; equal ones are printed alike.
  private func defaultName(_ field: Schema.Field, in schema: Schema) -> String {
    if field.isOptional { return "null" }
    switch field.type.base {
    case .float32: return "\(Float(field.defaultReal))"
    case .float64: return "\(field.defaultReal)"
    case .bool: return "\(field.defaultInteger != 0)"
    case .uint64: return "\(UInt64(bitPattern: field.defaultInteger))"
    default: return "\(field.defaultInteger)"
    }
  }

  private func moving(_ field: Schema.Field, to moved: Schema.Field) -> String {
    "the id changed from \(field.id) to \(moved.id)"
  }

  private func removal(_ object: Schema.Object) -> String {
    object.isStruct
      ? "a struct can't lose a field"
      : "the field was removed; deprecate it instead"
  }
}
