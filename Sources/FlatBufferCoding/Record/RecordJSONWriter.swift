/// Writes the JSON of one record.
struct RecordJSONWriter {
  let layout: RecordLayout
  var writer: JSONWriter

  /// Writes a table.
  mutating func write(_ table: TableReader, _ object: Int) throws(FlatBufferError) {
    writer.append(UInt8(ascii: "{"))
    let range = layout.objects[object].fields
    for index in range {
      if index > range.lowerBound { writer.append(UInt8(ascii: ",")) }
      let name = layout.fields[index].name
      writer.bytes.append(contentsOf: layout.key(name))
      do throws(FlatBufferError) {
        if try !write(layout.fields[index], of: table) {
          throw FlatBufferError(
            code: .missingField, message: "a required field is absent", position: table.position)
        }
      } catch {
        throw error.inside(layout.string(name))
      }
    }
    writer.append(UInt8(ascii: "}"))
  }

  /// Writes the value of a field; false if it is absent and required.
  private mutating func write(
    _ field: RecordLayout.Field, of table: TableReader
  ) throws(FlatBufferError) -> Bool {
    switch field.shape {
    case .scalar:
      if let bits = try TableField(table: table, id: field.id).bits(field.base) {
        write(bits, field.base, field.target)
      } else if !field.isOptional {
        write(field.defaultBits, field.base, field.target)
      } else {
        writer.append("null")
      }
      return true
    case .string:
      guard let text = try unsafe table.stringBytes(field.id) else { return absent(field) }
      try unsafe write(text)
    case .structure:
      guard let structure = try table.structure(field.id, size: field.size) else {
        return absent(field)
      }
      try write(structure, field.target)
    case .table:
      guard let inner = try table.table(field.id) else { return absent(field) }
      try write(inner, field.target)
    case .union:
      let type = try table.scalar(field.id - 1, default: UInt8(0))
      guard type != 0 else { return absent(field) }
      try writeUnion(UInt64(type), field, UnionField(owner: table, id: field.id))
    case .bytes:
      guard let vector = try table.vector(field.id) else { return absent(field) }
      writer.write(base64: try vector.bytes())
    case .vector, .array:
      guard let vector = try table.vector(field.id) else { return absent(field) }
      let types = field.element == .union ? try table.vector(field.id - 1) : nil
      try write(vector, types, field)
    }
    return true
  }

  /// Writes what stands for an absent field; false if that may not be.
  private mutating func absent(_ field: RecordLayout.Field) -> Bool {
    guard !field.isRequired else { return false }
    switch field.shape {
    case .vector: writer.append("[]")
    case .bytes: writer.append("\"\"")
    default: writer.append("null")
    }
    return true
  }

  private mutating func write(
    _ vector: VectorReader, _ types: VectorReader?, _ field: RecordLayout.Field
  ) throws(FlatBufferError) {
    if field.element == .union, types?.count ?? 0 != vector.count {
      throw FlatBufferError(
        code: .outOfBounds, message: "a vector of unions is not as long as that of their types",
        position: vector.position)
    }
    writer.append(UInt8(ascii: "["))
    for index in 0..<vector.count {
      if index > 0 { writer.append(UInt8(ascii: ",")) }
      do throws(FlatBufferError) {
        try write(vector, types, index, field)
      } catch {
        throw error.inside("[\(index)]")
      }
    }
    writer.append(UInt8(ascii: "]"))
  }

  /// Writes one element.
  private mutating func write(
    _ vector: VectorReader, _ types: VectorReader?, _ index: Int, _ field: RecordLayout.Field
  ) throws(FlatBufferError) {
    switch field.element {
    case .string: try unsafe write(vector.stringBytes(at: index))
    case .structure: try write(vector.structure(at: index, size: field.size), field.target)
    case .table: try write(vector.table(at: index), field.target)
    case .union:
      let type = try types.flatMap { (types) throws(FlatBufferError) in
        try VectorElement(vector: types, index: index).bits(.uint8)
      }
      guard let type, type != 0 else { return writer.append("null") }
      try writeUnion(type, field, UnionElement(vector: vector, index: index))
    case .scalar, .vector, .array, .bytes:
      guard let bits = try VectorElement(vector: vector, index: index).bits(field.base) else {
        return
      }
      write(bits, field.base, field.target)
    }
  }

  /// Writes a union's member; one that the schema does not know as its number and null.
  private mutating func writeUnion(
    _ type: UInt64, _ field: RecordLayout.Field, _ place: some UnionSource
  ) throws(FlatBufferError) {
    writer.append("{\"type\":")
    guard let index = layout.value(number: Int64(type), of: layout.enums[field.target]) else {
      writer.write(type)
      return writer.append(",\"value\":null}")
    }
    let member = layout.values[index]
    writer.bytes.append(contentsOf: layout.quoted(member.name))
    writer.append(",\"value\":")
    do throws(FlatBufferError) {
      guard try writeMember(member, place) else {
        throw FlatBufferError(code: .missingField, message: "a union has a type and no value")
      }
    } catch {
      throw error.inside(layout.string(member.name))
    }
    writer.append(UInt8(ascii: "}"))
  }

  /// Writes a union's value; false if it is absent.
  private mutating func writeMember(
    _ member: RecordLayout.Value, _ place: some UnionSource
  ) throws(FlatBufferError) -> Bool {
    switch member.shape {
    case .string:
      guard let text = try unsafe place.stringBytes() else { return false }
      try unsafe write(text)
    case .structure:
      guard let structure = try place.structure(size: member.size) else { return false }
      try write(structure, member.target)
    default:
      guard let table = try place.table() else { return false }
      try write(table, member.target)
    }
    return true
  }

  /// Writes a struct.
  private mutating func write(_ structure: StructReader, _ object: Int) throws(FlatBufferError) {
    writer.append(UInt8(ascii: "{"))
    let range = layout.objects[object].fields
    for index in range {
      let field = layout.fields[index]
      if index > range.lowerBound { writer.append(UInt8(ascii: ",")) }
      writer.bytes.append(contentsOf: layout.key(field.name))
      switch field.shape {
      case .bytes:
        writer.write(
          base64: structure.scalars(at: field.offset, count: field.length, as: UInt8.self))
      case .array:
        writer.append(UInt8(ascii: "["))
        for element in 0..<field.length {
          if element > 0 { writer.append(UInt8(ascii: ",")) }
          try write(field, of: structure, at: field.offset + element * field.size)
        }
        writer.append(UInt8(ascii: "]"))
      default: try write(field, of: structure, at: field.offset)
      }
    }
    writer.append(UInt8(ascii: "}"))
  }

  /// Writes a struct's field, or an element of one that is an array.
  private mutating func write(
    _ field: RecordLayout.Field, of structure: StructReader, at offset: Int
  ) throws(FlatBufferError) {
    if field.element == .structure {
      try write(structure.structure(at: offset, size: field.size), field.target)
    } else if let bits = try StructField(structure: structure, offset: offset).bits(field.base) {
      write(bits, field.base, field.target)
    }
  }
}
