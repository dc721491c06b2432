import FlatBufferCoding
import Foundation
import TestSupport
import Testing

@Suite struct JSONTapeTests {
  @Test(
    "Texts of JSON are read, and written as short as they can be",
    arguments: [
      ("null", "null"), (" true ", "true"), ("\t\r\n[ ]", "[]"), ("{ }", "{}"), ("-0", "0"),
      ("[1, 2 ,3]", "[1,2,3]"), (#"{"a":{"b":[{}]},"c":null}"#, #"{"a":{"b":[{}]},"c":null}"#),
      (#""\u0041\u00e9\uD83D\uDE00\/\b\f\n\r\t\"\\""#, #""Aé😀/\b\f\n\r\t\"\\""#),
      ("\"\\u0000\u{7F}\u{2028}\"", "\"\\u0000\u{7F}\u{2028}\""), (#"{"":""}"#, #"{"":""}"#),
      (#"{"é":1,"e\u0301":2}"#, "{\"é\":1,\"e\u{301}\":2}"),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"),
      ("18446744073709551616", "1.8446744073709552e+19"), ("1.0", "1.0"), ("1e3", "1000.0"),
      ("1E+2", "100.0"), ("-1.5e-3", "-0.0015"), ("0.1", "0.1"), ("-0.0", "-0.0"),
      ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
      ("1e-400", "0.0"), ("123456789012345678", "123456789012345678"),
    ])
  func valid(text: String, written: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(value.text == written)
    #expect(try JSONValue(parsing: written) == value || text == "-0")
  }

  @Test(
    "Texts that are no JSON are refused, with the place",
    arguments: [
      ("", 0), ("  ", 2), ("nul", 3), ("nulL", 3), ("True", 0), ("[1,]", 3), ("[1 2]", 3),
      ("[", 1), ("]", 0), ("{", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7),
      ("{a:1}", 1),
      ("{\"a\":1 \"b\":2}", 7), ("{1:2}", 1), ("[1] 2", 4), ("01", 1), ("-", 1), ("-a", 1),
      ("+1", 0),
      (".5", 0), ("1.", 2), ("1.e3", 2), ("1e", 2), ("1e+", 3), ("0x10", 1), ("NaN", 0),
      ("Infinity", 0), ("'a'", 0), ("\"a", 2), ("\"\\\"", 3), ("\"\\x41\"", 1), ("\"\\u12\"", 5),
      ("\"\\u12G4\"", 5), ("\"a\nb\"", 2), ("\"\u{1}\"", 1), ("\"\\uD800\"", 1),
      ("\"\\uDC00\"", 1), ("\"\\uD800\\n\"", 1), ("\"\\uD800\\u0041\"", 1),
      ("\"\\uD800\\uD800\"", 1),
      ("// no\n1", 0), ("\u{FEFF}1", 0), ("1e999", 0), ("{\"a\":1,\"\\u0061\":2}", 8),
      ("[\"a\", tru]", 9),
    ])
  func invalid(text: String, position: Int) {
    expectFailure(Array(text.utf8), position: position)
  }

  @Test(
    "Strings that are not UTF-8 are refused, with the place",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82],
      [0xC3, 0x28],
    ] as [[UInt8]])
  func notUnicode(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    for padding in [0, 1, 7, 8, 9] {
      let before = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
      expectFailure([quote] + before + bytes + [quote], position: 1 + padding)
    }
  }

  @Test("Depth is limited, not the stack")
  func depth() throws {
    let limit = JSONTape.maximumDepth
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try JSONValue(parsing: deepest).text == deepest)
    expectFailure([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), position: limit)
    expectFailure(
      Array(String(repeating: "{\"a\":", count: 100_000).utf8), position: limit * 5)
  }

  @Test("What is written reads back equal, and Foundation reads the same", arguments: seeds(20))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let value = JSONValue.random(depth: 0, using: &generator)
      #expect(try JSONValue(parsing: value.text) == value, "seed \(seed)")
      let object = try JSONSerialization.jsonObject(
        with: Data(value.text.utf8), options: .fragmentsAllowed)
      let again = try JSONSerialization.data(
        withJSONObject: object, options: [.fragmentsAllowed, .sortedKeys])
      let theirs = try JSONValue(parsing: String(decoding: again, as: UTF8.self))
      #expect(theirs.comparable == value.comparable, "seed \(seed)")
    }
  }

  @Test("Cut and damaged texts are refused or read, and never trap", arguments: seeds(10))
  func damaged(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var bytes = Array(JSONValue.random(depth: 0, using: &generator).text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          Array("\"\\{}[]:,u0-e.".utf8).randomElement(using: &generator) ?? 0x80
      }
      for end in [bytes.count, bytes.count / 2] {
        do throws(FlatBufferError) {
          let value = try parse(Array(bytes[..<end]))
          #expect(throws: Never.self) { try JSONValue(parsing: value.text) }
        } catch {
          #expect(error.code == .invalidJSON)
          #expect((0...end).contains(error.position ?? -1))
        }
      }
    }
  }

  private func parse(_ bytes: [UInt8]) throws(FlatBufferError) -> JSONValue {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(FlatBufferError) in
      try unsafe JSONValue(parsing: UnsafeRawBufferPointer(bytes))
    }
  }

  private func expectFailure(
    _ bytes: [UInt8], position: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: FlatBufferError.self, sourceLocation: sourceLocation) {
      try parse(bytes)
    }
    #expect(error?.code == .invalidJSON, sourceLocation: sourceLocation)
    #expect(error?.position == position, "\(error?.message ?? "")", sourceLocation: sourceLocation)
  }
}

extension JSONValue {
  static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let texts = [
      "", "a", "\0", "ü", "e\u{301}", "😀", "\"\\/\n\t\r", "a long text that has more than 15 bytes",
    ]
    let text = texts.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<(depth < 4 ? 10 : 7), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2:
      return .integer(
        Int64(bitPattern: generator.next()) >> Int64.random(in: 0...60, using: &generator))
    case 3: return .unsigned(generator.next() | 1 << 63)
    case 4:
      let real = Double(bitPattern: generator.next())
      return .real(real.isFinite ? real : 0.5)
    case 5, 6: return .string(text)
    case 7:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          random(depth: depth + 1, using: &generator)
        })
    default:
      return .object(
        (0..<Int.random(in: 0...4, using: &generator)).map { index in
          Member("\(text)\(index)", random(depth: depth + 1, using: &generator))
        })
    }
  }

  /// Members sorted, and every number a double, as Foundation writes 1.0 as 1.
  var comparable: JSONValue {
    switch self {
    case .integer(let value): .real(Double(value))
    case .unsigned(let value): .real(Double(value))
    case .array(let elements): .array(elements.map(\.comparable))
    case .object(let members):
      .object(
        members.sorted { $0.name < $1.name }.map { Member($0.name, $0.value.comparable) })
    default: self
    }
  }
}
