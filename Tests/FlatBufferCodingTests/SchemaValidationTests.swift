import FlatBufferCoding
import Testing

/// Schemas that contradict themselves, as binary ones may; found by fuzzing.
@Suite struct SchemaValidationTests {
  private static let color = Schema.Enum(
    name: "Color", values: [.init(name: "red", number: 0), .init(name: "green", number: 1)],
    underlying: .init(.int8))
  private static let choice = Schema.Enum(
    name: "Union",
    values: [
      .init(name: "NONE", number: 0), .init(name: "T", number: 1, member: .init(.object, index: 0)),
    ], isUnion: true, underlying: .init(.unionType))

  /// The table `T` with one field, an enum and a union.
  private static func schema(
    _ type: Schema.TypeReference, default number: Int64 = 0,
    change: (inout Schema) -> Void = { _ in }
  ) -> Schema {
    let field = Schema.Field(name: "a", type: type, id: 0, offset: 4, defaultInteger: number)
    var schema = Schema(
      objects: [.init(name: "T", fields: [field])], enums: [color, choice], rootIndex: 0)
    change(&schema)
    return schema
  }

  private func isRefused(_ schema: Schema) -> Bool {
    do throws(FlatBufferError) {
      _ = try Schema(binary: schema.binary())
      return false
    } catch {
      return error.code == .invalidSchema
    }
  }

  @Test("A type has an index, an element and a length only where they mean something")
  func typeShapes() {
    #expect(!isRefused(Self.schema(.init(.int32))))
    #expect(!isRefused(Self.schema(.init(.int8, index: 0))))
    #expect(!isRefused(Self.schema(.init(.vector, element: .int8, index: 0))))
    for type: Schema.TypeReference in [
      .init(.string, index: 0), .init(.string, index: 70), .init(.float64, index: 0),
      .init(.vector, element: .string, index: 5), .init(.int32, index: 0),
      .init(.int8, element: .object, index: 0), .init(.int32, fixedLength: 3),
      .init(.vector, element: .int32, fixedLength: 3), .init(.vector, element: .int16, index: 0),
    ] {
      #expect(isRefused(Self.schema(type)), "\(type)")
    }
  }

  @Test("Numbers fit their types, and names of values are unique")
  func values() {
    #expect(isRefused(Self.schema(.init(.int8), default: 128)))
    #expect(isRefused(Self.schema(.init(.uint16), default: -1)))
    #expect(isRefused(Self.schema(.init(.bool), default: 2)))
    #expect(!isRefused(Self.schema(.init(.uint64), default: -1)))
    let changes: [(inout Schema) -> Void] = [
      { $0.enums[0].values[1].number = 128 },
      { $0.enums[0].values[1].name = "red" },
      { $0.enums[0].values[1].member = .init(.string) },
      { $0.enums[0].underlying.index = 1 },
      { $0.enums[0].underlying.element = .int8 },
      { $0.enums[1].values[1].member = .init(.string, index: 9) },
      { $0.enums[1].values[1].member = .init(.none) },
      { $0.enums[1].values[0].member = .init(.string) },
    ]
    for (index, change) in changes.enumerated() {
      #expect(isRefused(Self.schema(.init(.int32), change: change)), "change \(index)")
    }
  }

  @Test("Names are such as the language has")
  func names() {
    for name in ["a", "_", "A9", "été", "", "9", "a b", "a.b", "a\"", "a\0", "a-b"] {
      let isProper = ["a", "_", "A9"].contains(name)
      let changes: [(inout Schema) -> Void] = [
        { $0.objects[0].fields[0].name = name }, { $0.enums[0].values[0].name = name },
      ]
      for change in changes {
        #expect(isRefused(Self.schema(.init(.int32), change: change)) != isProper, "\(name)")
      }
      let isQualified = isProper || name == "a.b"
      #expect(isRefused(Self.schema(.init(.int32)) { $0.objects[0].name = name }) != isQualified)
    }
    for name in [".a", "a.", "a..b", "a.1"] {
      #expect(isRefused(Self.schema(.init(.int32)) { $0.objects[0].name = name }), "\(name)")
    }
  }

  @Test("Tables that double the ways to one another are refused in bounded time")
  func ways() {
    var schema = Schema(rootIndex: 0)
    for index in 0..<40 {
      let next = Schema.TypeReference(.object, index: index + 1)
      let fields = ["a", "b"].enumerated().map { id, name in
        Schema.Field(name: name, type: next, id: id, offset: 4 + 2 * id)
      }
      let name = "T\(index + 10)"
      schema.objects.append(.init(name: name, fields: index < 39 ? fields : []))
    }
    #expect(isRefused(schema))
    schema.rootIndex = 30
    #expect(!isRefused(schema))
  }

  @Test("A string of the key must be there, and a deprecated field need not")
  func presence() throws {
    func verify(_ change: (inout Schema.Field) -> Void) throws {
      let schema = Self.schema(.init(.string)) { change(&$0.objects[0].fields[0]) }
      var builder = FlatBufferBuilder()
      builder.startTable(fieldCount: 1)
      builder.finish(builder.endTable())
      try schema.verify(builder.bytes)
    }
    #expect(throws: FlatBufferError.self) {
      try verify { $0.attributes = [.init(name: "primary")] }
    }
    #expect(throws: FlatBufferError.self) { try verify { $0.isRequired = true } }
    try verify {
      $0.isRequired = true
      $0.isDeprecated = true
    }
  }
}
