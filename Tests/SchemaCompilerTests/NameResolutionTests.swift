import FlatBufferCoding
import Testing

@testable import SchemaCompiler

@Suite struct NameResolutionTests {
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
