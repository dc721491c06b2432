import FlatBufferCoding
import Foundation
import Testing

@testable import SchemaCompiler

@Suite struct FlatcSchemaTests {
  static let schemas = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "WorkspaceStoreTests/Schemas")

  @Test(
    "Sample schemas mean what flatc says they mean",
    arguments: [
      "kitchen.fbs", "composite.fbs", "composite_v12.fbs", "int_keyed.fbs", "benchmark.fbs",
      "item.fbs", "shared/geometry.fbs",
    ])
  func samples(name: String) throws {
    let text = try String(contentsOf: Self.schemas.appending(path: name), encoding: .utf8)
    try expectSame([(name, text)])
  }

  @Test("A schema with awkward names and an include means what flatc says it means")
  func awkward() throws {
    let files = try ["awkward.fbs", "shared/geometry.fbs"].map { name in
      (name, try String(contentsOf: Self.schemas.appending(path: name), encoding: .utf8))
    }
    try expectSame(files)
  }

  @Test(
    "Each feature means what flatc says it means",
    arguments: [
      "union U { T } table T { a: int (id: 2); b: string (id: 0); u: U (id: 4); c: bool (id: 1); }",
      "struct S (force_align: 16) { a: byte; b: double; c: short; } struct R { x: byte; s: S; y: bool; }",
      "enum E: short { A = -3, B, C = 0x10, D = 1 } table T { e: E = B; f: E = null; g: E = D; }",
      "enum F: uint (bit_flags) { A, B = 4, C, D = 31 } table T { f: F; g: F = C; h: F = \"A D\"; i: F = 0; }",
      "table T { a: float = 1; b: double = -2.5e-3; c: float = inf; d: double = -infinity; e: double = nan; f: float = .5; g: double = 0x1.8p1; }",
      "table T { a: byte = -128; b: ubyte = 0xFF; c: short = -0x8000; d: int = 2147483647; e: long = -9223372036854775808; f: bool = true; g: bool = 0; h: uint = +4; }",
      "namespace A.B; struct P { x: int; } namespace A; table T { p: B.P; q: A.B.P; } namespace; table U { p: A.B.P; t: A.T; }",
      "namespace A; table T { x: int; } namespace A.B; table U { t: T; u: A.T; } union V { T, A.B.U, Other: U }",
      "/// First line\n///  second\ntable T {\n/// Of a field\n a: int; }\n/// Of an enum\nenum E: byte {\n/// Of a value\n A }",
      "table T (v: \"1.2\", was: \"Old\") { a: int (primary); b: string (indexed, required); c: long (unique); } root_type T;",
      "attribute mine; attribute \"other\"; table T (mine) { a: int (other: \"x\", mine: 3); } struct S { a: int (mine); } enum E: byte (mine) { A }",
      "table T { a: string (key); b: string (shared); c: [ubyte] (nested_flatbuffer: \"T\"); } table U { a: int (key); }",
      "union U { A: S, B: T, C: string } struct S { x: int; } table T { u: U; v: [U]; w: U (required); }",
      "enum E: short { A } struct P { x: double; } struct S { a: [int:3]; b: [P:2]; c: [E:4]; d: ubyte; }",
      "table T { a: int8; b: uint8; c: int16; d: uint16; e: int32; f: uint32; g: int64; h: uint64; i: float32; j: float64; }",
      "table T { a: [bool]; b: [byte]; c: [ubyte]; d: [short]; e: [ushort]; f: [int]; g: [uint]; h: [long]; i: [ulong]; j: [float]; k: [double]; l: [string]; m: [T]; n: [S]; } struct S { x: int; }",
      "table T { a: int = null; b: bool = null; c: double = null; d: ulong = null; }",
      "file_identifier \"ABCD\"; file_extension \"dat\"; table T { next: T; many: [T]; } ",
      "table Empty { } union U { Empty } table T { e: Empty; old: int (deprecated); u: U (deprecated); }",
      "rpc_service S { get(T): T (streaming: \"none\"); } table T { a: int; } // comment\n/* another */",
    ])
  func features(text: String) throws {
    try expectSame([("main.fbs", text)])
  }

  @Test(
    "What flatc refuses is refused here",
    arguments: [
      "table T { a: int (id: 0); b: int; }", "table T { a: int (id: 1); }", "struct S { s: S; }",
      "struct S { a: string; }", "enum E: byte { A = 200 }", "enum E: float { A }",
      "enum E: byte { A, A }", "table T { a: int (required); }", "table T { a: Missing; }",
      "table T { a: ubyte = 300; }", "table T { a: E; } enum E: byte { A = 1 }", "struct S { }",
      "struct S { a: int = 1; }", "struct S (force_align: 3) { a: int; }",
      "table T { a: [[int]]; }",
      "table T { a: int; a: int; }", "table T { a: [int:3]; }", "union U { int }",
      "enum E: ubyte (bit_flags) { A = 8 }", "file_identifier \"ABC\";",
      "table T { a: int (nope); }",
      "table T { a: int }", "table T { s: string = null (required); }",
    ])
  func refusals(text: String) throws {
    guard case .failure = try FlatcOracle.compile([("main.fbs", text)]) else {
      Issue.record("flatc takes it")
      return
    }
    #expect(throws: SchemaDiagnostics.self) { try compile(text) }
  }

  /// Compiles files with both compilers.
  private func expectSame(_ files: [(path: String, text: String)]) throws {
    let theirs = try FlatcOracle.compile(files).get().comparable
    let others = Dictionary(uniqueKeysWithValues: files)
    let ours = try compile(files[0].text, including: others).schema.comparable
    #expect(ours.enums == theirs.enums)
    for (our, their) in zip(ours.objects, theirs.objects) {
      #expect(our.fields == their.fields, "\(our.name)")
      #expect(our == their)
    }
    #expect(ours == theirs)
  }
}
