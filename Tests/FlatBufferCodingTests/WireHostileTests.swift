import FlatBufferCoding
import TestSupport
import Testing

/// Hand-made buffers that mean harm.
@Suite struct WireHostileTests {
  /// The schema `table T { next:T; all:[T]; text:string; texts:[string]; numbers:[long]; real:double; }`.
  static let schema: Schema = {
    let types: [(String, Schema.TypeReference)] = [
      ("next", .init(.object, index: 0)), ("all", .init(.vector, element: .object, index: 0)),
      ("text", .init(.string)), ("texts", .init(.vector, element: .string)),
      ("numbers", .init(.vector, element: .int64)), ("real", .init(.float64)),
    ]
    let fields = types.enumerated().map { id, field in
      Schema.Field(name: field.0, type: field.1, id: id, offset: 4 + 2 * id)
    }
    return Schema(objects: [.init(name: "T", fields: fields)], rootIndex: 0)
  }()

  /// The code that both the verifier and a reader of everything end with.
  private func code(_ bytes: [UInt8]) -> FlatBufferError.Code? {
    var codes: [FlatBufferError.Code?] = []
    do throws(FlatBufferError) {
      try verify(bytes)
      codes.append(nil)
    } catch {
      codes.append(error.code)
    }
    do throws(FlatBufferError) {
      _ = try Tree(reading: bytes, Self.schema)
      codes.append(nil)
    } catch {
      codes.append(error.code)
    }
    #expect(codes[0] == codes[1])
    return codes[0]
  }

  private func verify(_ bytes: [UInt8]) throws(FlatBufferError) {
    try Self.schema.verify(bytes)
  }

  private func chain(_ count: Int) -> (FlatBufferError.Code?, isReadable: Bool) {
    var builder = FlatBufferBuilder()
    var last: FlatBufferOffset?
    for _ in 0..<count {
      builder.startTable(fieldCount: 6)
      builder.add(0, last)
      last = builder.endTable()
    }
    if let last { builder.finish(last) }
    return (code(builder.bytes), (try? builder.check()) != nil)
  }

  @Test("64 nested tables can be read, more can't, and the builder says so")
  func nesting() {
    #expect(chain(64) == (nil, true))
    #expect(chain(65) == (.tooComplex, false))
    #expect(chain(1_000) == (.tooComplex, false))
  }

