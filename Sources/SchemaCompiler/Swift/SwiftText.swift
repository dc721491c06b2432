/// Swift code in the making: lines, indented by the blocks around them.
struct SwiftText {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  /// Adds lines in braces.
  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Adds a type's members to the namespace's enum, or the type alone if it has no namespace.
  mutating func inNamespace(_ namespace: [String], _ body: (inout SwiftText) -> Void) {
    if namespace.isEmpty {
      body(&self)
    } else {
      block(
        "nonisolated extension \(namespace.map(SwiftName.escaped).joined(separator: "."))", body)
    }
  }

  /// Adds documentation: that of the schema or, without any, `summary`.
  mutating func documentation(_ lines: [String], or summary: String, _ note: String = "") {
    let lines = lines.map {
      $0.filter { !$0.isNewline && ($0 == "\t" || !$0.isASCII || $0 >= " ") }
    }
    if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      line("/// \(summary)")
    } else {
      for text in lines { line("///" + text) }
    }
    if !note.isEmpty {
      line("///")
      line("/// \(note)")
    }
  }
}
