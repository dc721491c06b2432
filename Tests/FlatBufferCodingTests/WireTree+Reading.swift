import FlatBufferCoding

extension Tree {
  /// Reads everything that the schema says is in a buffer.
  init(reading bytes: [UInt8], _ schema: Schema) throws(FlatBufferError) {
    let root = schema.rootIndex ?? 0
    self = try FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
      try Tree(reading: table, schema.objects[root], schema)
    }
  }

  init(reading table: TableReader, _ object: Schema.Object, _ schema: Schema)
    throws(FlatBufferError)
  {
    var fields: [Int: Tree] = [:]
    for field in object.fields {
      fields[field.id] = try Tree.field(field, in: table, before: fields[field.id - 1], schema)
    }
    self = .table(fields)
  }

  private static func field(
    _ field: Schema.Field, in table: TableReader, before: Tree?, _ schema: Schema
  ) throws(FlatBufferError) -> Tree? {
    let id = field.id
    switch field.type.base {
    case .string:
      let string =
        field.isRequired ? try table.requiredString(id, named: "string") : try table.string(id)
      return string.map { .string([UInt8]($0.utf8)) }
    case .object:
      let object = schema.objects[field.type.index ?? 0]
      if object.isStruct { return try table.structure(id, size: object.byteSize).map(Tree.bytes) }
      guard let child = try table.table(id) else { return nil }
      return try Tree(reading: child, object, schema)
    case .union:
      guard let member = schema.member(field.type.index, before) else { return nil }
      switch member.base {
      case .string: return try table.string(id).map { .string([UInt8]($0.utf8)) }
      case .object:
        let object = schema.objects[member.index ?? 0]
        if object.isStruct {
          return try table.unionStructure(id, size: object.byteSize).map(Tree.bytes)
        }
        guard let child = try table.table(id) else { return nil }
        return try Tree(reading: child, object, schema)
      default: return nil
      }
    case .vector:
      guard let vector = try table.vector(id) else { return nil }
      let types = field.type.element == .union ? try table.vector(id - 1) : nil
      return try Tree(reading: vector, types: types, field.type, schema)
    default:
      let bits = try Tree.bits(table, id, size: field.type.base.byteSize)
      return bits == schema.defaultBits(of: field) ? nil : bits.map { .scalar($0) }
    }
  }

  private init(
    reading vector: VectorReader, types: VectorReader?, _ type: Schema.TypeReference,
    _ schema: Schema
  ) throws(FlatBufferError) {
    var elements: [Tree] = []
    switch type.element {
    case .string: elements = try vector.strings().map { .string([UInt8]($0.utf8)) }
    case .object:
      let object = schema.objects[type.index ?? 0]
      for index in 0..<vector.count {
        elements.append(
          object.isStruct
            ? Tree.bytes(try vector.structure(at: index, size: object.byteSize))
            : try Tree(reading: vector.table(at: index), object, schema))
      }
    case .union:
      for index in 0..<vector.count {
        let number = try types?.scalar(at: index, as: UInt8.self) ?? 0
        let member = schema.member(type.index, UInt64(number)) ?? Schema.TypeReference(.none)
        switch member.base {
        case .string: elements.append(.string([UInt8](try vector.string(at: index).utf8)))
        case .object:
          let object = schema.objects[member.index ?? 0]
          elements.append(
            object.isStruct
              ? Tree.bytes(try vector.unionStructure(at: index, size: object.byteSize))
              : try Tree(reading: vector.table(at: index), object, schema))
        default: elements.append(.nothing)
        }
      }
    default:
      switch type.element.byteSize {
      case 1: elements = try vector.bytes().map { .scalar(UInt64($0)) }
      case 2: elements = try vector.scalars(UInt16.self).map { .scalar(UInt64($0)) }
      case 4: elements = try vector.scalars(UInt32.self).map { .scalar(UInt64($0)) }
      default: elements = try vector.scalars(UInt64.self).map { .scalar($0) }
      }
    }
    self = .vector(elements)
  }

  private static func bytes(_ reader: StructReader) -> Tree {
    .structure(reader.scalars(at: 0, count: reader.size, as: UInt8.self))
  }

  private static func bits(
    _ table: TableReader, _ id: Int, size: Int
  ) throws(FlatBufferError) -> UInt64? {
    switch size {
    case 1: try table.optionalScalar(id, as: UInt8.self).map(UInt64.init)
    case 2: try table.optionalScalar(id, as: UInt16.self).map(UInt64.init)
    case 4: try table.optionalScalar(id, as: UInt32.self).map(UInt64.init)
    default: try table.optionalScalar(id, as: UInt64.self)
    }
  }
}
