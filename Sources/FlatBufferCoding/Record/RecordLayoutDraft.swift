/// A record layout that is being made.
struct RecordLayoutDraft {
  let schema: Schema
  var objects: [RecordLayout.Object] = []
  var fields: [RecordLayout.Field] = []
  var fieldsByName: [Int] = []
  var additions: [RecordLayout.Addition] = []
  var enums: [RecordLayout.Enum] = []
  var values: [RecordLayout.Value] = []
  var valuesByName: [Int] = []
  var writer = JSONWriter()

  init(schema: Schema) {
    self.schema = schema
  }

  mutating func make() {
    for object in schema.objects { add(object) }
    for item in schema.enums { add(item) }
  }

  private mutating func add(_ object: Schema.Object) {
    let first = fields.count
    var names: [String] = []
    for field in object.fields where !field.isDeprecated && !field.isUnionType {
      fields.append(layout(of: field, isFixed: object.isStruct))
      names.append(field.name)
    }
    let firstByName = fieldsByName.count
    fieldsByName += sorted(names).map { first + $0 }
    let firstAddition = additions.count
    if !object.isStruct { addAdditions(of: first..<fields.count) }
    objects.append(
      RecordLayout.Object(
        fields: first..<fields.count, byName: firstByName..<fieldsByName.count,
        additions: firstAddition..<additions.count, idCount: object.fields.count,
        size: object.byteSize, alignment: object.alignment))
  }

  /// By falling alignment, then by falling id, as `flatc` does: so that little is lost in padding, and that equal
  /// records have equal bytes, whoever builds them.
  private mutating func addAdditions(of range: Range<Int>) {
    var keyed: [(alignment: Int, id: Int, addition: RecordLayout.Addition)] = []
    for index in range {
      let field = fields[index]
      keyed.append(
        (field.alignment, field.id, RecordLayout.Addition(field: index, isType: false)))
      let isUnion = field.shape == .union
      if isUnion || (field.shape == .vector && field.element == .union) {
        let type = RecordLayout.Addition(field: index, isType: true)
        keyed.append((isUnion ? 1 : 4, field.id - 1, type))
      }
    }
    keyed.sort { ($0.alignment, $0.id) > ($1.alignment, $1.id) }
    additions += keyed.map(\.addition)
  }

  private mutating func layout(of field: Schema.Field, isFixed: Bool) -> RecordLayout.Field {
    let type = field.type
    let isMany = type.base == .vector || type.base == .array
    let base = isMany ? type.element : type.base
    let element = shape(of: base, type.index)
    let isBytes = isMany && type.index == nil && (base == .uint8 || base == .int8)
    let shape: RecordLayout.Shape =
      isBytes ? .bytes : isMany ? (isFixed ? .array : .vector) : element
    let single = Schema.TypeReference(base, index: type.index)
    let isInline = element == .scalar || element == .structure
    return RecordLayout.Field(
      name: add(name: field.name), id: field.id, offset: field.offset, shape: shape,
      element: element, base: base, target: type.index ?? -1, length: type.fixedLength,
      size: isInline ? schema.inlineSize(of: single) : 4,
      alignment: isInline && (isFixed || !isMany) ? schema.inlineAlignment(of: single) : 4,
      defaultBits: field.defaultBits, isOptional: field.isOptional,
      isRequired: field.isRequired || (isFixed && shape != .scalar)
        || (type.base == .string && field.attributes.contains(named: "primary")))
  }

  private func shape(of base: Schema.BaseType, _ index: Int?) -> RecordLayout.Shape {
    switch base {
    case .string: .string
    case .union: .union
    case .object: (index.map { schema.objects[$0].isStruct } ?? false) ? .structure : .table
    default: .scalar
    }
  }

  private mutating func add(_ item: Schema.Enum) {
    let first = values.count
    for value in item.values {
      let member = value.member
      let isMember = item.isUnion && member.base != .none
      let object = member.base == .object ? member.index.map { schema.objects[$0] } : nil
      values.append(
        RecordLayout.Value(
          name: add(name: value.name), number: value.number,
          shape: isMember ? shape(of: member.base, member.index) : nil,
          target: member.index ?? -1, size: object?.byteSize ?? 0,
          alignment: object?.alignment ?? 1))
    }
    let firstByName = valuesByName.count
    valuesByName += sorted(item.values.map(\.name)).map { first + $0 }
    enums.append(
      RecordLayout.Enum(
        values: first..<values.count, byName: firstByName..<valuesByName.count,
        isFlags: item.attributes.contains(named: "bit_flags")))
  }

  private mutating func add(name: String) -> RecordLayout.Name {
    let start = Int32(truncatingIfNeeded: writer.bytes.count)
    writer.write(string: name)
    writer.append(UInt8(ascii: ":"))
    return RecordLayout.Name(start: start, end: Int32(truncatingIfNeeded: writer.bytes.count))
  }

  /// The places of names in the order of their bytes.
  private func sorted(_ names: [String]) -> [Int] {
    names.indices.sorted { Schema.precedes(names[$0], names[$1]) }
  }
}
