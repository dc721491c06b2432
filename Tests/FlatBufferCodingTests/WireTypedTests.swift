import FlatBufferCoding
import Testing

/// What generated code does for `enum Shade : short { dark = -1, light = 4 }`.
enum Shade: FlatBufferEnum {
  case dark
  case light
  case unknown(Int16)

  static let names: [(name: String, rawValue: Int16)] = [("dark", -1), ("light", 4)]

  init(knownOrUnknown rawValue: Int16) {
    switch rawValue {
    case -1: self = .dark
    case 4: self = .light
    default: self = .unknown(rawValue)
    }
  }

  var rawValue: Int16 {
    switch self {
    case .dark: -1
    case .light: 4
    case .unknown(let rawValue): rawValue
    }
  }
}

/// What generated code does for a table of every typed kind.
struct Typed: FlatBufferTable, Equatable {
  var name = ""
  var shade = Shade.light
  var maybe: Shade?
  var shades: [Shade] = []
  var spots: [Spot] = []
  var children: [Typed] = []
  var flags: [Bool] = []
  var floats: [Float] = []
  var count: Int32?

  init(name: String) {
    self.name = name
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    name = try table.requiredString(0, named: "name")
    shade = try table.enumeration(1, default: .light)
    maybe = try table.optionalEnumeration(2)
    shades = try table.vector(3)?.enumerations(Shade.self) ?? []
    spots = try table.vector(4)?.structures(Spot.self) ?? []
    children = try table.vector(5)?.tables(Typed.self) ?? []
    flags = try table.vector(6)?.scalars(Bool.self) ?? []
    floats = try table.vector(7)?.scalars(Float.self) ?? []
    count = try table.optionalScalar(8)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let name = builder.string(name)
    let shades = builder.vector(enumerations: shades)
    let spots = builder.vector(structs: spots)
    var offsets: [FlatBufferOffset] = []
    for child in children { offsets.append(child.write(to: &builder)) }
    let children = builder.vector(of: offsets)
    let flags = builder.vector(flags)
    let floats = builder.vector(floats)
    builder.startTable(fieldCount: 9)
    builder.add(0, name)
    builder.add(1, shade, default: .light)
    builder.add(2, maybe)
    builder.add(3, shades)
    builder.add(4, spots)
    builder.add(5, children)
    builder.add(6, flags)
    builder.add(7, floats)
    builder.add(8, count)
    return builder.endTable()
  }
}

@Suite struct WireTypedTests {
  private func roundTrip(_ value: Typed) throws -> Typed {
    var builder = FlatBufferBuilder()
    builder.finish(value.write(to: &builder))
    return try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
      try Typed(reading: root)
    }
  }

  @Test("Records with enums, structs, tables and vectors of each come back as they were")
  func whole() throws {
    var value = Typed(name: "root")
    #expect(try roundTrip(value) == value)
    value.shade = .unknown(77)
    value.maybe = .light
    value.shades = [.dark, .unknown(-300), .light]
    // In the order given, as they must come back.
    value.spots = (0..<5).map { Spot(a: $0, b: Double($0) / 2, c: -Int16($0)) }
    value.children = [Typed(name: ""), Typed(name: "e\u{301}"), Typed(name: "\u{E9}")]
    value.flags = [true, false, true]
    value.floats = [.infinity, -0.0, .leastNonzeroMagnitude]
    value.count = 0
    let back = try roundTrip(value)
    #expect(back == value)
    #expect(back.spots.map(\.a) == [0, 1, 2, 3, 4])
    // Canonically equal strings keep their own bytes.
    #expect(back.children.map { Array($0.name.utf8) } == value.children.map { Array($0.name.utf8) })
    #expect(back.floats[1].sign == .minus)
  }

  @Test("A required string that is absent is named")
  func required() throws {
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 0)
    builder.finish(builder.endTable())
    let error = #expect(throws: FlatBufferError.self) {
      try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
        try Typed(reading: root)
      }
    }
    #expect(error?.code == .missingField)
    #expect(error?.field == "name")
  }

  @Test("Every number is a value of an enum")
  func numbers() {
    #expect(Shade(rawValue: 4) == .light)
    #expect(Shade(rawValue: 5) == .unknown(5))
  }

  @Test("A field that leaves its struct traps")
  func structs() async {
    await #expect(processExitsWith: .failure) {
      var builder = FlatBufferBuilder()
      builder.startTable(fieldCount: 1)
      builder.add(0, structure: Spot(a: 1, b: 2, c: 3))
      builder.finish(builder.endTable())
      try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
        _ = try root.structure(0, size: 24)?.scalar(at: 20, as: Int64.self)
      }
    }
  }
}
