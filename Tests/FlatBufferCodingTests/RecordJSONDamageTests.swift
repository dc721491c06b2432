import FlatBufferCoding
import TestSupport
import Testing

@Suite struct RecordJSONDamageTests {
  @Test("A damaged record is refused or gives valid JSON, and never traps", arguments: seeds(10))
  func bytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for name in ["kitchen.fbs", "features.fbs"] {
      let schema = try RecordSchemas.wire(name).withRequiredKey
      let form = RecordJSON(schema: schema)
      let paths = schema.indexDefinitions().map(\.path)
      let resolved = try paths.map { try schema.resolve($0) }
      var trees = RandomTrees(schema, seed: seed)
      var builder = FlatBufferBuilder()
      for _ in 0..<60 {
        var bytes = trees.next().bytes(schema, &builder)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: bytes.indices, using: &generator)
          bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        }
        if let text = try? form.text(of: bytes) {
          #expect(throws: Never.self, "seed \(seed)") { try JSONValue(parsing: text) }
        }
        _ = try? FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
          for path in resolved { _ = try path.value(in: root) }
        }
      }
    }
  }

  @Test("A damaged text is refused or gives a record that verifies", arguments: seeds(10))
  func text(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "null", "{}", "[]", "-1", "\"\"", "true", "1e9", ",", "}", "\"type\":", "\\", "9999999999",
    ]
    for name in ["kitchen.fbs", "features.fbs"] {
      let schema = try RecordSchemas.wire(name).withRequiredKey
      let form = RecordJSON(schema: schema)
      var trees = RandomTrees(schema, seed: seed)
      var builder = FlatBufferBuilder()
      for _ in 0..<60 {
        var text = Array(try form.text(of: trees.next().bytes(schema, &builder)).utf8)
        let piece = Array((pieces.randomElement(using: &generator) ?? "").utf8)
        let place = Int.random(in: text.indices, using: &generator)
        let end = min(text.count, place + Int.random(in: 0...6, using: &generator))
        text.replaceSubrange(place..<end, with: piece)
        do throws(FlatBufferError) {
          builder.reset()
          try unsafe text.withUnsafeBufferPointer { (text) throws(FlatBufferError) in
            try unsafe form.build(json: UnsafeRawBufferPointer(text), into: &builder)
          }
          let bytes = builder.bytes
          #expect(throws: Never.self, "seed \(seed)") { try schema.verify(bytes) }
        } catch {
          #expect((0...text.count).contains(error.position ?? 0))
        }
      }
    }
  }
}
