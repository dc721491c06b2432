import FlatBufferCoding
import Foundation
import TestSupport
import Testing

@testable import SchemaCompiler

@Suite struct HostileSchemaTests {
  private static let text: [UInt8] = {
    let folder = FlatcSchemaTests.schemas
    return ["kitchen.fbs", "awkward.fbs", "shared/geometry.fbs", "composite.fbs"].flatMap { name in
      (try? [UInt8](Data(contentsOf: folder.appending(path: name)))) ?? []
    }
  }()

  @Test("Damaged text gives a schema or diagnostics within it, never a trap", arguments: seeds(300))
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes = Self.text
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let length = Int.random(in: 0...min(30, bytes.count - place), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeSubrange(place..<(place + length))
      case 1:
        bytes.insert(
          contentsOf: bytes[place..<(place + length)],
          at: Int.random(in: 0...bytes.count, using: &random))
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default: bytes[place] = Array("{}()[]:;,=.\"/*-0aA\n".utf8).randomElement(using: &random) ?? 0
      }
      if bytes.isEmpty { bytes = [0] }
    }
    check(SchemaSource(path: "damaged.fbs", bytes: bytes))
  }

  @Test("Words in any order give a schema or diagnostics, never a trap", arguments: seeds(300))
  func anyWords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = [
      "table", "struct", "enum", "union", "root_type", "namespace", "A", "B", "a", "b", "int",
      "string", "{", "}", "(",
      ")", "[", "]", ":", ";", ",", "=", ".", "-", "1", "0xFF", "1.5", "null", "primary", "indexed",
      "id", "\"x\"",
      "byte", "bit_flags", "A", "{", "}", ":", ";",
    ]
    let text = (0..<200).map { _ in words.randomElement(using: &random) ?? "" }
    check(SchemaSource(path: "words.fbs", text: text.joined(separator: " ")))
  }

  @Test("Great nesting and repetition end in bounded time", arguments: Extreme.allCases)
  func extreme(kind: Extreme) {
    check(SchemaSource(path: "extreme.fbs", text: kind.text))
  }

  @Test("Files that include one another are read once each")
  func includeCycle() throws {
    let files = [
      "a.fbs": "include \"b.fbs\"; table A { b: B; }",
      "b.fbs": "include \"a.fbs\"; table B { a: A; }",
    ]
    var reads = 0
    let compiled = try CompiledSchema(SchemaSource(path: "a.fbs", text: files["a.fbs"] ?? "")) {
      path, _ in
      reads += 1
      return files[path].map { SchemaSource(path: path, text: $0) }
    }
    #expect(reads == 2)
    #expect(compiled.declared == ["A"])
    #expect(compiled.schema.objects.map(\.name) == ["A", "B"])
  }

  /// Compiles a source: a schema can be generated from, written and read back; diagnostics lie within the text.
  private func check(_ source: SchemaSource) {
    do {
      let compiled = try CompiledSchema(source)
      #expect(!compiled.swiftText(fileName: "x.fbs").isEmpty)
      #expect(try Schema(binary: compiled.schema.binary()) == compiled.schema)
    } catch let error as SchemaDiagnostics {
      #expect(error.diagnostics.contains { $0.severity == .error })
      for diagnostic in error.diagnostics {
        #expect(!diagnostic.message.isEmpty && !diagnostic.remedy.isEmpty)
        #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
        #expect(diagnostic.column - 1 <= diagnostic.sourceLine.unicodeScalars.count)
      }
    } catch {
      Issue.record("\(error)")
    }
  }
}

/// Texts that are large in one way.
enum Extreme: CaseIterable {
  case brackets, tables, namespaces, parts, nestedStructs, nestedTables, fields, tooManyFields
  case comments, quotes

  var text: String {
    switch self {
    case .brackets: "table T { a: " + String(repeating: "[", count: 200_000)
    case .tables: String(repeating: "table T {", count: 20_000)
    case .namespaces: String(repeating: "namespace A;", count: 20_000)
    case .parts: "namespace " + String(repeating: "A.", count: 100_000)
    case .nestedStructs: Self.numbered(3_000) { "struct S\($0) { a: S\($0 + 1); }" }
    case .nestedTables:
      Self.numbered(3_000) { "table T\($0) { a: T\($0 + 1); }" } + "table T3000 { a: T0; }"
    case .fields: "table T {" + Self.numbered(3_000) { "f\($0): int;" } + "}"
    case .tooManyFields: "table T {" + Self.numbered(40_000) { "f\($0): bool;" } + "}"
    case .comments: String(repeating: "/*", count: 100_000)
    case .quotes: String(repeating: "\"", count: 100_001)
    }
  }

  private static func numbered(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined()
  }
}
