extension Schema {
  /// Checks what every user of a schema relies on, so that data and not the schema can be at fault later.
  ///
  /// Names are sorted and unique; ids and vtable offsets run from zero without gaps; indexes lead to
  /// what the type says; a union's value follows its type; structs hold only fixed sizes, which do
  /// not overlap their end, are aligned, and nest at most `FlatBuffer.maximumDepth` deep.
  ///
  /// - Throws: `invalidSchema`, naming the type and the field.
  package func validate() throws(FlatBufferError) {
    try requireSorted(objects.map(\.name))
    try requireSorted(enums.map(\.name))
    if let rootIndex {
      try require(
        objects.indices.contains(rootIndex) && !objects[rootIndex].isStruct, "root_type",
        "the root is not a table")
    }
    for item in enums { try validate(item) }
    // Sizes first: fields of other structs are measured by them.
    for object in objects where object.isStruct { try validate(sizeOf: object) }
    for object in objects where object.isStruct { try validate(fieldsOf: object) }
    for object in objects where !object.isStruct { try validate(table: object) }
    for object in objects {
      try require(
        Set(object.fields.map(\.name)).count == object.fields.count, object.name,
        "two fields have one name")
    }
    var depths = [Int?](repeating: nil, count: objects.count)
    for index in objects.indices { _ = try nesting(of: index, depth: 0, &depths) }
  }

  private func validate(_ item: Enum) throws(FlatBufferError) {
    let base = item.underlying.base
    for (first, second) in zip(item.values, item.values.dropFirst()) {
      let rises =
        base == .uint64
        ? UInt64(bitPattern: first.number) < UInt64(bitPattern: second.number)
        : first.number < second.number
      try require(rises, "\(item.name).\(second.name)", "numbers do not rise")
    }
    if item.isUnion {
      try require(base == .unionType, item.name, "a union's type is not a union type")
      for value in item.values {
        let place = "\(item.name).\(value.name)"
        try require((0...255).contains(value.number), place, "a union's number is not 0 to 255")
        switch value.member.base {
        case .none, .string: break
        case .object: try requireObject(value.member.index, place)
        default: try fail(place, "a union's member is not a table, struct or string")
        }
      }
    } else {
      try require(
        base.isScalar && base != .unionType && base != .float32 && base != .float64, item.name,
        "an enum's values are not integers")
    }
  }

  private func validate(table: Object) throws(FlatBufferError) {
    try require(table.fields.count <= 32_765, table.name, "a table has at most 32,765 fields")
    for (position, field) in table.fields.enumerated() {
      let place = "\(table.name).\(field.name)"
      try require(field.id == position, place, "ids do not run from zero without gaps")
      try require(field.offset == 4 + 2 * position, place, "the vtable offset does not fit the id")
      try validate(field.type, place)
      let isUnion = field.type.base == .union
      if isUnion || (field.type.base == .vector && field.type.element == .union) {
        let type = position > 0 ? table.fields[position - 1].type : TypeReference(.none)
        let expected =
          isUnion
          ? TypeReference(.unionType, index: field.type.index)
          : TypeReference(.vector, element: .unionType, index: field.type.index)
        try require(type == expected, place, "a union does not follow its type")
      }
    }
  }

  private func validate(sizeOf structure: Object) throws(FlatBufferError) {
    let alignment = structure.alignment
    try require(
      alignment > 0 && alignment <= 256 && alignment & (alignment - 1) == 0, structure.name,
      "the alignment \(alignment) is not a power of two up to 256")
    try require(
      structure.byteSize > 0 && structure.byteSize <= Int(UInt16.max)
        && structure.byteSize.isMultiple(of: alignment), structure.name,
      "the size \(structure.byteSize) is not a multiple of the alignment, from 1 to 65,535")
  }

  private func validate(fieldsOf structure: Object) throws(FlatBufferError) {
    var end = 0
    for (position, field) in structure.fields.enumerated() {
      let place = "\(structure.name).\(field.name)"
      try require(field.id == position, place, "ids do not run from zero without gaps")
      try validate(inline: field.type, place)
      let needed = inlineAlignment(of: field.type)
      try require(
        needed > 0 && needed <= structure.alignment && field.offset.isMultiple(of: needed), place,
        "the field is not aligned")
      let (next, overflow) = field.offset.addingReportingOverflow(inlineSize(of: field.type))
      try require(
        field.offset >= end && !overflow && next <= structure.byteSize, place,
        "the field overlaps another one or the end")
      end = next
    }
  }

  private func validate(_ type: TypeReference, _ place: String) throws(FlatBufferError) {
    switch type.base {
    case .string: break
    case .object: try requireObject(type.index, place)
    case .union, .unionType: try requireEnum(type.index, place, isUnion: true)
    case .vector:
      switch type.element {
      case .none, .vector, .array: try fail(place, "a vector of \(type.element)")
      default: try validate(TypeReference(type.element, index: type.index), place)
      }
    case .none, .array: try fail(place, "a table's field of type \(type.base)")
    default: if type.index != nil { try requireEnum(type.index, place, isUnion: false) }
    }
  }

  private func validate(inline type: TypeReference, _ place: String) throws(FlatBufferError) {
    switch type.base {
    case .object:
      try requireObject(type.index, place)
      try require(
        type.index.map { objects[$0].isStruct } ?? false, place, "a table inside a struct")
    case .array:
      try require(type.fixedLength > 0, place, "an array without a length")
      try require(type.element != .array, place, "an array of arrays")
      try validate(inline: TypeReference(type.element, index: type.index), place)
    case .none, .string, .vector, .union, .unionType:
      try fail(place, "a struct's field of type \(type.base)")
    default: if type.index != nil { try requireEnum(type.index, place, isUnion: false) }
    }
  }

  /// How deeply structs nest in an object; 0 for a table.
  private func nesting(
    of index: Int, depth: Int, _ known: inout [Int?]
  ) throws(FlatBufferError) -> Int {
    let object = objects[index]
    guard object.isStruct else { return 0 }
    if let nesting = known[index] { return nesting }
    var result = 1
    for field in object.fields where field.type.base == .object || field.type.element == .object {
      guard let inner = field.type.index else { continue }
      // The first test ends a cycle, the second one sees what was known already.
      try require(depth < FlatBuffer.maximumDepth, object.name, "structs nest too deeply")
      result = max(result, 1 + (try nesting(of: inner, depth: depth + 1, &known)))
      try require(result <= FlatBuffer.maximumDepth, object.name, "structs nest too deeply")
    }
    known[index] = result
    return result
  }

  private func requireSorted(_ names: [String]) throws(FlatBufferError) {
    for (first, second) in zip(names, names.dropFirst()) {
      try require(
        Schema.precedes(first, second), second, "names are not sorted, or not unique")
    }
  }

  private func requireObject(_ index: Int?, _ place: String) throws(FlatBufferError) {
    try require(
      index.map(objects.indices.contains) ?? false, place, "the type is not in the schema")
  }

  private func requireEnum(
    _ index: Int?, _ place: String, isUnion: Bool
  ) throws(FlatBufferError) {
    guard let index, enums.indices.contains(index), enums[index].isUnion == isUnion else {
      try fail(place, "the enum or union is not in the schema")
    }
  }

  private func require(
    _ condition: Bool, _ place: @autoclosure () -> String, _ message: @autoclosure () -> String
  ) throws(FlatBufferError) {
    guard condition else { try fail(place(), message()) }
  }

  private func fail(_ place: String, _ message: String) throws(FlatBufferError) -> Never {
    throw FlatBufferError(code: .invalidSchema, message: message, field: place)
  }
}
