import Testing

@testable import SchemaCompiler

@Suite struct MeaningDiagnosticTests {
  @Test(
    "Types and names that can't be are reported",
    arguments: [
      WrongSchema("table T { a: ⟦Colour; } enum Color: byte { A }", "'Colour'", remedy: "'Color'"),
      WrongSchema("table T { a: ⟦String; }", "there is no type", remedy: "'string'"),
      WrongSchema(
        "table T { a: ⟦Point; } namespace N; struct Point { x: int; }", "'Point'",
        remedy: "'N.Point'"),
      WrongSchema("table T { a: ⟦[N.X]; }".replacing("⟦[", with: "[⟦"), "there is no type 'N.X'"),
      WrongSchema("table T { a: int; } table ⟦T { b: int; }", "'T' is declared twice"),
      WrongSchema("table Todo { a: int; } table ⟦todo { b: int; }", "differ only in case"),
      WrongSchema("table ⟦__T { a: int; }", "must not start with '__'"),
      WrongSchema("namespace SQLite_a; table ⟦T { a: int; }", "must not start with 'sqlite_'"),
      WrongSchema("table ⟦int { a: int; }", "FlatBuffers' own"),
      WrongSchema("table T { a: int; ⟦a: string; }", "'a' is there twice"),
      WrongSchema("table T { a_b: int; ⟦aB: string; }", "both 'aB' in Swift"),
      WrongSchema(
        "table T { id: int; key: int (primary); ⟦id_: int; } root_type T;", "both 'id_' in Swift"),
      WrongSchema("enum E: byte { A_B, ⟦aB }", "both 'aB' in Swift"),
      WrongSchema("table my_type { a: int; } table ⟦MyType { a: int; }", "both 'MyType' in Swift"),
      WrongSchema(
        "namespace A; table ⟦B { a: int; } namespace A.B; table C { a: int; }",
        "a type and a namespace"),
      WrongSchema(
        "namespace B; table T { a: int; } namespace A; table ⟦B { a: int; }", "hide the namespace"),
      WrongSchema("table T { u: U; ⟦u_type: int; } union U { T }", "takes the name 'u_type'"),
      WrongSchema(
        "root_type ⟦Mised; table Missed { a: int (primary); }", "no table 'Mised'",
        remedy: "'Missed'"),
      WrongSchema("struct S { a: int; } root_type ⟦S;", "a root type is a table"),
      WrongSchema("enum E: byte { A } root_type ⟦E;", "'E' is an enum"),
      WrongSchema("table T { a: int; } root_type ⟦T;", "'T' has no key"),
      WrongSchema(
        "table T { a: int (primary); } root_type T; root_type ⟦T;", "a root type already"),
      WrongSchema("include \"b.fbs\"; root_type ⟦B;", "declared in an included file"),
    ])
  func names(_ wrong: WrongSchema) throws {
    try wrong.expect(including: ["b.fbs": "table B { a: int (primary); }"])
  }

  @Test(
    "Structs that can't be laid out are reported",
    arguments: [
      WrongSchema("struct S { a: ⟦string; }", "a struct holds only"),
      WrongSchema("struct S { a: ⟦[int]; }", "a struct holds only"),
      WrongSchema("struct S { a: ⟦T; } table T { a: int; }", "a struct holds only"),
      WrongSchema("struct S { a: ⟦S; }", "'S' would contain itself (S → S)"),
      WrongSchema("struct A { b: B; } struct B { c: C; } struct C { a: ⟦A; }", "(A → B → C → A)"),
      WrongSchema("struct S { a: int = ⟦3; }", "no defaults"),
      WrongSchema("struct S { a: int (⟦required); }", "for fields of tables"),
      WrongSchema("struct S { a: int (⟦id: 0); }", "for fields of tables"),
      WrongSchema("struct S { a: int (⟦primary); }", "for fields of tables"),
      WrongSchema("struct ⟦S { }", "has no fields"),
      WrongSchema(
        "struct S { ⟦a: [A:65535]; } struct A { a: [long:100]; }", "larger than 65535 bytes"),
      WrongSchema("struct S (force_align: ⟦3) { a: int; }", "can't be forced"),
      WrongSchema("struct S (force_align: ⟦2) { a: int; }", "can't be forced"),
      WrongSchema("struct S (force_align: ⟦32) { a: int; }", "can't be forced"),
      WrongSchema("struct S { a: [int:3] (⟦indexed); }", "'indexed' is for numbers"),
      WrongSchema("table T { a: ⟦[int:3]; }", "for structs"),
    ])
  func structs(_ wrong: WrongSchema) throws {
    try wrong.expect()
  }

