import FlatBufferCoding

extension SwiftText {
  /// Adds a FlatBuffers struct.
  mutating func add(structure type: SwiftType) {
    line()
    inNamespace(type.namespace) { text in
      text.documentation(
        type.object.documentation, or: "The struct `\(type.object.name)` of the schema.")
      text.block(
        "public nonisolated struct \(type.code): Swift.Hashable, Swift.Sendable, Swift.Codable"
      ) {
        text in
        for property in type.properties { text.addStructProperty(property) }
        text.line()
        text.addStructInitializer(type)
        text.addCodingKeys(of: type)
        text.addDecoding(of: type)
        text.addEncoding(of: type)
      }
    }
    line()
    addStructConformance(type)
    addFieldPaths(of: type)
  }

  private mutating func addStructProperty(_ property: SwiftProperty) {
    documentation(
      property.field.documentation, or: "The field `\(property.field.name)`.",
      property.arrayLength > 0 ? "Always \(property.arrayLength) elements." : "")
    guard property.arrayLength > 0 else {
      line("public var \(property.code): \(property.type)")
      return
    }
    block("public var \(property.code): \(property.type)") { text in
      text.block("didSet") { $0.line(property.lengthCheck) }
    }
  }

  private mutating func addStructInitializer(_ type: SwiftType) {
    documentation([], or: "Makes a struct of its fields; each is zero unless it is given.")
    let parameters = type.properties.map { property in
      "\(property.code): \(property.type)\(property.zero(in: type.schema).map { " = \($0)" } ?? "")"
    }
    block("public init(\(parameters.joined(separator: ", ")))") { text in
      for property in type.properties {
        text.line("self.\(property.code) = \(property.code)")
      }
      for property in type.properties where property.arrayLength > 0 {
        text.line(property.lengthCheck)
      }
    }
  }

  private mutating func addStructConformance(_ type: SwiftType) {
    block("nonisolated extension \(type.fullName): FlatBufferCoding.FlatBufferStruct") { text in
      text.documentation([], or: "The size in bytes.")
      text.line("public static var byteSize: Swift.Int { \(type.object.byteSize) }")
      text.line()
      text.documentation([], or: "The alignment in bytes.")
      text.line("public static var alignment: Swift.Int { \(type.object.alignment) }")
      text.line()
      text.documentation([], or: "Reads every field.")
      text.block("public init(reading structure: FlatBufferCoding.StructReader)") { text in
        for property in type.properties {
          text.line("self.\(property.code) = \(property.structReading)")
        }
      }
      text.line()
      text.documentation([], or: "Writes every field.")
      text.block(
        "public func write(to writer: inout FlatBufferCoding.StructWriter, at offset: Swift.Int)"
      ) { text in
        for property in type.properties { text.addStructWriting(of: property, in: type.schema) }
      }
    }
  }

  private mutating func addStructWriting(of property: SwiftProperty, in schema: Schema) {
    let offset = property.field.offset
    guard property.arrayLength > 0 else {
      line(property.structWriting("self.\(property.code)", at: "offset + \(offset)"))
      return
    }
    let size = schema.elementSize(of: property.field.type)
    block("for index in 0..<\(property.arrayLength)") {
      $0.line(
        property.structWriting(
          "self.\(property.code)[index]", at: "offset + \(offset) + index * \(size)"))
    }
  }
}

extension SwiftProperty {
  /// The statement that keeps an array at its length.
  fileprivate var lengthCheck: String {
    "Swift.precondition(self.\(code).count == \(arrayLength), \"\(field.name) has \(arrayLength) elements\")"
  }

  /// The value of all zeros; nil if it is not one that the schema names.
  fileprivate func zero(in schema: Schema) -> String? {
    var value: String?
    switch kind {
    case .scalar: value = field.type.base == .bool || field.type.element == .bool ? "false" : "0"
    case .structure: value = isZero(field.type, in: schema) ? "\(element)()" : nil
    case .enumeration:
      guard let index = field.type.index, isZero(field.type, in: schema) else { return nil }
      value = SwiftSpelling(schema: schema).enumValue(0, of: schema.enums[index])
    case .string, .table, .union: value = nil
    }
    return arrayLength == 0
      ? value : value.map { "Swift.Array(repeating: \($0), count: \(arrayLength))" }
  }

  /// Whether all zeros are a value that needs no other one to be given.
  private func isZero(_ type: Schema.TypeReference, in schema: Schema) -> Bool {
    let base = type.base == .array ? type.element : type.base
    guard let index = type.index else { return true }
    if base == .object {
      return schema.objects[index].fields.allSatisfy { isZero($0.type, in: schema) }
    }
    return schema.enums[index].values.contains { $0.number == 0 }
      || schema.enums[index].attributes.contains { $0.name == "bit_flags" }
  }

  /// The expression that reads the field of a struct.
  fileprivate var structReading: String {
    let offset = field.offset
    switch kind {
    case .enumeration where arrayLength > 0:
      return "structure.enumerations(at: \(offset), count: \(arrayLength), as: \(element).self)"
    case .structure where arrayLength > 0:
      return "structure.structures(at: \(offset), count: \(arrayLength), as: \(element).self)"
    case .enumeration: return "structure.enumeration(at: \(offset))"
    case .structure: return "structure.structure(at: \(offset), as: \(element).self)"
    default:
      return arrayLength > 0
        ? "structure.scalars(at: \(offset), count: \(arrayLength), as: \(element).self)"
        : "structure.scalar(at: \(offset))"
    }
  }

  /// The statement that writes a value into a struct.
  fileprivate func structWriting(_ value: String, at offset: String) -> String {
    switch kind {
    case .enumeration: "writer.put(\(value).rawValue, at: \(offset))"
    case .structure: "writer.put(structure: \(value), at: \(offset))"
    default: "writer.put(\(value), at: \(offset))"
    }
  }
}

extension Schema {
  /// The size in bytes of an array's element.
  fileprivate func elementSize(of type: TypeReference) -> Int {
    type.element == .object
      ? type.index.map { objects[$0].byteSize } ?? 0 : type.element.byteSize
  }
}
