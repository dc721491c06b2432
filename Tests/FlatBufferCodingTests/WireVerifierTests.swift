import FlatBufferCoding
import TestSupport
import Testing

@Suite struct WireVerifierTests {
  @Test(
    "The verifier passes everything that is built, and reading it gives back what was built",
    arguments: ["kitchen", "features"], seeds(5))
  func passes(name: String, seed: UInt64) throws {
    let schema = try WireFlatcTests.schema("\(name).fbs")
    let verifier = try SchemaVerifier(schema)
    var trees = RandomTrees(schema, seed: seed)
    var builder = FlatBufferBuilder(capacity: 0)
    for _ in 0..<300 {
      let tree = trees.next()
      let bytes = tree.bytes(schema, &builder)
      try builder.check()
      try verifier.verify(bytes)
      #expect(try Tree(reading: bytes, schema) == tree, "seed \(seed)")
    }
  }

  @Test("Errors name the field from the root, and the place")
  func fieldPath() throws {
    let schema = try WireFlatcTests.schema("features.fbs")
    var builder = FlatBufferBuilder()
    let name = builder.string("a")
    let broken = builder.string("b")
    builder.startTable(fieldCount: 4)
    builder.add(0, broken)
    let child = builder.endTable()
    builder.startTable(fieldCount: 4)
    builder.add(0, name)
    builder.add(1, child)
    let node = builder.endTable()
    let nodes = builder.vector(of: [child, node])
    builder.startTable(fieldCount: 40)
    let names = schema.root?.fields ?? []
    builder.add(try #require(names.first { $0.name == "name" }).id, name)
    builder.add(try #require(names.first { $0.name == "nodes" }).id, nodes)
    builder.finish(builder.endTable())
    var bytes = builder.bytes
    try schema.verify(bytes)
    let letter = try #require(bytes.lastIndex(of: UInt8(ascii: "b")))
    bytes[letter] = 0xFF
    let error = #expect(throws: FlatBufferError.self) {
      try schema.verify(bytes)
    }
    #expect(error?.code == .invalidString)
    #expect(error?.field == "nodes[0].name")
    #expect(error?.position != nil)
  }

  @Test("A required field that is absent is named")
  func required() throws {
    let schema = try WireFlatcTests.schema("features.fbs")
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 0)
    builder.finish(builder.endTable())
    let error = #expect(throws: FlatBufferError.self) {
      try schema.verify(builder.bytes)
    }
    #expect(error?.code == .missingField)
    #expect(error?.field == "name")
  }

  @Test("A union needs the value that its type says; a member of a later schema passes")
  func unions() throws {
    let schema = try WireFlatcTests.schema("kitchen.fbs")
    func code(type: UInt8, hasValue: Bool) throws -> FlatBufferError.Code? {
      var builder = FlatBufferBuilder()
      builder.startTable(fieldCount: 0)
      let empty = builder.endTable()
      let key = builder.string("key")
      builder.startTable(fieldCount: 25)
      builder.add(0, key)
      builder.add(23, type, default: 0)
      builder.add(24, hasValue ? empty : nil)
      builder.finish(builder.endTable())
      do throws(FlatBufferError) {
        try schema.verify(builder.bytes)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(try code(type: 0, hasValue: false) == nil)
    #expect(try code(type: 1, hasValue: true) == nil)
    #expect(try code(type: 1, hasValue: false) == .missingField)
    #expect(try code(type: 200, hasValue: true) == nil)
    #expect(try code(type: 200, hasValue: false) == .missingField)
  }

  @Test("Fields behind the last one that the schema knows pass")
  func laterFields() throws {
    let newer = try WireFlatcTests.schema("kitchen.fbs")
    let older = try WireFlatcTests.schema("kitchen-without-unions.fbs")
    var trees = RandomTrees(newer, seed: 3)
    var builder = FlatBufferBuilder()
    for _ in 0..<50 {
      let bytes = trees.next().bytes(newer, &builder)
      try older.verify(bytes)
    }
  }

  @Test("Only a table of the schema can be the root")
  func root() throws {
    var schema = try WireFlatcTests.schema("kitchen.fbs")
    let structure = try #require(schema.objects.firstIndex { $0.isStruct })
    schema.rootIndex = nil
    for root in [nil, structure, 99, -1] {
      let error = #expect(throws: FlatBufferError.self) {
        try SchemaVerifier(schema, root: root)
      }
      #expect(error?.code == .invalidSchema)
    }
  }
}