  @Test(
    "Enums and unions that can't be are reported",
    arguments: [
      WrongSchema("enum ⟦E { A }", "does not say which integer"),
      WrongSchema("enum E: ⟦float { A }", "can't hold an enum"),
      WrongSchema("enum E: ⟦bool { A }", "can't hold an enum"),
      WrongSchema("enum ⟦E: byte { }", "has no values"),
      WrongSchema("enum E: byte { A, ⟦A }", "'A' is there twice"),
      WrongSchema("enum E: byte { A = 1, B = ⟦1 }", "has the number 1, as 'A' has"),
      WrongSchema("enum E: byte { A = 127, ⟦B }", "the number 128, outside -128…127"),
      WrongSchema("enum E: ubyte { A = ⟦-1 }", "outside 0…255"),
      WrongSchema("enum E: ulong { A = ⟦18446744073709551616 }", "more than 64 bits"),
      WrongSchema("enum E: byte { A = ⟦1.5 }", "is an integer"),
      WrongSchema("enum E: ubyte (bit_flags) { A = ⟦8 }", "the bits 0 to 7"),
      WrongSchema("union ⟦U { }", "has no members"),
      WrongSchema("union U { ⟦int }", "tables, structs and strings"),
      WrongSchema(
        "union U { T, ⟦T } table T { a: int; }", "'T' is there twice", remedy: "Other: T"),
      WrongSchema("union U { A: T = 1, ⟦B: T = 1 } table T { a: int; }", "the number of 'A'"),
      WrongSchema("union U { T = ⟦0 } table T { a: int; }", "members have 1 to 255"),
      WrongSchema("union U { T = ⟦256 } table T { a: int; }", "members have 1 to 255"),
    ])
  func enums(_ wrong: WrongSchema) throws {
    try wrong.expect()
  }

  @Test(
    "Defaults that don't fit are reported",
    arguments: [
      WrongSchema("table T { a: ubyte = ⟦256; }", "256 is outside 0…255"),
      WrongSchema("table T { a: byte = ⟦-129; }", "-129 is outside -128…127"),
      WrongSchema(
        "table T { a: ulong = ⟦18446744073709551616; }", "is outside 0…18446744073709551615"),
      WrongSchema("table T { a: uint = ⟦-1; }", "-1 is outside"),
      WrongSchema("table T { a: bool = ⟦2; }", "2 is outside 0…1", remedy: "true or false"),
      WrongSchema("table T { a: bool = ⟦yes; }", "'yes' is no bool"),
      WrongSchema("table T { a: int = ⟦1.5; }", "'1.5' is no integer"),
      WrongSchema("table T { a: int = ⟦true; }", "'true' is no integer"),
      WrongSchema("table T { a: float = ⟦1e39; }", "too large for a float"),
      WrongSchema("table T { a: double = ⟦x; }", "'x' is not a number"),
      WrongSchema(
        "table T { a: E = ⟦Gren; } enum E: byte { Red, Green }", "no value 'Gren'",
        remedy: "'Green'"),
      WrongSchema("table T { a: E = ⟦7; } enum E: byte { Red, Green }", "no value '7'"),
      WrongSchema(
        "table T { a: E = ⟦F.Red; } enum E: byte { Red } enum F: byte { Red }", "no value 'F.Red'"),
      WrongSchema("table T { ⟦a: E; } enum E: byte { Red = 1 }", "has no value 0", remedy: "= Red"),
      WrongSchema(
        "table T { a: F = ⟦\"A C\"; } enum F: ubyte (bit_flags) { A, B }", "no value 'C'"),
      WrongSchema("table T { a: string = ⟦\"x\"; }", "strings have no defaults"),
      WrongSchema("table T { a: string = ⟦null; }", "is for numbers, bools and enums"),
      WrongSchema("table T { a: [int] = ⟦3; }", "only numbers, bools and enums"),
      WrongSchema("table T { a: T = ⟦null; }", "is for numbers"),
    ])
  func defaults(_ wrong: WrongSchema) throws {
    try wrong.expect()
  }

