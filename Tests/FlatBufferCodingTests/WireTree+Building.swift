import FlatBufferCoding

extension Tree {
  /// The bytes of a tree whose root is the schema's root type.
  func bytes(_ schema: Schema, _ builder: inout FlatBufferBuilder) -> [UInt8] {
    builder.reset()
    let root = write(schema.objects[schema.rootIndex ?? 0], schema, &builder)
    builder.finish(root)
    return builder.bytes
  }

  private func write(
    _ object: Schema.Object, _ schema: Schema, _ builder: inout FlatBufferBuilder
  ) -> FlatBufferOffset {
    guard case .table(let fields) = self else { return builder.string("not a table") }
    var offsets: [Int: FlatBufferOffset] = [:]
    for field in object.fields {
      guard let value = fields[field.id] else { continue }
      offsets[field.id] = value.write(field.type, before: fields[field.id - 1], schema, &builder)
    }
    builder.startTable(fieldCount: object.fields.count)
    for field in object.fields {
      switch fields[field.id] {
      case .scalar(let bits)?:
        switch field.type.base.byteSize {
        case 1: builder.add(field.id, UInt8(truncatingIfNeeded: bits) as UInt8?)
        case 2: builder.add(field.id, UInt16(truncatingIfNeeded: bits) as UInt16?)
        case 4: builder.add(field.id, UInt32(truncatingIfNeeded: bits) as UInt32?)
        default: builder.add(field.id, bits as UInt64?)
        }
      case .structure(let bytes)? where field.type.base == .object:
        let alignment = schema.objects[field.type.index ?? 0].alignment
        builder.add(field.id, structureSize: bytes.count, alignment: alignment) { writer in
          for (offset, byte) in bytes.enumerated() { writer.put(byte, at: offset) }
        }
      default: builder.add(field.id, offsets[field.id])
      }
    }
    return builder.endTable()
  }

  /// Writes what an offset leads to; nil for scalars and for structs that stand in the table.
  private func write(
    _ type: Schema.TypeReference, before: Tree?, _ schema: Schema,
    _ builder: inout FlatBufferBuilder
  ) -> FlatBufferOffset? {
    switch (self, type.base) {
    case (.string(let bytes), _): return builder.string(String(decoding: bytes, as: UTF8.self))
    case (.table, .object): return write(schema.objects[type.index ?? 0], schema, &builder)
    case (.table, .union), (.structure, .union):
      guard let member = schema.member(type.index, before) else { return nil }
      return write(member: member, schema, &builder)
    case (.vector(let elements), _):
      return Tree.write(elements, type, before: before, schema, &builder)
    default: return nil
    }
  }

  private func write(
    member: Schema.TypeReference, _ schema: Schema, _ builder: inout FlatBufferBuilder
  ) -> FlatBufferOffset {
    guard case .structure(let bytes) = self else {
      return write(member, before: nil, schema, &builder) ?? builder.string("")
    }
    let alignment = schema.objects[member.index ?? 0].alignment
    return builder.structure(size: bytes.count, alignment: alignment) { writer in
      for (offset, byte) in bytes.enumerated() { writer.put(byte, at: offset) }
    }
  }

  private static func write(
    _ elements: [Tree], _ type: Schema.TypeReference, before: Tree?, _ schema: Schema,
    _ builder: inout FlatBufferBuilder
  ) -> FlatBufferOffset {
    switch type.element {
    case .string,
      .object where !schema.isStruct(type):
      let element = Schema.TypeReference(type.element, index: type.index)
      return builder.vector(
        of: elements.compactMap { $0.write(element, before: nil, schema, &builder) })
    case .object:
      let object = schema.objects[type.index ?? 0]
      return builder.vector(
        structCount: elements.count, size: object.byteSize, alignment: object.alignment
      ) { writer in
        for (index, element) in elements.enumerated() {
          guard case .structure(let bytes) = element else { continue }
          for (offset, byte) in bytes.enumerated() {
            writer.put(byte, at: index * object.byteSize + offset)
          }
        }
      }
    case .union:
      guard case .vector(let types)? = before else { return builder.vector(of: []) }
      return builder.vector(
        unions: zip(elements, types).map { element, number in
          guard let member = schema.member(type.index, number), member.base != .none else {
            return nil
          }
          return element.write(member: member, schema, &builder)
        })
    default:
      let bits = elements.map { element in
        if case .scalar(let bits) = element { bits } else { UInt64(0) }
      }
      switch type.element.byteSize {
      case 1: return builder.vector(bits.map { UInt8(truncatingIfNeeded: $0) })
      case 2: return builder.vector(bits.map { UInt16(truncatingIfNeeded: $0) })
      case 4: return builder.vector(bits.map { UInt32(truncatingIfNeeded: $0) })
      default: return builder.vector(bits)
      }
    }
  }
}
