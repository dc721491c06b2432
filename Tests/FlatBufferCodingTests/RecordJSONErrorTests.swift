import FlatBufferCoding
import Testing

@Suite struct RecordJSONErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let code: FlatBufferError.Code
    let field: String
    let position: Int
    let message: String

    init(
      _ text: String, _ code: FlatBufferError.Code, _ field: String, _ position: Int,
      _ message: String = ""
    ) {
      self.text = text
      self.code = code
      self.field = field
      self.position = position
      self.message = message
    }

    var testDescription: String { text }
  }

  static let kitchen: [Case] = [
    Case(#"{"id":"a""#, .invalidJSON, "", 9),
    Case("[]", .typeMismatch, "", 0, "expected an object, found an array"),
    Case(#"{"id":"a","nope":1}"#, .unknownField, "nope", 10, "no such field"),
    Case(#"{"id":"a","legacy":1}"#, .unknownField, "legacy", 10, "deprecated"),
    Case(#"{"id":"a","content_type":1}"#, .unknownField, "content_type", 10),
    Case(#"{"id":"a","nested":{"child":{"x\n":1}}}"#, .unknownField, "nested.child.x\n", 29),
    Case(#"{"id":"a","id":"b"}"#, .invalidJSON, "id", 10, "twice"),
    Case("{}", .missingField, "id", 0, "required"),
    Case(#"{"id":null}"#, .missingField, "id", 0),
    Case(#"{"id":5}"#, .typeMismatch, "id", 6, "expected a string, found an integer"),
    Case(#"{"id":"a","b":null}"#, .typeMismatch, "b", 14, "found null"),
    Case(#"{"id":"a","b":1}"#, .typeMismatch, "b", 14, "expected true or false"),
    Case(
      #"{"id":"a","i8":128}"#, .typeMismatch, "i8", 15, "128 is out of range; expected -128 to 127"),
    Case(#"{"id":"a","i8":-129}"#, .typeMismatch, "i8", 15),
    Case(#"{"id":"a","u8":-1}"#, .typeMismatch, "u8", 15, "expected 0 to 255"),
    Case(#"{"id":"a","u16":65536}"#, .typeMismatch, "u16", 16),
    Case(#"{"id":"a","i32":2147483648}"#, .typeMismatch, "i32", 16),
    Case(#"{"id":"a","u32":4294967296}"#, .typeMismatch, "u32", 16),
    Case(#"{"id":"a","i64":9223372036854775808}"#, .typeMismatch, "i64", 16),
    Case(#"{"id":"a","i64":-9223372036854775809}"#, .typeMismatch, "i64", 16),
    Case(#"{"id":"a","u64":18446744073709551616}"#, .typeMismatch, "u64", 16),
    Case(#"{"id":"a","i32":1.0}"#, .typeMismatch, "i32", 16, "found a number with a fraction"),
    Case(#"{"id":"a","i32":"1"}"#, .typeMismatch, "i32", 16, "found a string"),
    Case(#"{"id":"a","f64":1e999}"#, .typeMismatch, "f64", 16, "out of range"),
    Case(#"{"id":"a","f32":1e39}"#, .typeMismatch, "f32", 16, "out of range"),
    Case(#"{"id":"a","f64":"inf"}"#, .typeMismatch, "f64", 16, "expected a number"),
    Case(#"{"id":"a","color":"Pink"}"#, .typeMismatch, "color", 18, "no value named \"Pink\""),
    Case(#"{"id":"a","color":"Red Green"}"#, .typeMismatch, "color", 18),
    Case(#"{"id":"a","color":true}"#, .typeMismatch, "color", 18, "expected a name or an integer"),
    Case(#"{"id":"a","color":200}"#, .typeMismatch, "color", 18, "expected -128 to 127"),
    Case(#"{"id":"a","note":{}}"#, .typeMismatch, "note", 17),
    Case(#"{"id":"a","pos":{"x":"1"}}"#, .typeMismatch, "pos.x", 21),
    Case(#"{"id":"a","pos":{"x":null}}"#, .typeMismatch, "pos.x", 21),
    Case(#"{"id":"a","pos":[1,2,3]}"#, .typeMismatch, "pos", 16),
    Case(#"{"id":"a","v_u8":[1,2]}"#, .typeMismatch, "v_u8", 17, "expected base64"),
    Case(#"{"id":"a","v_u8":"A"}"#, .typeMismatch, "v_u8", 17, "expected base64"),
    Case(#"{"id":"a","v_i16":{}}"#, .typeMismatch, "v_i16", 18, "expected an array"),
    Case(#"{"id":"a","v_i16":[1,2,99999]}"#, .typeMismatch, "v_i16[2]", 23),
    Case(#"{"id":"a","v_str":["",null]}"#, .typeMismatch, "v_str[1]", 22),
    Case(#"{"id":"a","v_struct":[{"x":1},{"y":[]}]}"#, .typeMismatch, "v_struct[1].y", 35),
    Case(#"{"id":"a","v_table":[{},{"pos":{"w":1}}]}"#, .unknownField, "v_table[1].pos.w", 32),
    Case(#"{"id":"a","content":{"value":{}}}"#, .missingField, "content.type", 20),
    Case(#"{"id":"a","content":{"type":"Text"}}"#, .missingField, "content.value", 20),
    Case(#"{"id":"a","content":{"type":"Video","value":{}}}"#, .typeMismatch, "content.type", 28),
    Case(#"{"id":"a","content":{"type":9,"value":{}}}"#, .typeMismatch, "content.type", 28),
    Case(#"{"id":"a","content":{"type":"NONE","value":{}}}"#, .typeMismatch, "content.type", 28),
    Case(#"{"id":"a","content":{"type":"Text","value":null}}"#, .typeMismatch, "content.Text", 43),
    Case(#"{"id":"a","content":{"kind":"Text"}}"#, .unknownField, "content.kind", 21),
    Case(
      #"{"id":"a","v_union":[{"type":"Text","value":{"text":7}}]}"#, .typeMismatch,
      "v_union[0].Text.text", 52),
    Case("{\"id\":\"\u{8}\"}", .invalidJSON, "", 7),
  ]

  @Test("What is wrong with a record is told with its field and place", arguments: kitchen)
  func refused(_ test: Case) throws {
    let form = RecordJSON(schema: try Self.schema.get())
    let error = #expect(throws: FlatBufferError.self) { try form.bytes(of: test.text) }
    #expect(error?.code == test.code)
    #expect(error?.field == test.field)
    #expect(error?.position == test.position)
    #expect(error?.message.contains(test.message) == true || test.message.isEmpty)
  }

  private static let schema = Result { try RecordSchemas.wire("kitchen.fbs") }

  @Test("Arrays in structs need their length, flags their names, required fields their presence")
  func features() throws {
    let form = RecordJSON(schema: try RecordSchemas.wire("features.fbs"))
    for (text, field) in [
      (#"{"nodes":[]}"#, "name"), (#"{"name":"","nodes":null}"#, "nodes"),
      (#"{"name":"","nodes":[],"nest":{}}"#, "nest.point"),
      (#"{"name":"","nodes":[],"nest":{"point":{}}}"#, "nest.numbers"),
      (#"{"name":"","nodes":[],"nest":{"point":{},"numbers":[1,2]}}"#, "nest.numbers"),
      (#"{"name":"","nodes":[],"nest":{"point":{},"numbers":[1,2,3,4]}}"#, "nest.numbers"),
      (
        #"{"name":"","nodes":[],"nest":{"point":{},"numbers":[1,2,3],"points":[{},{"x":""}]}}"#,
        "nest.points[1].x"
      ),
      (#"{"name":"","nodes":[],"flags":"One Four"}"#, "flags"),
      (#"{"name":"","nodes":[],"oi8":128}"#, "oi8"),
      (#"{"name":"","nodes":[],"any":{"type":"Text","value":1}}"#, "any.Text"),
      (#"{"name":"","nodes":[],"any":{"type":"Other","value":{}}}"#, "any.Other.text"),
    ] {
      let error = #expect(throws: FlatBufferError.self) { try form.bytes(of: text) }
      #expect(error?.field == field, "\(text)")
    }
    #expect(throws: Never.self) { try form.bytes(of: #"{"name":"","nodes":[]}"#) }
  }

  @Test("Tables nest as deeply as readers go, and no deeper")
  func depth() throws {
    let form = RecordJSON(schema: try RecordSchemas.wire("features.fbs"))
    func text(_ depth: Int) -> String {
      let nodes = String(repeating: #"{"next":"#, count: depth) + "{}"
      return #"{"name":"","nodes":[],"node":"# + nodes + String(repeating: "}", count: depth) + "}"
    }
    let deepest = try form.bytes(of: text(62))
    #expect(throws: Never.self) { try form.text(of: deepest) }
    let error = #expect(throws: FlatBufferError.self) { try form.bytes(of: text(63)) }
    #expect(error?.code == .tooComplex)
    #expect(error?.field.hasPrefix("node.next.next") == true)
  }

  @Test("A damaged record is told with its field, and nothing of it is written")
  func damaged() throws {
    let schema = try RecordSchemas.wire("kitchen.fbs")
    let form = RecordJSON(schema: schema)
    let text = #"{"id":"a","nested":{"child":{"label":"here"}}}"#
    var bytes = try form.bytes(of: text)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "here".utf8) })
    bytes[place] = 0xFF
    var output = Array("before".utf8)
    let error = #expect(throws: FlatBufferError.self) {
      try unsafe bytes.withUnsafeBytes { bytes in try unsafe form.write(bytes, into: &output) }
    }
    #expect(error?.code == .invalidString)
    #expect(error?.field == "nested.child.label")
    #expect(output == Array("before".utf8))
  }
}
