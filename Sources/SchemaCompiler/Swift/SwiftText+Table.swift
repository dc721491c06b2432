import FlatBufferCoding

extension SwiftText {
  /// Adds a table; the root type as a record.
  mutating func add(table type: SwiftType) {
    let conformances =
      type.isRecord
      ? "WorkspaceStore.Record"
      : "FlatBufferCoding.FlatBufferTable, Swift.Hashable, Swift.Codable"
    line()
    inNamespace(type.namespace) { text in
      text.documentation(
        type.object.documentation, or: "The table `\(type.object.name)` of the schema.")
      text.block("public nonisolated struct \(type.code): \(conformances)") { text in
        for property in type.properties { text.addTableProperty(property) }
        if !type.properties.isEmpty { text.line() }
        text.addTableInitializer(type)
        text.addCodingKeys(of: type)
        text.addDecoding(of: type)
        text.addEncoding(of: type)
        text.line()
        text.addTableReading(type)
        text.line()
        text.addTableWriting(type)
      }
    }
    addFieldPaths(of: type)
    if type.isRecord { addRecord(type) }
  }

  private mutating func addTableProperty(_ property: SwiftProperty) {
    documentation(property.field.documentation, or: property.summary)
    guard property.isBoxed else {
      line("public var \(property.code): \(property.type)")
      return
    }
    block("public var \(property.code): \(property.type)") { text in
      if property.isOptional {
        text.line("get { self.\(property.stored)?.value }")
        text.line("set { self.\(property.stored) = newValue.map(FlatBufferCoding.Boxed.init) }")
      } else {
        text.line("get { self.\(property.stored).value }")
        text.line("set { self.\(property.stored) = FlatBufferCoding.Boxed(newValue) }")
      }
    }
    line(
      "private var \(property.stored): FlatBufferCoding.Boxed<\(property.element)>\(property.isOptional ? "?" : "")"
    )
  }

  private mutating func addTableInitializer(_ type: SwiftType) {
    documentation([], or: "Makes a record of its fields; those not given have their defaults.")
    guard !type.properties.isEmpty else {
      line("public init() {}")
      return
    }
    let last = type.properties.count - 1
    line("public init(")
    for (index, property) in type.properties.enumerated() {
      let value = property.defaultArgument(type.spelling).map { " = \($0)" } ?? ""
      line("  \(property.code): \(property.type)\(value)\(index == last ? "" : ",")")
    }
    block(")") { text in
      for property in type.properties {
        text.line("self.\(property.stored) = \(property.boxed(property.code))")
      }
    }
  }

  private mutating func addTableReading(_ type: SwiftType) {
    documentation([], or: "Reads every field.")
    block(
      "public init(reading table: FlatBufferCoding.TableReader) throws(FlatBufferCoding.FlatBufferError)"
    ) { text in
      // Stored at the end, when nothing throws any more: else the record would be built aside and copied.
      for property in type.properties {
        let reading = property.tableReading(type.spelling)
        text.line("let \(property.read): \(property.type) = \(reading)")
      }
      for property in type.properties {
        text.line("self.\(property.stored) = \(property.boxed(property.read))")
      }
    }
  }

  private mutating func addTableWriting(_ type: SwiftType) {
    documentation([], or: "Writes every field that differs from its default.")
    block(
      "public func write(to builder: inout FlatBufferCoding.FlatBufferBuilder) -> FlatBufferCoding.FlatBufferOffset"
    ) { text in
      for property in type.properties {
        if let statement = property.offsetWriting { text.line(statement) }
      }
      let count = type.object.fields.map { $0.id + 1 }.max() ?? 0
      text.line("builder.startTable(fieldCount: \(count))")
      // The order of the canonical form: by alignment, and as flatc for equal ones.
      let statements = type.properties.flatMap { $0.adding(type.spelling) }
      for statement in statements.sorted(by: { ($0.alignment, $0.id) > ($1.alignment, $1.id) }) {
        text.line(statement.code)
      }
      text.line("return builder.endTable()")
    }
  }
}
