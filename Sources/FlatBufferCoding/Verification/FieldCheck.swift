/// What a field must be, as the verifier looks it up.
struct FieldCheck: Sendable {
  /// What stands in the table, or behind its offset.
  enum Content: Sendable {
    case scalar(size: Int)
    case structure(size: Int, alignment: Int)
    case string
    case table(Int)
    /// Its type is the field before.
    case union(Int)
    case scalars(size: Int)
    case structures(size: Int, alignment: Int)
    case strings
    case tables(Int)
    /// Their types are the field before.
    case unions(Int)
  }

  let content: Content
  let id: Int
  let isRequired: Bool
  let name: String

  init?(_ field: Schema.Field, in schema: Schema) {
    guard let content = Content(field.type, in: schema) else { return nil }
    self.content = content
    id = field.id
    isRequired = field.mustBePresent
    name = field.name
  }
}

extension FieldCheck.Content {
  init?(_ type: Schema.TypeReference, in schema: Schema) {
    switch (type.base, type.element, type.index) {
    case (.string, _, _): self = .string
    case (.object, _, let index?):
      let object = schema.objects[index]
      self =
        object.isStruct
        ? .structure(size: object.byteSize, alignment: object.alignment) : .table(index)
    case (.union, _, let index?): self = .union(index)
    case (.vector, .string, _): self = .strings
    case (.vector, .object, let index?):
      let object = schema.objects[index]
      self =
        object.isStruct
        ? .structures(size: object.byteSize, alignment: object.alignment) : .tables(index)
    case (.vector, .union, let index?): self = .unions(index)
    case (.vector, let element, _) where element.isScalar: self = .scalars(size: element.byteSize)
    case (let base, _, _) where base.isScalar: self = .scalar(size: base.byteSize)
    default: return nil
    }
  }
}

/// What a union's value is when it has the member's type.
enum UnionMember: Sendable {
  case nothing
  case string
  case table(Int)
  case structure(size: Int, alignment: Int)

  init?(_ value: Schema.EnumValue, in schema: Schema) {
    switch (value.member.base, value.member.index) {
    case (.none, _): self = .nothing
    case (.string, _): self = .string
    case (.object, let index?):
      let object = schema.objects[index]
      self =
        object.isStruct
        ? .structure(size: object.byteSize, alignment: object.alignment) : .table(index)
    default: return nil
    }
  }
}
