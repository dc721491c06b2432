import FlatBufferCoding
import TestSupport
import Testing

/// Random damage: a typed error or data, never a trap, and what is verified can be read.
@Suite struct WireMutationTests {
  /// Changes some bytes, often to what lengths and offsets dislike; sometimes cuts or repeats a part.
  static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
      let place = Int.random(in: 0..<result.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: result.removeLast(min(result.count, Int.random(in: 1...16, using: &generator)))
      case 1: result[place] = 0
      case 2: result[place] = 0xFF
      case 3: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 4:
        for other in place..<min(place + 4, result.count) { result[other] = 0xFF }
      case 5:
        let from = Int.random(in: 0..<result.count, using: &generator)
        for step in 0..<min(4, result.count - max(place, from)) {
          result[place + step] = result[from + step]
        }
      case 6: result[place] = result[place] &+ UInt8.random(in: 1...8, using: &generator)
      default: result[place] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return result
  }

  @Test(
    "Damaged buffers give a typed error or data, and those that verify read whole",
    arguments: ["kitchen", "features"], seeds(4))
  func buffers(name: String, seed: UInt64) throws {
    let schema = try WireFlatcTests.schema("\(name).fbs")
    let verifier = try SchemaVerifier(schema)
    var trees = RandomTrees(schema, seed: seed)
    var generator = SeededGenerator(seed: seed ^ 0xD1CE)
    var builder = FlatBufferBuilder()
    var verified = 0
    var refused = 0
    for _ in 0..<60 {
      let bytes = trees.next().bytes(schema, &builder)
      for _ in 0..<60 {
        let damaged = Self.damage(bytes, &generator)
        var isVerified = false
        do throws(FlatBufferError) {
          try verifier.verify(damaged)
          isVerified = true
          verified += 1
        } catch {
          refused += 1
        }
        do throws(FlatBufferError) {
          _ = try Tree(reading: damaged, schema)
        } catch {
          #expect(!isVerified, "seed \(seed): verified, but \(error)")
        }
      }
    }
    #expect(verified > 100 && refused > 100, "the damage is too mild or too heavy")
  }

  @Test(
    "Damaged binary schemas give a typed error, or a schema that can be used",
    arguments: ["kitchen", "features"], seeds(2))
  func schemas(name: String, seed: UInt64) throws {
    let bytes = try WireFlatcTests.schema("\(name).fbs").binary()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_500 {
      let damaged = Self.damage(bytes, &generator)
      do throws(FlatBufferError) {
        let schema = try Schema(binary: damaged)
        #expect(try Schema(binary: schema.binary()) == schema, "seed \(seed)")
        guard schema.rootIndex != nil else { continue }
        var trees = RandomTrees(schema, seed: seed)
        var builder = FlatBufferBuilder()
        let data = trees.next().bytes(schema, &builder)
        _ = try Tree(reading: data, schema)
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
