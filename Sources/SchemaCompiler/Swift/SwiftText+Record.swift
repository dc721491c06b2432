import FlatBufferCoding

extension SwiftText {
  /// Adds what makes the root type a record: its key, its fields for queries, its schema.
  mutating func addRecord(_ type: SwiftType) {
    line()
    block("nonisolated extension \(type.fullName)") { text in
      if type.key.count == 1 {
        text.addSingleKey(type.key[0])
      } else {
        text.addCompositeKey(type)
      }
      text.line()
      text.documentation([], or: "The fields for queries, from the root.")
      text.line("public static var fields: Fields { Fields() }")
      text.line()
      text.documentation([], or: "The type as a store knows it.")
      text.line("public static let recordType = WorkspaceStore.RecordType(")
      text.line("  encodedSchema: \"\(type.encodedSchema)\")")
    }
  }

  private mutating func addSingleKey(_ property: SwiftProperty) {
    documentation([], or: "The type of the key, which is the field `\(property.field.name)`.")
    line("public typealias Key = \(property.element)")
    guard property.name != "id" else { return }
    line()
    documentation([], or: "The key.")
    line("public var id: Key { self.\(property.code) }")
  }

  private mutating func addCompositeKey(_ type: SwiftType) {
    let properties = type.key.map {
      (name: $0.keyName, value: $0.code, type: $0.type, field: $0.field.name)
    }
    let parameters = properties.map { "\(SwiftName.escaped($0.name)): \($0.type)" }.joined(
      separator: ", ")
    documentation([], or: "The key: the primary fields together.")
    block("public nonisolated struct Key: WorkspaceStore.RecordKey, Swift.Codable") { text in
      for property in properties {
        text.documentation([], or: "The field `\(property.field)`.")
        text.line("public var \(SwiftName.escaped(property.name)): \(property.type)")
      }
      text.line()
      text.documentation([], or: "Makes a key of the primary fields.")
      text.block("public init(\(parameters))") { text in
        for name in properties.map({ SwiftName.escaped($0.name) }) {
          text.line("self.\(name) = \(name)")
        }
      }
      text.line()
      text.documentation([], or: "The values of the primary fields, in order.")
      text.block("public var keyValues: WorkspaceStore.KeyValues") { text in
        let values = properties.map { "self.\(SwiftName.escaped($0.name)).keyValues.first" }
        text.line(
          "WorkspaceStore.KeyValues(\(values[0]), [\(values.dropFirst().joined(separator: ", "))])")
      }
    }
    line()
    documentation([], or: "The key.")
    let arguments = properties.map { "\(SwiftName.label($0.name)): self.\($0.value)" }.joined(
      separator: ", ")
    line("public var id: Key { Key(\(arguments)) }")
  }
}

extension SwiftProperty {
  /// The property's name in a composite key.
  fileprivate var keyName: String { name == "keyValues" ? "keyValues_" : name }
}

extension SwiftType {
  /// The schema of all that the record reaches, in binary form and base64.
  fileprivate var encodedSchema: String {
    guard let index = schema.rootIndex else { return "" }
    return Base64.encode(schema.closure(ofRoot: index).binary())
  }
}
