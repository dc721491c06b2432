import FlatBufferCoding
import Foundation
import Testing

@testable import SchemaCompiler

@Suite struct SchemaTextTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The schema of a file of another target's tests.
  private func compile(_ path: String) throws -> Schema {
    let folder = Self.tests.appending(path: path).deletingLastPathComponent()
    func source(_ name: String) throws -> SchemaSource {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return SchemaSource(path: name, text: text)
    }
    let name = try #require(path.split(separator: "/").last)
    let compiled = try CompiledSchema(source(String(name))) { path, _ in try? source(path) }
    return compiled.schema
  }

  @Test(
    "The text of a schema is read as that schema, here and by flatc",
    arguments: [
      "kitchen.fbs", "composite.fbs", "int_keyed.fbs", "item.fbs", "benchmark.fbs", "awkward.fbs",
      "shared/geometry.fbs",
    ].map { "WorkspaceStoreTests/Schemas/\($0)" } + [
      "FlatBufferCodingTests/Resources/text/many.fbs"
    ])
  func text(path: String) throws {
    let schema = try compile(path)
    let text = schema.text()
    let again = try CompiledSchema(SchemaSource(path: "printed.fbs", text: text)).schema
    #expect(again == schema, "\(text)")
    #expect(again.text() == text)
    let theirs = try FlatcOracle.compile([("printed.fbs", text)]).get()
    #expect(theirs.comparable == schema.comparable, "\(text)")
    #expect(schema.evolutionOffences(from: again) == [])
  }

  @Test(
    "A type that several namespaces use before its declaration has one name, for flatc",
    arguments: [
      "table A { }", "union A { C }", "union A { B.C }", "struct A { x: int; }",
    ])
  func namespaces(own: String) throws {
    let text = """
      namespace A.B; \(own)
      table C { } table D { c: C; b: A.Z; a: A; } namespace A; table Z { c: B.C; d: B.D; }
      namespace; table T { id: int (primary); z: A.Z; c: A.B.C; own: A.B.A; d: A.B.D; }
      root_type T;
      """
    let schema = try compile(text: text)
    let printed = schema.text()
    let again = try compile(text: printed)
    #expect(again == schema, "\(printed)")
    let theirs = try FlatcOracle.compile([("printed.fbs", printed)]).get()
    #expect(theirs.comparable == schema.comparable, "\(printed)")
  }

  @Test("A type further inside does not take the place of the one that is meant")
  func hidden() throws {
    let text = """
      namespace A; struct P { x: int; } namespace A.A; struct P { x: long; }
      namespace A; table T { id: int (primary); outer: P; inner: A.P; }
      root_type T;
      """
    let schema = try compile(text: text)
    #expect(try compile(text: schema.text()) == schema, "\(schema.text())")
  }

  private func compile(text: String) throws -> Schema {
    try CompiledSchema(SchemaSource(path: "a.fbs", text: text)).schema
  }

  @Test("Defaults that flatc loses are kept")
  func defaults() throws {
    let text = """
      enum E: ulong { Low, High = 18446744073709551615 }
      table T { a: ulong = 18446744073709551615; b: double = -0.0; c: E = High; d: E = Low; }
      """
    let schema = try CompiledSchema(SchemaSource(path: "a.fbs", text: text)).schema
    let again = try CompiledSchema(SchemaSource(path: "b.fbs", text: schema.text())).schema
    #expect(again == schema)
    #expect(again.objects[0].fields[1].defaultReal.sign == .minus)
  }
}
