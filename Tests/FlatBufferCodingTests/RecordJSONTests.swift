import FlatBufferCoding
import TestSupport
import Testing

@Suite struct RecordJSONTests {
  @Test(
    "A record's JSON gives the record back, and a record of it has the same bytes",
    arguments: ["kitchen.fbs", "features.fbs"], seeds(8))
  func roundTrip(name: String, seed: UInt64) throws {
    let schema = try RecordSchemas.wire(name).withRequiredKey
    let form = RecordJSON(schema: schema)
    var trees = RandomTrees(schema, seed: seed)
    var builder = FlatBufferBuilder()
    for _ in 0..<100 {
      let tree = trees.next()
      let text = try form.text(of: tree.bytes(schema, &builder))
      let bytes = try form.bytes(of: text)
      try schema.verify(bytes)
      #expect(try Tree(reading: bytes, schema) == tree.told(schema), "seed \(seed), \(text)")
      #expect(try form.text(of: bytes) == text, "seed \(seed)")
    }
  }

  @Test("The bytes do not depend on the order and spacing of the text", arguments: seeds(8))
  func canonical(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for name in ["kitchen.fbs", "features.fbs"] {
      let schema = try RecordSchemas.wire(name).withRequiredKey
      let form = RecordJSON(schema: schema)
      var trees = RandomTrees(schema, seed: seed)
      var builder = FlatBufferBuilder()
      for _ in 0..<40 {
        let text = try form.text(of: trees.next().bytes(schema, &builder))
        let bytes = try form.bytes(of: text)
        let shuffled = try JSONValue(parsing: text).shuffled(using: &generator)
        #expect(try form.bytes(of: shuffled.text) == bytes, "seed \(seed)")
      }
    }
  }

  @Test("flatc makes the same record of the same JSON, in its form", arguments: seeds(3))
  func flatc(seed: UInt64) throws {
    for name in ["kitchen", "features"] {
      let file = Oracle.resource("\(name)-without-unions.fbs")
      let schema = try RecordSchemas.compile(file).withRequiredKey
      let form = RecordJSON(schema: schema)
      var trees = RandomTrees(schema, seed: seed, isPrintable: true)
      var builder = FlatBufferBuilder()
      let texts = try (0..<60).map { _ in
        try form.text(of: trees.next().bytes(schema, &builder))
      }
      let theirs = try texts.map { text in
        try #require(schema.root.map { try JSONValue(parsing: text).asFlatc(schema, $0) }).text
      }
      for (text, bytes) in zip(texts, try Oracle.binary(of: theirs, schema: file)) {
        let tree = try Tree(reading: bytes, schema).told(schema)
        #expect(try Tree(reading: form.bytes(of: text), schema) == tree, "seed \(seed), \(text)")
      }
    }
  }

