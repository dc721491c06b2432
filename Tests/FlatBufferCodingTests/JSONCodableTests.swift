import FlatBufferCoding
import Foundation
import Testing

/// An enum as the generator writes it.
private enum Color: FlatBufferEnum {
  case red, green
  case unknown(Int8)

  static let names: [(name: String, rawValue: Int8)] = [("Red", 0), ("Green", 1)]

  init(knownOrUnknown rawValue: Int8) {
    self = rawValue == 0 ? .red : rawValue == 1 ? .green : .unknown(rawValue)
  }

  var rawValue: Int8 {
    switch self {
    case .red: 0
    case .green: 1
    case .unknown(let rawValue): rawValue
    }
  }
}

private struct Flags: FlatBufferFlags {
  static let names: [(name: String, rawValue: UInt8)] = [("A", 1), ("B", 2), ("C", 8)]

  var rawValue: UInt8

  init(knownOrUnknown rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

private struct Sample: Codable, Equatable {
  enum CodingKeys: String, CodingKey {
    case real, float, optional, reals, bytes, signed, name, count
  }

  var real = 1.5
  var float: Float = 0
  var optional: Double?
  var reals: [Float] = []
  var bytes: [UInt8] = []
  var signed: [Int8] = []
  var name: String?
  var count = 7

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    real = try container.decodeReal(Double.self, forKey: .real, default: 1.5)
    float = try container.decodeReal(Float.self, forKey: .float, default: 0)
    optional = try container.decodeRealIfPresent(Double.self, forKey: .optional)
    reals = try container.decodeReals(Float.self, forKey: .reals)
    bytes = try container.decodeBytes(UInt8.self, forKey: .bytes)
    signed = try container.decodeBytes(Int8.self, forKey: .signed)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    count = try container.decode(Int.self, forKey: .count, default: 7)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeReal(real, forKey: .real)
    try container.encodeReal(float, forKey: .float)
    try container.encodeReal(optional, forKey: .optional)
    try container.encodeReals(reals, forKey: .reals)
    try container.encodeBytes(bytes, forKey: .bytes)
    try container.encodeBytes(signed, forKey: .signed)
    try container.encodeNullable(name, forKey: .name)
    try container.encode(count, forKey: .count)
  }
}

@Suite struct JSONCodableTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test("Enums are names, and numbers where they have none")
  func enums() throws {
    #expect(try json([Color.red, .green, .unknown(9)]) == #"["Red","Green",9]"#)
    #expect(
      try decode([Color].self, #"["Red",1,"Green",-3]"#) == [.red, .green, .green, .unknown(-3)])
    #expect(throws: DecodingError.self) { try decode([Color].self, #"["Blue"]"#) }
    #expect(throws: DecodingError.self) { try decode([Color].self, "[300]") }
  }

  @Test("Flags are names with spaces between, and a number where a bit has none")
  func flags() throws {
    let values = [0, 1, 3, 10, 4, 7].map(Flags.init(knownOrUnknown:))
    #expect(try json(values) == #"[0,"A","A B","B C",4,7]"#)
    #expect(
      try decode([Flags].self, #"[0,"A","B A","B C",4,7,""]"#).map(\.rawValue) == [
        0, 1, 3, 10, 4, 7, 0,
      ])
    #expect(throws: DecodingError.self) { try decode([Flags].self, #"["A D"]"#) }
  }

  @Test("Numbers that JSON lacks are strings, bytes base64, nil is null")
  func fields() throws {
    var sample = Sample()
    sample.real = .infinity
    sample.float = -.infinity
    sample.reals = [.infinity, 0.5]
    sample.bytes = [1, 2, 255]
    sample.signed = [-1, 0]
    let text = try json(sample)
    #expect(
      text == #"{"bytes":"AQL\/","count":7,"float":"-Infinity","name":null,"#
        + #""optional":null,"real":"Infinity","reals":["Infinity",0.5],"signed":"\/wA="}"#)
    #expect(try decode(Sample.self, text) == sample)
    #expect(try decode(Sample.self, #"{"real":"NaN"}"#).real.isNaN)
    #expect(try decode(Sample.self, "{}") == Sample())
    #expect(
      try decode(Sample.self, #"{"reals":null,"bytes":null,"optional":2.5}"#).optional == 2.5)
  }

  @Test(
    "What is of another type is refused",
    arguments: [
      #"{"real":null}"#, #"{"real":"inf"}"#, #"{"count":null}"#, #"{"bytes":"A"}"#,
      #"{"bytes":[1]}"#, #"{"reals":[null]}"#, #"{"optional":"x"}"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try decode(Sample.self, text) }
  }
}
