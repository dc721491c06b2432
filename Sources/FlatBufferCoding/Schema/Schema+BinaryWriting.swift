extension Schema {
  /// The schema in FlatBuffers' binary form (`.bfbs`), which `flatc` and `reflection.fbs` read.
  ///
  /// The bytes depend on the schema alone. Built-in attributes are written as others are.
  ///
  /// - Precondition: The schema is valid, and not so large that a name's offset exceeds 2 GiB.
  public func binary() -> [UInt8] {
    var writer = BinaryWriter(schema: self)
    return writer.write()
  }
}

/// Writes one schema; the order of calls is the order of the bytes from the end.
private struct BinaryWriter: ~Copyable {
  let schema: Schema
  var builder = FlatBufferBuilder(capacity: 4096)

  init(schema: Schema) {
    self.schema = schema
  }

  mutating func write() -> [UInt8] {
    var objects: [FlatBufferOffset] = []
    for object in schema.objects { objects.append(write(object)) }
    var enums: [FlatBufferOffset] = []
    for item in schema.enums { enums.append(write(item)) }
    let objectVector = builder.vector(of: objects)
    let enumVector = builder.vector(of: enums)
    let identifier = builder.string(schema.fileIdentifier)
    let fileExtension = builder.string(schema.fileExtension)
    builder.startTable(fieldCount: Reflection.Schema.fieldCount)
    builder.add(Reflection.Schema.objects, objectVector)
    builder.add(Reflection.Schema.enums, enumVector)
    builder.add(Reflection.Schema.fileIdentifier, identifier)
    builder.add(Reflection.Schema.fileExtension, fileExtension)
    builder.add(Reflection.Schema.root, schema.rootIndex.map { objects[$0] })
    builder.add(Reflection.Schema.advancedFeatures, schema.advancedFeatures, default: 0)
    builder.finish(builder.endTable(), identifier: Reflection.fileIdentifier)
    return builder.bytes
  }

  private mutating func write(_ object: Schema.Object) -> FlatBufferOffset {
    let name = builder.string(object.name)
    let byName = object.fields.indices.sorted {
      Schema.precedes(object.fields[$0].name, object.fields[$1].name)
    }
    var fields: [FlatBufferOffset] = []
    for index in byName {
      let padding = object.isStruct ? schema.padding(after: index, in: object) : 0
      fields.append(write(object.fields[index], padding: padding))
    }
    let fieldVector = builder.vector(of: fields)
    let attributes = write(object.attributes)
    let documentation = write(lines: object.documentation)
    builder.startTable(fieldCount: Reflection.Object.fieldCount)
    builder.add(Reflection.Object.name, name)
    builder.add(Reflection.Object.fields, fieldVector)
    builder.add(Reflection.Object.isStruct, object.isStruct, default: false)
    builder.add(
      Reflection.Object.alignment, Int32(truncatingIfNeeded: object.alignment), default: 0)
    builder.add(
      Reflection.Object.byteSize, Int32(truncatingIfNeeded: object.byteSize), default: 0)
    builder.add(Reflection.Object.attributes, attributes)
    builder.add(Reflection.Object.documentation, documentation)
    return builder.endTable()
  }

  private mutating func write(_ field: Schema.Field, padding: Int) -> FlatBufferOffset {
    let name = builder.string(field.name)
    let type = write(field.type)
    let isKey = field.attributes.contains { $0.name == "key" }
    // As `flatc`: the flag says it.
    let attributes = write(field.attributes.filter { $0 != Schema.Attribute(name: "key") })
    let documentation = write(lines: field.documentation)
    builder.startTable(fieldCount: Reflection.Field.fieldCount)
    builder.add(Reflection.Field.name, name)
    builder.add(Reflection.Field.type, type)
    builder.add(Reflection.Field.id, UInt16(truncatingIfNeeded: field.id), default: 0)
    builder.add(Reflection.Field.offset, UInt16(truncatingIfNeeded: field.offset), default: 0)
    builder.add(Reflection.Field.defaultInteger, field.defaultInteger, default: 0)
    builder.add(Reflection.Field.defaultReal, field.defaultReal, default: 0)
    builder.add(Reflection.Field.isDeprecated, field.isDeprecated, default: false)
    builder.add(Reflection.Field.isRequired, field.isRequired, default: false)
    builder.add(Reflection.Field.isKey, isKey, default: false)
    builder.add(Reflection.Field.attributes, attributes)
    builder.add(Reflection.Field.documentation, documentation)
    // As `flatc`: what is neither a scalar nor required may be absent.
    let isOptional = field.type.base.isScalar ? field.isOptional : !field.isRequired
    builder.add(Reflection.Field.isOptional, isOptional, default: false)
    builder.add(Reflection.Field.padding, UInt16(truncatingIfNeeded: padding), default: 0)
    return builder.endTable()
  }