  @Test(
    "Attributes that don't fit are reported",
    arguments: [
      WrongSchema("table T { a: int (⟦primry); }", "no attribute 'primry'", remedy: "'primary'"),
      WrongSchema(
        "table T { a: int (⟦mine); }", "no attribute 'mine'", remedy: "attribute \"mine\";"),
      WrongSchema("table T { a: int (deprecated, ⟦deprecated); }", "is there twice"),
      WrongSchema(
        "table T (⟦primary) { a: int; }", "'primary' is for fields of tables, not for tables"),
      WrongSchema("table T (⟦v) { a: int; }", "'v' needs a value in quotes"),
      WrongSchema("table T (⟦was: 3) { a: int; }", "'was' needs a value in quotes"),
      WrongSchema("table T { a: int (⟦indexed: 1); }", "'indexed' takes no value"),
      WrongSchema("table T { a: int (⟦id: x); }", "'id' needs a number"),
      WrongSchema("table T { a: int (⟦id: -1); }", "'id' needs a number"),
      WrongSchema(
        "table T { a: int (⟦id: 18446744073709551615); }", "18446744073709551615 is too large"),
      WrongSchema("struct S (⟦force_align: 0x100000000) { a: int; }", "4294967296 is too large"),
      WrongSchema("table T { a: int (⟦required); }", "'required' is for strings"),
      WrongSchema("table T { a: [int] (⟦primary); }", "a key is a number, bool, enum or string"),
      WrongSchema("table T { a: int = null (⟦primary); }", "a key can't be null"),
      WrongSchema("table T { a: int (⟦primary, deprecated); }", "a key can't be deprecated"),
      WrongSchema("table T { a: [int] (⟦indexed); }", "'indexed' is for numbers"),
      WrongSchema("table T { a: S (⟦unique); } struct S { x: int; }", "'unique' is for numbers"),
      WrongSchema("table T { a: U (⟦unique); } union U { T }", "a union can't be unique"),
      WrongSchema("table T { a: int (id: 0); ⟦b: int; }", "'b' has no id"),
      WrongSchema("table T { a: int (id: 0); b: int (id: ⟦0); }", "the id 0 is taken by 'a'"),
      WrongSchema("table T { t: T (⟦required); }", "no 'T' can be made"),
      WrongSchema(
        "table A { b: B (⟦required); } table B { u: U (required); } union U { A, B }",
        "no 'A' can be made"),
      WrongSchema("table ⟦T { a: int (id: 0); b: int (id: 2); }", "no field with the id 1"),
      WrongSchema("table T { a: U (id: ⟦0); } union U { T }", "0 is too small"),
      WrongSchema(
        "table T { a: U (id: 1); b: int (id: ⟦0); } union U { T }", "the id 0 is taken by 'a'"),
    ])
  func attributes(_ wrong: WrongSchema) throws {
    try wrong.expect()
  }

  @Test(
    "Indexes that no store can keep are reported",
    arguments: [
      WrongSchema(
        "table T { a: int (primary); n: [N]; } table N { x: int (⟦indexed); } root_type T;",
        "reached only through the vector 'T.n'"),
      WrongSchema(
        "table T { a: int (primary); n: [U]; } union U { N } table N { x: int (⟦unique); } root_type T;",
        "reached only through the vector 'T.n'"),
      WrongSchema(
        "table T { a: int (primary); n: [S]; } struct S { x: int (⟦indexed); } root_type T;",
        "reached only through the vector 'T.n'"),
    ])
  func indexes(_ wrong: WrongSchema) throws {
    try wrong.expect()
  }

  @Test("An index that recursion leaves out is a warning")
  func recursiveIndex() throws {
    try WrongSchema(
      "table T { a: int (primary); x: int (⟦indexed); next: T; } root_type T;",
      "no index through the recursive field 'T.next'"
    ).expect(.warning)
  }

  @Test("Nesting that multiplies ways to indexed fields beyond reason is refused")
  func manyPaths() throws {
    let tables = (0..<20).map { "table T\($0) { a: T\($0 + 1); b: T\($0 + 1); x: int (indexed); }" }
    let text =
      tables.joined() + "table T20 { x: int (indexed); } "
      + "table R { id: int (primary); t: T0; } root_type R;"
    let found = MarkedSchema(text).diagnostics()
    #expect(found.first?.message.contains("more than 10000 ways") == true)
  }
}
