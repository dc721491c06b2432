import FlatBufferCoding
import Foundation
import Testing

@testable import SchemaCompiler

@Suite struct SchemaTextTests {
  @Test(
    "A schema that is printed and compiled again is the same schema",
    arguments: [
      "kitchen.fbs", "composite.fbs", "int_keyed.fbs", "benchmark.fbs", "item.fbs", "awkward.fbs",
      "shared/geometry.fbs",
    ])
  func printed(name: String) throws {
    let folder = FlatcSchemaTests.schemas
    let source = SchemaSource(
      path: name, bytes: [UInt8](try Data(contentsOf: folder.appending(path: name))))
    let compiled = try CompiledSchema(source) { path, _ in
      (try? Data(contentsOf: folder.appending(path: path))).map {
        SchemaSource(path: path, bytes: [UInt8]($0))
      }
    }
    let again = try compile(compiled.schema.text())
    #expect(again.schema == compiled.schema)
  }

  @Test("A type is found from inside out: its own namespace, those around it, then none")
  func resolution() throws {
    let text = """
      namespace A; struct P { x: int; } namespace A.B; struct P { x: long; }
      table T { own: P; outer: A.P; } namespace C; table U { far: A.B.P; }
      namespace; table V { a: A.B.T; }
      """
    let schema = try compile(text).schema
    let table = try #require(schema.objects.first { $0.name == "A.B.T" })
    let names = table.fields.map { field in field.type.index.map { schema.objects[$0].name } }
    #expect(names == ["A.B.P", "A.P"])
  }
}
