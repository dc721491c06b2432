extension Schema {
  /// Reads a binary schema (`.bfbs`), as `flatc -b --schema` or `binary()` writes it.
  ///
  /// Documentation is there only if it was written (`--bfbs-comments`). What `flatc` leaves out is
  /// lost: `bit_flags` and other built-in attributes without `--bfbs-builtins`, and defaults of
  /// unsigned 64-bit fields above `Int64.max`, for which it writes 0.
  ///
  /// - Throws: `invalidSchema` if it is none, or contradicts itself; what reading damaged bytes throws.
  public init(binary: [UInt8]) throws(FlatBufferError) {
    guard binary.count >= 8, binary[4..<8].elementsEqual(Reflection.fileIdentifier.utf8) else {
      throw FlatBufferError(
        code: .invalidSchema, message: "not a binary schema: the identifier BFBS is missing",
        position: 4)
    }
    self = try FlatBuffer.withRoot(of: binary) { (root) throws(FlatBufferError) in
      try Schema(reflected: root)
    }
    try validate()
  }

  private init(reflected table: TableReader) throws(FlatBufferError) {
    self.init(
      objects: try table.each(Reflection.Schema.objects, Object.init(reflected:)),
      enums: try table.each(Reflection.Schema.enums, Enum.init(reflected:)),
      fileIdentifier: try table.string(Reflection.Schema.fileIdentifier) ?? "",
      fileExtension: try table.string(Reflection.Schema.fileExtension) ?? "")
    guard let root = try table.table(Reflection.Schema.root) else { return }
    let name = try root.requiredString(Reflection.Object.name, named: "root_table.name")
    guard let index = objects.firstIndex(where: { $0.name == name }) else {
      throw FlatBufferError(
        code: .invalidSchema, message: "the root type \(name) is not among the objects")
    }
    rootIndex = index
  }
}

extension Schema.Object {
  fileprivate init(reflected table: TableReader) throws(FlatBufferError) {
    let fields = try table.each(Reflection.Object.fields, Schema.Field.init(reflected:))
    let isStruct = try table.scalar(Reflection.Object.isStruct, default: false)
    self.init(
      name: try table.requiredString(Reflection.Object.name, named: "name"),
      fields: fields.sorted { $0.id < $1.id },
      isStruct: isStruct,
      alignment: Int(try table.scalar(Reflection.Object.alignment, default: Int32(0))),
      byteSize: Int(try table.scalar(Reflection.Object.byteSize, default: Int32(0))),
      attributes: try table.attributes(Reflection.Object.attributes),
      documentation: try table.vector(Reflection.Object.documentation)?.strings() ?? [])
  }
}

extension Schema.Field {
  /// What `flatc --bfbs-builtins` writes as attributes besides.
  private static let builtins: Set<String> = ["id", "deprecated", "required"]

  fileprivate init(reflected table: TableReader) throws(FlatBufferError) {
    let type = try Schema.TypeReference(
      reflected: table.required(table.table(Reflection.Field.type), named: "type"))
    var attributes = try table.attributes(Reflection.Field.attributes)
      .filter { !Self.builtins.contains($0.name) }
    if try table.scalar(Reflection.Field.isKey, default: false),
      !attributes.contains(where: { $0.name == "key" })
    {
      attributes.append(Schema.Attribute(name: "key"))
      attributes.sort(by: Schema.precedes)
    }
    self.init(
      name: try table.requiredString(Reflection.Field.name, named: "name"),
      type: type,
      id: Int(try table.scalar(Reflection.Field.id, default: UInt16(0))),
      offset: Int(try table.scalar(Reflection.Field.offset, default: UInt16(0))),
      defaultInteger: try table.scalar(Reflection.Field.defaultInteger, default: Int64(0)),
      defaultReal: try table.scalar(Reflection.Field.defaultReal, default: 0.0),
      isDeprecated: try table.scalar(Reflection.Field.isDeprecated, default: false),
      isRequired: try table.scalar(Reflection.Field.isRequired, default: false),
      // `flatc` also marks every other field that is not required.
      isOptional: type.base.isScalar
        ? try table.scalar(Reflection.Field.isOptional, default: false) : false,
      attributes: attributes,
      documentation: try table.vector(Reflection.Field.documentation)?.strings() ?? [])
  }
}

extension Schema.Enum {
  fileprivate init(reflected table: TableReader) throws(FlatBufferError) {
    self.init(
      name: try table.requiredString(Reflection.Enum.name, named: "name"),
      values: try table.each(Reflection.Enum.values, Schema.EnumValue.init(reflected:)),
      isUnion: try table.scalar(Reflection.Enum.isUnion, default: false),
      underlying: try Schema.TypeReference(
        reflected: table.required(table.table(Reflection.Enum.underlying), named: "type")),
      attributes: try table.attributes(Reflection.Enum.attributes),
      documentation: try table.vector(Reflection.Enum.documentation)?.strings() ?? [])
  }
}

extension Schema.EnumValue {
  fileprivate init(reflected table: TableReader) throws(FlatBufferError) {
    var member = Schema.TypeReference(.none)
    if let type = try table.table(Reflection.EnumValue.member) {
      member = try Schema.TypeReference(reflected: type)
    }
    self.init(
      name: try table.requiredString(Reflection.EnumValue.name, named: "name"),
      number: try table.scalar(Reflection.EnumValue.number, default: Int64(0)),
      member: member,
      documentation: try table.vector(Reflection.EnumValue.documentation)?.strings() ?? [])
  }
}

extension Schema.TypeReference {
  fileprivate init(reflected table: TableReader) throws(FlatBufferError) {
    let index = try table.scalar(Reflection.TypeReference.index, default: Int32(-1))
    self.init(
      try Schema.BaseType(reflected: table, Reflection.TypeReference.base),
      element: try Schema.BaseType(reflected: table, Reflection.TypeReference.element),
      index: index < 0 ? nil : Int(index),
      fixedLength: Int(
        try table.scalar(Reflection.TypeReference.fixedLength, default: UInt16(0))))
  }
}

extension Schema.BaseType {
  fileprivate init(reflected table: TableReader, _ id: Int) throws(FlatBufferError) {
    let number = try table.scalar(id, default: UInt8(0))
    guard let type = Self(rawValue: number) else {
      throw FlatBufferError(
        code: .invalidSchema, message: "type \(number) is unknown", position: table.position)
    }
    self = type
  }
}

extension TableReader {
  /// Every table of a vector, made into an element; none where the vector is absent.
  fileprivate func each<Element>(
    _ id: Int, _ make: (TableReader) throws(FlatBufferError) -> Element
  ) throws(FlatBufferError) -> [Element] {
    guard let vector = try vector(id) else { return [] }
    var result: [Element] = []
    for index in 0..<vector.count { result.append(try make(vector.table(at: index))) }
    return result
  }

  /// Attributes, sorted by name.
  fileprivate func attributes(_ id: Int) throws(FlatBufferError) -> [Schema.Attribute] {
    let attributes = try each(id) { (table) throws(FlatBufferError) in
      Schema.Attribute(
        name: try table.requiredString(Reflection.KeyValue.key, named: "key"),
        value: try table.string(Reflection.KeyValue.value) ?? "")
    }
    return attributes.sorted(by: Schema.precedes)
  }
}