  @Test("Tables that double at each level end in bounded time")
  func doubling() {
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 6)
    var last = builder.endTable()
    for _ in 0..<60 {
      let both = builder.vector(of: [last, last])
      builder.startTable(fieldCount: 6)
      builder.add(1, both)
      last = builder.endTable()
    }
    builder.finish(last)
    #expect(builder.bytes.count < 3_000)
    #expect(code(builder.bytes) == .tooComplex)
  }

  @Test("One large string or vector, shared by very many, ends in bounded memory")
  func sharing() {
    var builder = FlatBufferBuilder()
    let text = builder.string(String(repeating: "x", count: 100_000))
    let texts = builder.vector(of: Array(repeating: text, count: 100_000))
    builder.startTable(fieldCount: 6)
    builder.add(3, texts)
    builder.finish(builder.endTable())
    #expect(code(builder.bytes) == .tooComplex)

    builder.reset()
    let numbers = builder.vector([Int64](repeating: 1, count: 50_000))
    builder.startTable(fieldCount: 6)
    builder.add(4, numbers)
    let table = builder.endTable()
    let all = builder.vector(of: Array(repeating: table, count: 100_000))
    builder.startTable(fieldCount: 6)
    builder.add(1, all)
    builder.finish(builder.endTable())
    #expect(code(builder.bytes) == .tooComplex)
  }

  @Test("Very many small tables and empty strings, none shared, are read")
  func honest() {
    var builder = FlatBufferBuilder()
    let tables = (0..<50_000).map { _ in
      builder.startTable(fieldCount: 6)
      return builder.endTable()
    }
    let texts = builder.vector(strings: [String](repeating: "", count: 50_000))
    let all = builder.vector(of: tables)
    builder.startTable(fieldCount: 6)
    builder.add(1, all)
    builder.add(3, texts)
    builder.finish(builder.endTable())
    #expect(code(builder.bytes) == nil)
  }

  @Test("No buffer, or a short one, is out of bounds", arguments: 0..<8)
  func short(count: Int) {
    #expect(code([UInt8](repeating: 0, count: count)) == .outOfBounds)
    #expect(code([UInt8](repeating: 0xFF, count: count)) == .outOfBounds)
  }

  @Test("Every truncation gives an error or, where nothing is missed, the data")
  func truncated() throws {
    var builder = FlatBufferBuilder()
    let text = builder.string("text")
    let numbers = builder.vector([1, 2, 3] as [Int64])
    builder.startTable(fieldCount: 6)
    builder.add(2, text)
    builder.add(4, numbers)
    builder.add(5, 1.5, default: 0)
    builder.finish(builder.endTable())
    let bytes = builder.bytes
    let whole = try Tree(reading: bytes, Self.schema)
    for count in 0..<bytes.count {
      let cut = [UInt8](bytes[..<count])
      if code(cut) == nil { #expect(try Tree(reading: cut, Self.schema) == whole) }
    }
  }

  /// Root at 16; vtable at 4 with one field (`field`) at table offset 4; then `content` from 24.
  private func buffer(field: Int, offset: UInt32, _ content: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 24)
    func put(_ value: UInt32, at place: Int, _ size: Int) {
      for byte in 0..<size {
        bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
      }
    }
    put(20, at: 0, 4)
    put(UInt32(4 + 2 * field + 2), at: 4, 2)
    put(8, at: 6, 2)
    put(4, at: 8 + 2 * field, 2)
    put(16, at: 20, 4)
    bytes += [0, 0, 0, 0]
    put(offset, at: 24, 4)
    return bytes + content
  }

  @Test("Hand-made fields: what is right passes, what is not is told by kind")
  func fields() {
    #expect(code(buffer(field: 2, offset: 4, [1, 0, 0, 0, 65, 0])) == nil)
    #expect(code(buffer(field: 2, offset: 4, [1, 0, 0, 0, 65, 66])) == .invalidString)
    #expect(code(buffer(field: 2, offset: 4, [1, 0, 0, 0, 0xC3, 0])) == .invalidString)
    #expect(code(buffer(field: 2, offset: 4, [2, 0, 0, 0, 65, 0])) == .outOfBounds)
    #expect(code(buffer(field: 2, offset: 4, [0xFF, 0xFF, 0xFF, 0xFF, 65, 0])) == .outOfBounds)
    #expect(code(buffer(field: 2, offset: 0, [1, 0, 0, 0, 65, 0])) == .outOfBounds)
    #expect(code(buffer(field: 2, offset: .max, [1, 0, 0, 0, 65, 0])) == .outOfBounds)
    #expect(code(buffer(field: 2, offset: 1 << 31, [1, 0, 0, 0, 65, 0])) == .outOfBounds)
    #expect(code(buffer(field: 3, offset: 4, [0, 0, 0, 0])) == nil)
    #expect(code(buffer(field: 3, offset: 4, [0xFF, 0xFF, 0xFF, 0x3F])) == .outOfBounds)
    #expect(code(buffer(field: 4, offset: 4, [0, 0, 0, 0x20])) == .outOfBounds)
    #expect(
      code(buffer(field: 4, offset: 4, [1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0])) == .outOfBounds)
    // The root itself, as its own child.
    #expect(code(buffer(field: 0, offset: 0xFFFF_FFFC, [])) == .outOfBounds)
  }

  @Test("What the readers take unaligned, the verifier refuses")
  func misaligned() throws {
    let text = buffer(field: 2, offset: 5, [0, 1, 0, 0, 0, 65, 0])
    #expect(try Tree(reading: text, Self.schema) == .table([2: .string([65])]))
    let error = #expect(throws: FlatBufferError.self) { try verify(text) }
    #expect(error?.code == .misaligned)
    // Eight bytes at 32 are aligned, at 36 they are not.
    let numbers = buffer(field: 4, offset: 8, [0, 0, 0, 0, 1, 0, 0, 0] + [7, 0, 0, 0, 0, 0, 0, 0])
    #expect(code(buffer(field: 4, offset: 4, [1, 0, 0, 0] + [7, 0, 0, 0, 0, 0, 0, 0])) == nil)
    #expect(throws: FlatBufferError.self) { try verify(numbers) }
    #expect(try Tree(reading: numbers, Self.schema) == .table([4: .vector([.scalar(7)])]))
  }

  @Test("A vtable outside the bytes, of odd size or smaller than itself is out of bounds")
  func vtables() {
    let good = buffer(field: 2, offset: 4, [1, 0, 0, 0, 65, 0])
    for (place, value) in [
      (4, 3), (4, 0), (4, 1), (4, 7), (4, 200), (6, 0), (6, 3), (6, 200), (23, 0x7F), (23, 0x80),
      (20, 21),
    ] as [(Int, UInt8)] {
      var bytes = good
      bytes[place] = value
      #expect(code(bytes) == .outOfBounds, "\(place) \(value)")
    }
  }

  @Test("An index that a vector does not have is out of bounds")
  func indexes() throws {
    var builder = FlatBufferBuilder()
    let numbers = builder.vector([1, 2] as [Int64])
    builder.startTable(fieldCount: 6)
    builder.add(4, numbers)
    builder.finish(builder.endTable())
    try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
      let vector = try root.required(root.vector(4), named: "numbers")
      #expect(try vector.scalar(at: 1, as: Int64.self) == 2)
      for index in [2, -1, .max, .min] {
        #expect(throws: FlatBufferError.self) { try vector.scalar(at: index, as: Int64.self) }
        #expect(throws: FlatBufferError.self) { try vector.table(at: index) }
        #expect(throws: FlatBufferError.self) { try vector.structure(at: index, size: .max) }
      }
      for id in [100, 40_000, .max, .min, -1] { #expect(!root.isPresent(id)) }
    }
  }
}
