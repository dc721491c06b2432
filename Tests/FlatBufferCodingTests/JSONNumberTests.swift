import FlatBufferCoding
import TestSupport
import Testing

@Suite struct JSONNumberTests {
  /// The numbers that a text holds, by the two readers that rounding may tell apart.
  private func read(_ text: String) throws -> (Double, Float) {
    var tape = JSONTape()
    return try unsafe Array(text.utf8).withUnsafeBytes { bytes in
      try unsafe tape.read(bytes)
      let text = unsafe JSONText(bytes)
      return (
        text.real(tape.nodes[0], as: Double.self), text.real(tape.nodes[0], as: Float.self)
      )
    }
  }

  @Test("Decimal texts are rounded as the standard library rounds them", arguments: seeds(10))
  func rounded(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let digits = generator.next() >> UInt64.random(in: 0..<63, using: &generator)
      var text = "\(Bool.random(using: &generator) ? "-" : "")\(digits)"
      if Bool.random(using: &generator) {
        text += ".\(generator.next() >> UInt64.random(in: 0..<63, using: &generator))"
      }
      if Bool.random(using: &generator) {
        text += "e\(Int.random(in: -40...40, using: &generator))"
      }
      let (double, float) = try read(text)
      #expect(double.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(float.bitPattern == Float(text)?.bitPattern, "\(text)")
    }
  }

  @Test(
    "Numbers between two floats are rounded once",
    arguments: [
      // Rounded to a double first, these would land on the wrong float.
      "1.00000017881393432617187499", "1.00000017881393432617187501", "16777217", "16777219",
      "9007199254740993", "9007199254740992.99999", "3.4028235677973366e38", "1e-46", "7e-46",
      "2.2250738585072011e-308", "0.000000000000000000000000000000000000000001", "1e22", "1e23",
      "123456789e10", "1e10", "1e11", "0e999999999999999999999", "1e-999999999999999999999",
    ])
  func tricky(text: String) throws {
    let (double, float) = try read(text)
    #expect(double.bitPattern == Double(text)?.bitPattern)
    #expect(float.bitPattern == Float(text)?.bitPattern)
  }

  @Test("Every float and double reads back as itself", arguments: seeds(10))
  func shortest(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let bits = generator.next()
      let (double, float) = (
        Double(bitPattern: bits), Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      )
      var writer = JSONWriter()
      if double.isFinite {
        writer.write(real: double)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(try read(text).0.bitPattern == double.bitPattern)
        #expect(text == "\(double)")
      }
      writer.bytes = []
      if float.isFinite {
        writer.write(real: float)
        #expect(
          try read(String(decoding: writer.bytes, as: UTF8.self)).1.bitPattern
            == float.bitPattern)
      }
    }
  }

  @Test("Integers are exact to the last of 64 bits, and one more is too many")
  func integers() throws {
    for value in [0, 1, -1, 9, 10, 99, 100, Int64.max, .min, .max - 1, .min + 1] as [Int64] {
      var writer = JSONWriter()
      writer.write(value)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(value)")
      #expect(try JSONValue(parsing: "\(value)") == .integer(value))
    }
    for value in [UInt64.max, 1 << 63, .max - 1] as [UInt64] {
      var writer = JSONWriter()
      writer.write(value)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(value)")
      #expect(try JSONValue(parsing: "\(value)") == .unsigned(value))
    }
    #expect(try JSONValue(parsing: "-9223372036854775809") == .real(-0x1p63))
  }
}
