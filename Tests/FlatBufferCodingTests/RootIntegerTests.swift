import FlatBufferCoding
import TestSupport
import Testing

@Suite struct RootIntegerTests {
  private struct Reading: Equatable {
    var value: Int64?
    var code: FlatBufferError.Code?

    init(_ read: () throws(FlatBufferError) -> Int64?) {
      do throws(FlatBufferError) {
        value = try read()
      } catch {
        code = error.code
      }
    }
  }

  @Test(
    "Every integer of a root is read as through a table, from whole, damaged and cut bytes",
    arguments: ["kitchen", "features"], seeds(4))
  func equalsTable(name: String, seed: UInt64) throws {
    let schema = try WireFlatcTests.schema("\(name).fbs")
    let root = try #require(schema.root)
    let fields = root.fields.compactMap { field -> IntegerField? in
      try? schema.resolve(FieldPath([UInt16(field.id)])).flat?.integer
    }
    #expect(fields.count > 3)
    var trees = RandomTrees(schema, seed: seed)
    var generator = SeededGenerator(seed: seed ^ 0x1D)
    var builder = FlatBufferBuilder()
    var (found, refused) = (0, 0)
    func compare(_ bytes: [UInt8]) {
      for field in fields {
        let expected = Reading { () throws(FlatBufferError) in
          try FlatBuffer.withRoot(of: bytes) { table throws(FlatBufferError) in
            try field.value(in: table)
          }
        }
        let integer = RootInteger(field)
        let read = unsafe bytes.withUnsafeBytes { bytes in
          Reading { () throws(FlatBufferError) in try unsafe integer.value(in: bytes) }
        }
        #expect(read == expected, "seed \(seed): \(bytes)")
        if read.code == nil { found += 1 } else { refused += 1 }
      }
    }
    for _ in 0..<40 {
      let bytes = trees.next().bytes(schema, &builder)
      compare(bytes)
      for _ in 0..<40 { compare(WireMutationTests.damage(bytes, &generator)) }
      // The first bytes have the offset of the root, and often its vtable.
      for _ in 0..<40 {
        var bytes = bytes
        for _ in 0..<2 {
          bytes[Int.random(in: 0..<min(40, bytes.count), using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
        compare(bytes)
      }
      for count in 0..<min(64, bytes.count) { compare(Array(bytes.prefix(count))) }
    }
    #expect(found > 1000 && refused > 1000)
  }
}