  private mutating func write(_ item: Schema.Enum) -> FlatBufferOffset {
    let name = builder.string(item.name)
    var values: [FlatBufferOffset] = []
    for value in item.values { values.append(write(value)) }
    let valueVector = builder.vector(of: values)
    let underlying = write(item.underlying)
    let attributes = write(item.attributes)
    let documentation = write(lines: item.documentation)
    builder.startTable(fieldCount: Reflection.Enum.fieldCount)
    builder.add(Reflection.Enum.name, name)
    builder.add(Reflection.Enum.values, valueVector)
    builder.add(Reflection.Enum.isUnion, item.isUnion, default: false)
    builder.add(Reflection.Enum.underlying, underlying)
    builder.add(Reflection.Enum.attributes, attributes)
    builder.add(Reflection.Enum.documentation, documentation)
    return builder.endTable()
  }

  private mutating func write(_ value: Schema.EnumValue) -> FlatBufferOffset {
    let name = builder.string(value.name)
    let member = write(value.member)
    let documentation = write(lines: value.documentation)
    builder.startTable(fieldCount: Reflection.EnumValue.fieldCount)
    builder.add(Reflection.EnumValue.name, name)
    builder.add(Reflection.EnumValue.number, value.number, default: 0)
    builder.add(Reflection.EnumValue.member, member)
    builder.add(Reflection.EnumValue.documentation, documentation)
    return builder.endTable()
  }

  private mutating func write(_ type: Schema.TypeReference) -> FlatBufferOffset {
    builder.startTable(fieldCount: Reflection.TypeReference.fieldCount)
    builder.add(Reflection.TypeReference.base, type.base.rawValue, default: 0)
    builder.add(Reflection.TypeReference.element, type.element.rawValue, default: 0)
    builder.add(
      Reflection.TypeReference.index, Int32(truncatingIfNeeded: type.index ?? -1), default: -1)
    builder.add(
      Reflection.TypeReference.fixedLength, UInt16(truncatingIfNeeded: type.fixedLength),
      default: 0)
    builder.add(
      Reflection.TypeReference.baseSize, UInt32(truncatingIfNeeded: type.base.byteSize),
      default: 4)
    builder.add(
      Reflection.TypeReference.elementSize, UInt32(truncatingIfNeeded: type.element.byteSize),
      default: 0)
    return builder.endTable()
  }

  private mutating func write(_ attributes: [Schema.Attribute]) -> FlatBufferOffset? {
    guard !attributes.isEmpty else { return nil }
    var offsets: [FlatBufferOffset] = []
    for attribute in attributes {
      let key = builder.string(attribute.name)
      let value = builder.string(attribute.value)
      builder.startTable(fieldCount: Reflection.KeyValue.fieldCount)
      builder.add(Reflection.KeyValue.key, key)
      builder.add(Reflection.KeyValue.value, value)
      offsets.append(builder.endTable())
    }
    return builder.vector(of: offsets)
  }

  private mutating func write(lines: [String]) -> FlatBufferOffset? {
    lines.isEmpty ? nil : builder.vector(strings: lines)
  }
}

extension Schema {
  /// The bytes between a struct's field and the next one, or the end.
  fileprivate func padding(after index: Int, in object: Object) -> Int {
    let field = object.fields[index]
    let next =
      index + 1 < object.fields.count ? object.fields[index + 1].offset : object.byteSize
    return max(0, next - field.offset - inlineSize(of: field.type))
  }

  /// What `flatc` says a reader of this schema's data must know about.
  fileprivate var advancedFeatures: UInt64 {
    var features: UInt64 = 0
    for field in objects.lazy.flatMap(\.fields) {
      if field.type.base == .array { features |= Reflection.Features.arrays }
      if field.isOptional { features |= Reflection.Features.optionalScalars }
      if field.type.base == .vector, field.type.element == .union {
        features |= Reflection.Features.unions
      }
    }
    for value in enums.lazy.filter(\.isUnion).flatMap(\.values) where value.member.base != .none {
      let isTable =
        value.member.base == .object && value.member.index.map { !objects[$0].isStruct } ?? false
      if !isTable { features |= Reflection.Features.unions }
    }
    return features
  }
}
