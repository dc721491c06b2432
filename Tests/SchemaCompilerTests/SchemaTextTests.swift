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
