import FlatBufferCoding
import Testing

/// A struct with padding between its fields and at its end.
struct Spot: FlatBufferStruct, Equatable {
  static let byteSize = 24
  static let alignment = 8

  var a: Int8
  var b: Double
  var c: Int16

  init(a: Int8, b: Double, c: Int16) {
    self.a = a
    self.b = b
    self.c = c
  }

  init(reading structure: StructReader) {
    a = structure.scalar(at: 0)
    b = structure.scalar(at: 8)
    c = structure.scalar(at: 16)
  }

  func write(to writer: inout StructWriter, at offset: Int) {
    writer.put(a, at: offset)
    writer.put(b, at: offset + 8)
    writer.put(c, at: offset + 16)
  }
}

@Suite struct WireRoundTripTests {
  @Test("What the builder writes, the reader reads")
  func roundTrip() throws {
    var builder = FlatBufferBuilder(capacity: 0)
    for _ in 0..<3 {
      builder.reset()
      let name = builder.string("a\0b – ü")
      let numbers = builder.vector([1.5, -.infinity] as [Double])
      let spots = builder.vector(structs: [Spot(a: 1, b: 2, c: 3), Spot(a: -1, b: -2, c: -3)])
      builder.startTable(fieldCount: 1)
      builder.add(0, Int32(7), default: 0)
      let first = builder.endTable()
      builder.startTable(fieldCount: 1)
      builder.add(0, Int32(8), default: 0)
      let second = builder.endTable()
      let children = builder.vector(of: [first, second])
      builder.startTable(fieldCount: 9)
      builder.add(0, name)
      builder.add(1, Int64.min, default: 0)
      builder.add(2, true, default: false)
      builder.add(3, -0.0, default: 0.0)
      builder.add(4, 5.0 as Float, default: 5)
      builder.add(5, numbers)
      builder.add(6, structure: Spot(a: 9, b: 8, c: 7))
      builder.add(7, spots)
      builder.add(8, children)
      builder.finish(builder.endTable())
      try builder.check()
      try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
        #expect(try root.string(0) == "a\0b – ü")
        #expect(try root.scalar(1, default: Int64(0)) == .min)
        #expect(try root.scalar(2, default: false))
        #expect(try root.scalar(3, default: 0.0).sign == .minus)
        #expect(!root.isPresent(4))
        #expect(try root.scalar(4, default: Float(5)) == 5)
        #expect(try root.vector(5)?.scalars(Double.self) == [1.5, -.infinity])
        #expect(try root.structure(6, as: Spot.self) == Spot(a: 9, b: 8, c: 7))
        #expect(
          try root.vector(7)?.structures(Spot.self) == [
            Spot(a: 1, b: 2, c: 3), Spot(a: -1, b: -2, c: -3),
          ])
        #expect(try root.vector(8)?.table(at: 1).scalar(0, default: Int32(0)) == 8)
        #expect(try root.optionalScalar(20, as: Int8.self) == nil)
      }
    }
  }
}