  @Test("Every field is printed, in order of id, and absent ones as what they are read as")
  func everyField() throws {
    let form = RecordJSON(schema: try RecordSchemas.wire("kitchen.fbs"))
    let text = #"""
      {"id":"a","b":false,"b_true":true,"i8":0,"u8":0,"i16":-7,"u16":0,"i32":0,"u32":0,"i64":0,
      "u64":0,"f32":0.0,"f64":3.25,"color":"Blue","level":"Mid","note":null,"tag":null,"score":0,
      "ratio":0.0,"serial":0,"pos":null,"mixed":null,"nested":null,"content":null,"v_u8":"",
      "v_bool":[],"v_i16":[],"v_i32":[],"v_i64":[],"v_u64":[],"v_f32":[],"v_f64":[],"v_str":[],
      "v_color":[],"v_struct":[],"v_table":[],"v_union":[]}
      """#.split(separator: "\n").joined()
    #expect(try form.text(of: form.bytes(of: #"{"id":"a"}"#)) == text)
    #expect(try form.bytes(of: text) == form.bytes(of: #"{"id":"a"}"#))
  }

  @Test("What JSON lacks has its form: 64 bits, names, unions, bytes, infinities")
  func forms() throws {
    let form = RecordJSON(schema: try RecordSchemas.wire("kitchen.fbs"))
    let text = #"""
      {"v_color":["Green",9,-1],"id":"é\u0000\"","u64":18446744073709551615,"i64":-9223372036854775808,
      "f64":"-Infinity","f32":"NaN","v_u8":"AQL/","v_f64":[1,"Infinity",0.1],"color":"Red","level":65000,
      "content":{"value":{"width":1,"urls":["u"]},"type":"Image"},
      "v_union":[{"type":1,"value":{"text":"t"}},null,{"type":"Empty","value":{}},{"type":"NONE"}],
      "mixed":{"b":-0.0,"color":2},"nested":{"child":{"values":[1]}}}
      """#
    let value = try JSONValue(parsing: form.text(of: form.bytes(of: text)))
    for (name, expected) in [
      ("v_color", #"["Green",9,-1]"#), ("id", #""é\u0000\"""#), ("u64", "18446744073709551615"),
      ("i64", "-9223372036854775808"), ("f64", #""-Infinity""#), ("f32", #""NaN""#),
      ("v_u8", #""AQL/""#), ("v_f64", #"[1.0,"Infinity",0.1]"#), ("color", #""Red""#),
      ("level", #""High""#),
      ("content", #"{"type":"Image","value":{"urls":["u"],"width":1,"height":480}}"#),
      (
        "v_union",
        #"[{"type":"Text","value":{"text":"t"}},null,{"type":"Empty","value":{}},null]"#
      ),
      ("mixed", #"{"a":0,"b":-0.0,"c":0,"flag":false,"color":"Blue"}"#),
      ("nested", #"{"name":null,"n":0,"pos":null,"child":{"label":null,"values":[1]}}"#),
    ] {
      #expect(value[name]?.text == expected)
    }
  }

  @Test("An empty vector of unions needs no vector of types")
  func unionsWithoutTypes() throws {
    let schema = try RecordSchemas.wire("kitchen.fbs")
    let fields = schema.objects[try #require(schema.rootIndex)].fields
    let unions = try #require(fields.first { $0.name == "v_union" })
    var builder = FlatBufferBuilder()
    let key = builder.string("a")
    let none = builder.vector(of: [])
    builder.startTable(fieldCount: fields.count)
    builder.add(0, key)
    builder.add(unions.id, none)
    builder.finish(builder.endTable())
    try schema.verify(builder.bytes)
    let form = RecordJSON(schema: schema)
    #expect(try form.text(of: builder.bytes) == form.text(of: form.bytes(of: #"{"id":"a"}"#)))
  }

  @Test("A builder and a reader serve on after a text that is refused")
  func reuse() throws {
    let form = RecordJSON(schema: try RecordSchemas.wire("kitchen.fbs"))
    var reader = RecordJSONReader(form)
    var builder = FlatBufferBuilder()
    let good = #"{"id":"a\n","nested":{"child":{"label":"x"}},"pos":{"x":1}}"#
    let bad = [#"{"id":"a","nested":{"child":{"label":1}}}"#, #"{"id":"a","pos":{"x":""}}"#, "{"]
    for text in [good, bad[0], good, bad[1], good, bad[2], good] {
      builder.reset()
      let isBuilt = unsafe Array(text.utf8).withUnsafeBytes { text in
        (try? unsafe reader.build(text, into: &builder)) != nil
      }
      #expect(isBuilt == (text == good))
      if isBuilt { #expect(builder.bytes == (try form.bytes(of: good))) }
    }
  }

  @Test("A schema without a root is refused")
  func withoutRoot() throws {
    var schema = try RecordSchemas.wire("kitchen.fbs")
    schema.rootIndex = nil
    let form = RecordJSON(schema: schema)
    let error = #expect(throws: FlatBufferError.self) { try form.bytes(of: "{}") }
    #expect(error?.code == .invalidSchema)
  }
}

extension JSONValue {
  /// The same value with the members of every object in another order.
  func shuffled(using generator: inout SeededGenerator) -> JSONValue {
    switch self {
    case .array(let elements):
      var result: [JSONValue] = []
      for element in elements { result.append(element.shuffled(using: &generator)) }
      return .array(result)
    case .object(let members):
      var result: [Member] = []
      for member in members {
        result.append(Member(member.name, member.value.shuffled(using: &generator)))
      }
      return .object(result.shuffled(using: &generator))
    default: return self
    }
  }

  /// A record as `flatc` reads it: null left out, a union as two members, bytes as an array of numbers.
  func asFlatc(_ schema: Schema, _ object: Schema.Object) throws -> JSONValue {
    guard case .object(let members) = self else { return self }
    var result: [Member] = []
    for member in members where member.value != .null {
      let field = try #require(object.fields.first { $0.name == member.name })
      if field.type.base == .union {
        let type = try #require(member.value["type"])
        guard case .string(let name) = type else { continue }
        let union = field.type.index.map { schema.enums[$0] }
        let chosen = try #require(union?.values.first { $0.name == name }?.member)
        result.append(Member(member.name + "_type", type))
        let value = try #require(member.value["value"])
        result.append(
          Member(member.name, try value.asFlatc(schema, chosen.base, chosen.index)))
      } else if field.type.element != .none {
        result.append(
          Member(
            member.name,
            try member.value.asFlatc(schema, elements: field.type.element, field.type.index)))
      } else {
        result.append(
          Member(
            member.name, try member.value.asFlatc(schema, field.type.base, field.type.index)))
      }
    }
    return .object(result)
  }

  private func asFlatc(
    _ schema: Schema, elements base: Schema.BaseType, _ index: Int?
  ) throws -> JSONValue {
    switch self {
    case .string(let text):
      let bytes = try #require(Base64.decode(text))
      return .array(
        bytes.map { .integer(base == .int8 ? Int64(Int8(bitPattern: $0)) : Int64($0)) })
    case .array(let elements):
      return .array(try elements.map { try $0.asFlatc(schema, base, index) })
    default: return self
    }
  }

  private func asFlatc(
    _ schema: Schema, _ base: Schema.BaseType, _ index: Int?
  ) throws -> JSONValue {
    guard base == .object, let index else { return self }
    return try asFlatc(schema, schema.objects[index])
  }
}
