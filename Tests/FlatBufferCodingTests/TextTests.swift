import FlatBufferCoding
import Foundation
import Testing

@Suite struct TextTests {
  private static func many() throws -> Schema {
    try RecordSchemas.compile(Bundle.module.bundleURL.appending(path: "Resources/text/many.fbs"))
  }

  /// The schema that `flatc` makes of a text.
  private func compile(_ text: String) throws -> Schema {
    try Oracle.inFolder { folder in
      let file = folder.appending(path: "printed.fbs")
      try text.write(to: file, atomically: false, encoding: .utf8)
      return try RecordSchemas.compile(file)
    }
  }

  @Test(
    "flatc makes the same schema of the text of a schema",
    arguments: ["kitchen.fbs", "features.fbs", "reflection.fbs"])
  func samples(name: String) throws {
    let schema = try RecordSchemas.wire(name)
    let text = schema.text()
    #expect(try compile(text) == schema, "\(text)")
  }

  @Test("A schema of many namespaces, forward uses and odd values survives its text")
  func manyOfAll() throws {
    let schema = try Self.many()
    let text = schema.text()
    let again = try compile(text)
    #expect(again.objects == schema.objects, "\(text)")
    #expect(again.enums == schema.enums)
    #expect(again == schema)
    #expect(again.text() == text)
  }

  @Test("The closure of every table survives its text")
  func closures() throws {
    for schema in [try Self.many(), try RecordSchemas.wire("features.fbs")] {
      for index in schema.objects.indices where !schema.objects[index].isStruct {
        let closure = schema.closure(ofRoot: index)
        #expect(try compile(closure.text()) == closure, "\(schema.objects[index].name)")
      }
    }
  }

  @Test("The text is what a person would write")
  func readable() throws {
    let schema = try RecordSchemas.compile(
      """
      namespace App;
      enum Kind:byte { A, B = 5, C }
      struct Point { x:float; y:float; }
      table Note { text:string (required); }
      union Content { Note, P:Point }
      /// What is to be done.
      table Todo (v: "2.0") {
        id:long (primary);
        kind:Kind = B;
        tags:[string];
        old:int (deprecated);
        content:Content (indexed);
        done:bool = null;
      }
      root_type Todo;
      """)
    #expect(
      schema.text() == """
        attribute "indexed";
        attribute "primary";
        attribute "v";

        namespace App;

        enum Kind: byte {
          A,
          B = 5,
          C
        }

        struct Point {
          x: float;
          y: float;
        }

        union Content {
          Note,
          P: Point
        }

        table Note {
          text: string (required);
        }

        /// What is to be done.
        table Todo (v: "2.0") {
          id: long (primary);
          kind: Kind = B;
          tags: [string];
          old: int (deprecated);
          content: Content (indexed);
          done: bool = null;
        }

        root_type Todo;

        """)
  }
}
