import FlatBufferCoding

extension SwiftText {
  /// Adds the fields of a type for queries: below a root, and for a record from the root itself.
  mutating func addFieldPaths(of type: SwiftType) {
    line()
    block("nonisolated extension \(type.fullName)") { text in
      text.documentation(
        [],
        or:
          "The fields for queries, where a record holds \(type.object.isStruct ? "such a struct" : "such a table")."
      )
      text.block(
        "public nonisolated struct FieldPaths<Root: WorkspaceStore.Record>: Swift.Sendable"
      ) {
        text in
        text.documentation([], or: "The way from the record's root.")
        text.line("public let fieldPath: FlatBufferCoding.FieldPath")
        text.line()
        text.documentation([], or: "Names the fields below a path.")
        text.line("public init(path: FlatBufferCoding.FieldPath) { self.fieldPath = path }")
        text.addPaths(of: type, root: "Root", isNested: true)
      }
      guard type.isRecord else { return }
      text.line()
      text.documentation([], or: "The fields of a record for queries.")
      text.block("public nonisolated struct Fields: Swift.Sendable") { text in
        text.documentation([], or: "Names the fields.")
        text.line("public init() {}")
        text.addPaths(of: type, root: type.fullName, isNested: false)
      }
    }
  }

  private mutating func addPaths(of type: SwiftType, root: String, isNested: Bool) {
    var taken = Set(type.properties.map(\.name))
    for property in type.properties where !property.isVector && property.arrayLength == 0 {
      let path = { (steps: [Int]) in
        let list = steps.map(String.init)
        return isNested
          ? (["self.fieldPath"] + list.map { "appending(\($0))" }).joined(separator: ".")
          : "FlatBufferCoding.FieldPath([\(list.joined(separator: ", "))])"
      }
      let name = property.name == "fieldPath" ? "fieldPath_" : property.code
      line()
      documentation(property.field.documentation, or: "The field `\(property.field.name)`.")
      switch property.kind {
      case .structure, .table:
        line(
          "public var \(name): \(property.element).FieldPaths<\(root)> { .init(path: \(path([property.field.id]))) }"
        )
      case .union:
        line(
          "public var \(name): WorkspaceStore.QueryExpression<\(root), \(property.element).Kind\(isNested ? "?" : "")> { .init(path: \(path([property.field.id]))) }"
        )
        for member in type.schema.members(of: property.field) {
          let title = SwiftName.upperCamel(member.name)
          var name = property.name + title
          while !taken.insert(name).inserted { name += "_" }
          line()
          documentation(
            [],
            or:
              "The fields of `\(member.name)`, null for other members of `\(property.field.name)`.")
          line(
            "public var \(SwiftName.escaped(name)): \(type.spelling.element(.object, index: member.member.index)).FieldPaths<\(root)> { .init(path: \(path([property.field.id, Int(member.number)]))) }"
          )
        }
      case .scalar, .enumeration, .string:
        let value = isNested || property.isOptional ? property.element + "?" : property.element
        line(
          "public var \(name): WorkspaceStore.QueryExpression<\(root), \(value)> { .init(path: \(path([property.field.id]))) }"
        )
      }
    }
  }
}

extension Schema {
  /// The tables and structs among the members of a union's field.
  fileprivate func members(of field: Field) -> [EnumValue] {
    guard let index = field.type.index else { return [] }
    return enums[index].values.filter { $0.member.base == .object }
  }
}
