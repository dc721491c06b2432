import FlatBufferCoding
import Testing

@Suite struct EvolutionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    /// What each offence must hold, in order.
    let offences: [String]

    var testDescription: String { name }

    /// Tables of a root with these fields.
    static func fields(
      _ name: String, _ old: String, _ new: String, _ offences: [String] = []
    ) -> Case {
      Case(
        name: name, old: "table Root { \(old) } root_type Root;",
        new: "table Root { \(new) } root_type Root;", offences: offences)
    }

    /// Types that a root has fields of.
    static func types(
      _ name: String, _ old: String, _ new: String, fields: String = "", newFields: String? = nil,
      _ offences: [String] = []
    ) -> Case {
      Case(
        name: name, old: "\(old) table Root { \(fields) } root_type Root;",
        new: "\(new) table Root { \(newFields ?? fields) } root_type Root;", offences: offences)
    }
  }

  static let accepted: [Case] = [
    .fields("nothing", "a:int; b:string;", "a:int; b:string;"),
    .fields("an appended field", "a:int;", "a:int; b:string; c:[int];"),
    .fields("a field that another id puts first", "a:int;", "b:string (id:1); a:int (id:0);"),
    .fields("a deprecated field", "a:int; b:int;", "a:int (deprecated); b:int;"),
    .fields("a deprecated union", "a:int; u:U;", "a:int; u:U (deprecated);").with(
      "table T {} union U { T }"),
    .fields("a field in use again", "a:int (deprecated);", "a:int;"),
    .fields("a new index", "a:int; b:string;", "a:int (indexed); b:string (unique);"),
    .fields("a dropped index", "a:int (unique);", "a:int;"),
    .fields(
      "a renamed field", "a:int; b:string = null;".replacing(" = null", with: ""),
      "z:int; b:string;"),
    .fields("a renamed and deprecated field", "a:int; b:int;", "a_old:int (deprecated); b:int;"),
    .fields(
      "the same default in other words", "a:double = 1; b:bool = 1;",
      "a:double = 1.0; b:bool = true;"),
    .fields("NaN as before", "a:double = nan;", "a:double = nan;"),
    .fields("documentation and versions", "a:int;", "\n/// A.\na:int;"),
    .types("a new type", "", "table T { a:int; }", fields: "a:int;", newFields: "a:int; t:T;"),
    .types(
      "a renamed type", "table T { a:int; } enum E:byte { A }",
      "table V (was: \"T\") { a:int; } enum F:byte (was: \"E\") { A }", fields: "t:T; l:[T]; e:E;",
      newFields: "t:V; l:[V]; e:F;"),
    .types(
      "a renamed member", "table T {} union U { T }", "table V (was: \"T\") {} union U { V }",
      fields: "u:U; l:[U];"),
    .types(
      "new values", "enum E:byte { A, B = 4 }", "enum E:byte { Z = -1, A, C, B = 4, D }",
      fields: "e:E;"),
    .types(
      "a new member", "table T {} table V {} union U { T }",
      "table T {} table V {} union U { T, V }",
      fields: "u:U;"),
    .types(
      "a renamed field of a struct", "struct S { a:int; b:float; }", "struct S { a:int; c:float; }",
      fields: "s:S;"),
    Case(
      name: "a renamed root", old: "namespace A; table Root { a:int; } root_type Root;",
      new: "namespace B; table Top (was: \"A.Root\") { a:int; } root_type Top;", offences: []),
  ]

  static let refused: [Case] = [
    .fields(
      "a new required union", "a:int;", "a:int; u:U (required);",
      ["Root.u: a new field can't be required"]
    ).with("table T {} union U { T }"),
    .fields("a removed last field", "a:int; b:int;", "a:int;", ["Root.b: the field was removed"]),
    .fields(
      "a removed first field", "a:int; b:string;", "b:string;",
      [
        "Root.a: the field was removed and its id 0 reused for b",
        "Root.b: the id changed from 1 to 0",
      ]),
    .fields("a removed union", "a:int; u:U;", "a:int;", ["Root.u: the field was removed"]).with(
      "table T {} union U { T }"),
    .fields("a changed type", "a:int;", "a:long;", ["Root.a: the type changed from int to long"]),
    .fields(
      "a scalar made a vector", "a:int;", "a:[int];", ["Root.a: the type changed from int to [int]"]
    ),
    .fields(
      "other elements", "a:[int];", "a:[float];", ["Root.a: the type changed from [int] to [float]"]
    ),
    .fields("a changed sign", "a:uint;", "a:int;", ["Root.a: the type changed"]),
    .fields(
      "a changed default", "a:int = 1; b:double; c:bool; d:ulong;",
      "a:int = 2; b:double = 0.5; c:bool = true; d:ulong = 9223372036854775807;",
      [
        "Root.a: the default changed from 1 to 2", "Root.b: the default changed from 0.0 to 0.5",
        "Root.c: the default changed from false to true",
        "Root.d: the default changed from 0 to 9223372036854775807",
      ]),
    .fields(
      "null made a default", "a:int; b:int = null;", "a:int = null; b:int;",
      [
        "Root.a: the default changed from 0 to null", "Root.b: the default changed from null to 0",
      ]),
    .fields(
      "a reused id", "a:int; b:int;", "a:string; b:int;".replacing("a:", with: "z:"),
      ["Root.a: the field was removed and its id 0 reused for z"]),
    .fields(
      "a deprecated field's id", "a:int (deprecated);", "z:int;",
      ["Root.a: the field was removed and its id 0 reused for z"]),
    .fields(
      "exchanged ids", "a:int; b:int;", "b:int; a:int;",
      ["Root.a: the id changed from 0 to 1", "Root.b: the id changed from 1 to 0"]),
    .fields(
      "a field before others", "a:int; b:int;", "z:int; a:int; b:int;",
      ["Root.a: the id changed from 0 to 1", "Root.b: the id changed from 1 to 2"]),
    .fields(
      "a key with one more field", "a:int (primary); b:int;", "a:int (primary); b:int (primary);",
      ["Root.b: the key can't gain a field"]),
    .fields(
      "a key with a new field", "a:int (primary);", "a:int (primary); b:int (primary);",
      ["Root.b: the key can't gain a field"]),
    .fields(
      "another key", "a:int (primary); b:int;", "a:int; b:int (primary);",
      ["Root.a: the key can't lose a field", "Root.b: the key can't gain a field"]),
    .fields(
      "a deprecated key", "a:int (primary);", "a:int (primary, deprecated);",
      ["Root.a: a field of the key can't be deprecated"]),
    .fields(
      "a field made required", "a:string;", "a:string (required);",
      ["Root.a: the field can't become required"]),
    .fields(
      "a required field made optional", "a:string (required);", "a:string;",
      ["Root.a: the field is required and can't become optional"]),
    .fields(
      "a required field deprecated", "a:string (required);", "a:string (deprecated);",
      ["Root.a: a required field can't be deprecated"]),
    .fields(
      "a new required field", "a:int;", "a:int; b:string (required);",
      ["Root.b: a new field can't be required"]),
    .types(
      "a removed type", "table T { a:int; }", "", fields: "t:T;", newFields: "t:string;",
      ["Root.t: the type changed from T to string", "T: the type was removed"]),
    .types(
      "a table made a struct", "table T { a:int; }", "struct T { a:int; }", fields: "t:T;",
      ["T: the table is now a struct"]),
    .types(
      "a longer struct", "struct S { a:int; }", "struct S { a:int; b:int; }", fields: "s:S;",
      [
        "S: the struct's layout changed from 4 bytes aligned to 4 to 8",
        "S.b: a struct can't gain a field",
      ]),
    .types(
      "a shorter struct", "struct S { a:int; b:int; }", "struct S { a:int; }", fields: "s:S;",
      ["S: the struct's layout", "S.b: a struct can't lose a field"]),
    .types(
      "another type in a struct", "struct S { a:int; }", "struct S { a:float; }", fields: "s:S;",
      ["S.a: the type changed from int to float"]),
    .types(
      "another alignment", "struct S { a:int; }", "struct S (force_align: 8) { a:int; }",
      fields: "s:S;", ["S: the struct's layout changed"]),
    .types(
      "fields exchanged in a struct", "struct S { a:int; b:int; }", "struct S { b:int; a:int; }",
      fields: "s:S;", ["S.a: the id changed", "S.b: the id changed"]),
    .types(
      "another length", "struct S { a:[int:2]; b:int; }", "struct S { a:[int:1]; b:int; }",
      fields: "s:S;",
      [
        "S: the struct's layout", "S.a: the type changed from [int:2] to [int:1]",
        "S.b: the offset changed from 8 to 4",
      ]),
    .types(
      "a removed value", "enum E:byte { A, B }", "enum E:byte { A }", fields: "e:E;",
      ["E.B: the value was removed or renamed"]),
    .types(
      "a renamed value", "enum E:byte { A, B }", "enum E:byte { A, C }", fields: "e:E;",
      ["E.B: the value was removed or renamed"]),
    .types(
      "a changed number", "enum E:byte { A, B }", "enum E:byte { A, B = 5 }", fields: "e:E;",
      ["E.B: the number changed from 1 to 5"]),
    .types(
      "a wider enum", "enum E:byte { A }", "enum E:short { A }", fields: "e:E;",
      ["Root.e: the type changed from E to E", "E: the type changed from byte to short"]),
    .types(
      "an enum made flags", "enum E:ubyte { A = 1, B = 2 }", "enum E:ubyte (bit_flags) { A, B }",
      fields: "e:E = A;", ["E: the enum gained bit_flags"]),
    .types(
      "an enum's field made a number", "enum E:byte { A }", "enum E:byte { A }", fields: "e:E;",
      newFields: "e:byte;", ["Root.e: the type changed from E to byte"]),
    .types(
      "a removed member", "table T {} table V {} union U { T, V }",
      "table T {} table V {} union U { T }", fields: "u:U;", ["U.V: the member was removed"]),
    .types(
      "a member before others", "table T {} table V {} union U { T }",
      "table T {} table V {} union U { V, T }", fields: "u:U;",
      ["U.T: the member's number changed from 1 to 2"]),
    .types(
      "a member of another type", "table T {} table V {} union U { X:T }",
      "table T {} table V {} union U { X:V }", fields: "u:U;",
      ["U.X: the member's type changed from T to V"]),
    Case(
      name: "another root", old: "table A { a:int; } table B { a:int; } root_type A;",
      new: "table A { a:int; } table B { a:int; } root_type B;",
      offences: ["A: the root type is now B"]),
    Case(
      name: "a vanished root", old: "table A { a:int; } root_type A;",
      new: "table B { a:int; } root_type B;",
      offences: ["A: the type was removed; name it in (was: …)"]),
  ]

  @Test("What old data and old programs survive is accepted", arguments: accepted)
  func accepts(_ test: Case) throws {
    let (old, new) = (try RecordSchemas.compile(test.old), try RecordSchemas.compile(test.new))
    #expect(new.evolutionOffences(from: old) == [])
  }

  @Test(
    "What they would not survive is refused, each with its place and reason", arguments: refused)
  func refuses(_ test: Case) throws {
    let (old, new) = (try RecordSchemas.compile(test.old), try RecordSchemas.compile(test.new))
    let offences = new.evolutionOffences(from: old)
    try #require(offences.count == test.offences.count, "\(offences)")
    for (offence, expected) in zip(offences, test.offences) {
      #expect(offence.hasPrefix(expected))
      #expect(!offence.contains("\n"))
    }
  }

  @Test("Defaults are compared by their bits")
  func bits() {
    func schema(_ type: Schema.BaseType, _ real: Double, _ integer: Int64) -> Schema {
      let field = Schema.Field(
        name: "a", type: Schema.TypeReference(type), id: 0, offset: 4, defaultInteger: integer,
        defaultReal: real)
      return Schema(objects: [Schema.Object(name: "Root", fields: [field])], rootIndex: 0)
    }
    let zero = schema(.float64, 0, 0)
    #expect(
      schema(.float64, -0.0, 0).evolutionOffences(from: zero)
        == ["Root.a: the default changed from 0.0 to -0.0"])
    #expect(schema(.float64, .nan, 0).evolutionOffences(from: schema(.float64, .nan, 0)) == [])
    // Both are the same float.
    #expect(
      schema(.float32, 0.1, 0).evolutionOffences(from: schema(.float32, Double(0.1 as Float), 0))
        == [])
    #expect(
      schema(.uint64, 0, -1).evolutionOffences(from: schema(.uint64, 0, 0))
        == ["Root.a: the default changed from 0 to 18446744073709551615"])
  }
}

extension EvolutionTests.Case {
  /// The case with types before both schemas.
  fileprivate func with(_ types: String) -> Self {
    Self(name: name, old: "\(types) \(old)", new: "\(types) \(new)", offences: offences)
  }
}
