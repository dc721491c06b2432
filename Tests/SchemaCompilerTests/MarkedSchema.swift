@testable import SchemaCompiler

/// A schema's text in which `⟦` marks where a diagnostic is expected.
struct MarkedSchema {
  let text: String
  /// The place of the mark, each counted from 1; nil without a mark.
  let place: (line: Int, column: Int)?

  init(_ marked: String) {
    text = marked.replacing("⟦", with: "")
    place = marked.firstIndex(of: "⟦").map { index in
      let lines = marked[..<index].split(separator: "\n", omittingEmptySubsequences: false)
      return (lines.count, (lines.last?.unicodeScalars.count ?? 0) + 1)
    }
  }

  /// What a compilation of the text says, errors or warnings; empty if it says nothing.
  func diagnostics(including others: [String: String] = [:]) -> [Diagnostic] {
    do {
      return try compile(text, including: others).warnings
    } catch {
      return error.diagnostics
    }
  }
}

/// Compiles a text, with other files by their paths.
func compile(
  _ text: String, including others: [String: String] = [:]
) throws(SchemaDiagnostics) -> CompiledSchema {
  try CompiledSchema(SchemaSource(path: "main.fbs", text: text)) { path, _ in
    others[path].map { SchemaSource(path: path, text: $0) }
  }
}
