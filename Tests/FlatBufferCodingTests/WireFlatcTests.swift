import FlatBufferCoding
import Foundation
import TestSupport
import Testing

@Suite struct WireFlatcTests {
  /// A schema of `Resources/wire`, as `flatc` compiles it.
  static func schema(_ name: String) throws -> Schema {
    try Schema(binary: Oracle.binarySchema(of: Oracle.resource(name)))
  }

  @Test(
    "flatc reads what is built here, and what it makes of its JSON reads the same here",
    arguments: ["kitchen", "features"], seeds(2))
  func bothWays(name: String, seed: UInt64) throws {
    let printable = Oracle.resource("\(name)-without-unions.fbs")
    let schema = try Schema(binary: Oracle.binarySchema(of: printable))
    var trees = RandomTrees(schema, seed: seed, isPrintable: true)
    var builder = FlatBufferBuilder()
    let made = (0..<150).map { _ in trees.next() }
    let built = made.map { $0.bytes(schema, &builder) }

    let texts = try Oracle.json(of: built, schema: printable)
    let theirs = try Oracle.binary(of: texts, schema: printable)
    for (index, bytes) in theirs.enumerated() {
      #expect(try Tree(reading: bytes, schema) == made[index], "seed \(seed), \(texts[index])")
      try schema.verify(bytes)
    }
    #expect(try Oracle.json(of: theirs, schema: printable) == texts, "seed \(seed)")
  }

  @Test("The bytes of a record are printed by flatc as the values that were given")
  func printed() throws {
    let text = try Oracle.json(
      of: [KitchenRecord.bytes()], schema: Oracle.resource("kitchen-without-unions.fbs"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text[0].utf8)) as? NSDictionary)
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(KitchenRecord.json.utf8)) as? NSDictionary)
    #expect(object == expected)
  }

  @Test("The bytes that flatc makes of JSON hold the values of the JSON")
  func read() throws {
    let bytes = try Oracle.binary(
      of: [KitchenRecord.json, #"{"id": "none"}"#], schema: Oracle.resource("kitchen.fbs"))
    let schema = try Self.schema("kitchen.fbs")
    #expect(try Tree(reading: bytes[0], schema) == Tree(reading: KitchenRecord.bytes(), schema))
    #expect(try Tree(reading: bytes[1], schema) == .table([0: .string([UInt8]("none".utf8))]))
  }

  @Test(
    "flatc's vectors of unions are read here, and Python reads those built here",
    arguments: seeds(3))
  func vectorsOfUnions(seed: UInt64) throws {
    let schema = try Self.schema("kitchen.fbs")
    let text = #"""
      {"v_union_type": ["Image", "Text", "Empty", "Text"],
       "v_union": [{"urls": ["a", "b"], "width": 3}, {"text": "t"}, {}, {}]}
      """#
    let theirs = try Oracle.binary(of: [text], schema: Oracle.resource("kitchen.fbs"))
    var trees = RandomTrees(schema, seed: seed)
    var builder = FlatBufferBuilder()
    let built = theirs + (0..<60).map { _ in trees.next().bytes(schema, &builder) }

    let answer = try Oracle.inFolder { folder in
      let files = try built.enumerated().map { index, bytes in
        let file = folder.appending(path: "\(index).bin")
        try Data(bytes).write(to: file)
        return file.path
      }
      return try Oracle.python([Oracle.resource("unions.py").path] + files, in: folder)
    }
    let unions = try #require(try JSONSerialization.jsonObject(with: answer) as? [NSArray])
    for (bytes, expected) in zip(built, unions) {
      #expect(try KitchenRecord.unions(of: bytes) as NSArray == expected, "seed \(seed)")
    }
  }

  @Test("Structs and strings in unions are read as flatc writes them")
  func unionsOfAll() throws {
    let schema = try Self.schema("features.fbs")
    let text = #"""
      {"name": "n", "nodes": [], "any_type": "P", "any": {"x": 1, "y": 2},
       "anys_type": ["Text", "W", "Second", "P"],
       "anys": ["t", {"a": 7}, {"name": "s"}, {"x": 0.5, "y": -1}]}
      """#
    let theirs = try Oracle.binary(of: [text], schema: Oracle.resource("features.fbs"))[0]
    try schema.verify(theirs)
    let fields = try #require(schema.root?.fields)
    func id(_ name: String) throws -> Int { try #require(fields.first { $0.name == name }).id }
    let east = [0, 0, 128, 63, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 64] as [UInt8]
    let west = [0, 0, 0, 63, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 240, 191] as [UInt8]
    let wide = [7] + [UInt8](repeating: 0, count: 15)
    let tree: [Int: Tree] = [
      try id("name"): .string([UInt8]("n".utf8)), try id("nodes"): .vector([]),
      try id("any_type"): .scalar(2), try id("any"): .structure(east),
      try id("anys_type"): .vector([3, 6, 4, 2].map { .scalar($0) }),
      try id("anys"): .vector([
        .string([UInt8]("t".utf8)), .structure(wide), .table([0: .string([UInt8]("s".utf8))]),
        .structure(west),
      ]),
    ]
    #expect(try Tree(reading: theirs, schema) == .table(tree))
    var builder = FlatBufferBuilder()
    #expect(try Tree(reading: Tree.table(tree).bytes(schema, &builder), schema) == .table(tree))
  }

  @Test("Buffers that Dflat wrote pass the verifier, and flatc and the readers agree on them")
  func dflat() throws {
    let lines = try String(contentsOf: Oracle.resource("dflat-kitchen.hex"), encoding: .utf8)
      .split(separator: "\n")
    let buffers = try lines.map { line in
      try stride(from: 0, to: line.utf8.count, by: 2).map { offset in
        let digits = line.dropFirst(offset).prefix(2)
        return try #require(UInt8(digits, radix: 16))
      }
    }
    #expect(buffers.count == 28)
    let schema = try Self.schema("kitchen.fbs")
    for bytes in buffers {
      try schema.verify(bytes)
      var builder = FlatBufferBuilder()
      let tree = try Tree(reading: bytes, schema)
      #expect(try Tree(reading: tree.bytes(schema, &builder), schema) == tree)
    }
    var builder = FlatBufferBuilder()
    let rebuilt = try buffers.map { try Tree(reading: $0, schema).bytes(schema, &builder) }
    let printable = Oracle.resource("kitchen-without-unions.fbs")
    #expect(
      try Oracle.json(of: buffers, schema: printable) == Oracle.json(of: rebuilt, schema: printable)
    )
  }
}
