import FlatBufferCoding
import TestSupport
import Testing

@Suite struct WireBuilderTests {
  private func table(_ builder: inout FlatBufferBuilder, _ fields: [Int]) -> FlatBufferOffset {
    builder.startTable(fieldCount: 16)
    for field in fields { builder.add(field, Int32(field) as Int32?) }
    return builder.endTable()
  }

  @Test("Equal vtables are written once")
  func shared() throws {
    var builder = FlatBufferBuilder()
    let tables = (0..<100).map { _ in table(&builder, [0, 3, 15]) }
    let before = builder.byteCount
    // A table of 16 bytes and its vtable of 36, once.
    #expect(before == 100 * 16 + 36)
    let all = builder.vector(of: tables)
    builder.startTable(fieldCount: 1)
    builder.add(0, all)
    builder.finish(builder.endTable())
    try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
      let vector = try root.required(root.vector(0), named: "all")
      for index in 0..<100 {
        #expect(try vector.table(at: index).scalar(15, default: Int32(0)) == 15)
      }
    }
  }

  @Test("Very many different vtables stay right", arguments: seeds(3))
  func different(seed: UInt64) throws {
    var builder = FlatBufferBuilder()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2 {
      builder.reset()
      let shapes = (0..<3_000).map { _ in UInt16.random(in: 0...2_000, using: &generator) }
      let tables = shapes.map { shape in
        table(&builder, (0..<16).filter { shape & (1 << UInt16($0)) != 0 })
      }
      let all = builder.vector(of: tables)
      builder.startTable(fieldCount: 1)
      builder.add(0, all)
      builder.finish(builder.endTable())
      try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
        let vector = try root.required(root.vector(0), named: "all")
        for (index, shape) in shapes.enumerated() {
          let table = try vector.table(at: index)
          for field in 0..<16 {
            let expected = shape & (1 << UInt16(field)) != 0 ? Int32(field) : nil
            #expect(try table.optionalScalar(field, as: Int32.self) == expected)
          }
        }
      }
    }
  }

  @Test(
    "The bytes depend on the calls alone, not on what the builder built before", arguments: seeds(3)
  )
  func deterministic(seed: UInt64) throws {
    let schema = try WireFlatcTests.schema("features.fbs")
    var trees = RandomTrees(schema, seed: seed)
    var reused = FlatBufferBuilder(capacity: 0)
    for _ in 0..<100 {
      let tree = trees.next()
      var fresh = FlatBufferBuilder(capacity: 100_000)
      #expect(tree.bytes(schema, &reused) == tree.bytes(schema, &fresh), "seed \(seed)")
    }
  }

  @Test("Defaults are left out by their bits")
  func defaults() throws {
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 6)
    builder.add(0, Double.nan, default: .nan)
    builder.add(1, -0.0, default: 0.0)
    builder.add(2, 0.0, default: 0.0)
    builder.add(3, Float.nan, default: 0)
    builder.add(4, 0 as Int8?)
    builder.add(5, nil as Int8?)
    builder.finish(builder.endTable())
    try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
      #expect((0..<6).map(root.isPresent) == [false, true, false, true, true, false])
    }
  }

  @Test("Calls in the wrong order trap, and say what to do")
  func order() async {
    await #expect(processExitsWith: .failure) {
      var builder = FlatBufferBuilder()
      builder.startTable(fieldCount: 1)
      _ = builder.string("inside a table")
    }
    await #expect(processExitsWith: .failure) {
      var builder = FlatBufferBuilder()
      builder.startTable(fieldCount: 1)
      builder.add(1, Int32(1), default: 0)
    }
    await #expect(processExitsWith: .failure) {
      let builder = FlatBufferBuilder()
      _ = builder.bytes
    }
  }

  @Test("A table that is too large for its offsets is told by check")
  func tooLarge() {
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 9_000)
    for field in 0..<9_000 { builder.add(field, Int64(field) as Int64?) }
    builder.finish(builder.endTable())
    let error = #expect(throws: FlatBufferError.self) { try builder.check() }
    #expect(error?.code == .tooComplex)
  }
}
