extension Schema {
  /// Checks what every user of a schema relies on, so that data and not the schema can be at fault later.
  ///
  /// Names are such as the language has, sorted and unique; ids and vtable offsets run from zero without gaps; indexes lead to
  /// what the type says; numbers and defaults fit their types; a union's value follows its type; structs
  /// hold only fixed sizes, which do not overlap their end, are aligned, and nest at most
  /// `FlatBuffer.maximumDepth` deep; the ways from the root to nested tables are at most 10,000.
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
    try validateNames()
    for index in enums.indices { try validate(enumAt: index) }
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
    try checkWaysFromRoot()
  }

  /// Names are letters, digits and `_` (flatbuffers.dev, "Formal grammar"), those of types qualified with dots.
  private func validateNames() throws(FlatBufferError) {
    for name in objects.map(\.name) + enums.map(\.name) {
      let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      try require(parts.allSatisfy(Self.isName), name, "the type has no proper name")
    }
    for object in objects {
      for field in object.fields {
        try require(Self.isName(field.name.utf8[...]), object.name, "a field has no proper name")
      }
    }
    for item in enums {
      for value in item.values {
        try require(Self.isName(value.name.utf8[...]), item.name, "a value has no proper name")
      }
    }
  }

  private static func isName(_ bytes: Substring.UTF8View) -> Bool {
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  private func validate(enumAt index: Int) throws(FlatBufferError) {
    let item = enums[index]
    let base = item.underlying.base
    // `flatc` writes the enum's own index, or none.
    try require(
      item.underlying == TypeReference(base, index: item.underlying.index.map { _ in index }),
      item.name, "the type of an enum's values is not a plain one")
    try require(
      Set(item.values.map(\.name)).count == item.values.count, item.name,
      "two values have one name")
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
        try requireShape(of: value.member, place)
        try require(
          (value.number == 0) == (value.member.base == .none), place,
          "0, and 0 alone, is the number of NONE")
      }
    } else {
      try require(
        base.isScalar && base != .unionType && base != .float32 && base != .float64, item.name,
        "an enum's values are not integers")
      for value in item.values {
        let place = "\(item.name).\(value.name)"
        try require(base.holds(value.number), place, "the number does not fit the enum's type")
        try require(
          value.member == TypeReference(.none), place, "a value has a type, as in a union")
      }
    }
  }

  private func validate(table: Object) throws(FlatBufferError) {
    try require(table.fields.count <= 32_765, table.name, "a table has at most 32,765 fields")
    for (position, field) in table.fields.enumerated() {
      let place = "\(table.name).\(field.name)"
      try require(field.id == position, place, "ids do not run from zero without gaps")
      try require(field.offset == 4 + 2 * position, place, "the vtable offset does not fit the id")
      try validate(field.type, place)
      try requireShape(of: field.type, place)
      try require(
        !field.type.base.isScalar || field.type.base.isReal
          || field.type.base.holds(field.defaultInteger), place,
        "the default does not fit the type")
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
      try requireShape(of: field.type, place)
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

  /// Only vectors and arrays have elements, only arrays a length; what has an index says what it leads to.
  private func requireShape(
    of type: TypeReference, _ place: String
  ) throws(FlatBufferError) {
    let isMany = type.base == .vector || type.base == .array
    try require(
      (isMany || type.element == .none) && (type.base == .array || type.fixedLength == 0), place,
      "a type has parts that it can't have")
    guard let index = type.index else { return }
    switch isMany ? type.element : type.base {
    case .object, .union, .unionType: break
    case let base:
      try require(
        base.isScalar && enums.indices.contains(index) && enums[index].underlying.base == base,
        place, "the enum's values are of another type")
    }
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
