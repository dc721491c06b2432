/// Something that is wrong with a schema, or that has no effect here: where, what, and the remedy.
package struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// Whether a schema can be used in spite of it.
  package enum Severity: String, Sendable {
    /// Nothing is compiled.
    case error
    /// The schema is used; what is named has no effect.
    case warning
  }

  /// Whether a schema can be used in spite of it.
  package let severity: Severity
  /// The file's path.
  package let path: String
  /// The line, counted from 1.
  package let line: Int
  /// The column in Unicode scalars, counted from 1.
  package let column: Int
  /// What is wrong.
  package let message: String
  /// What to do about it.
  package let remedy: String
  /// The line's text.
  package let sourceLine: String
  /// The length of the place in Unicode scalars, at least 1, within the line.
  package let length: Int

  init(
    _ severity: Severity, _ message: String, remedy: String, at range: Range<Int>,
    in source: SchemaSource
  ) {
    let place = source.place(of: range.lowerBound)
    self.severity = severity
    self.message = message
    self.remedy = remedy
    path = source.path
    line = place.line
    column = place.column
    sourceLine = String(
      place.text.unicodeScalars.map { $0.value < 32 && $0 != "\t" ? " " : Character($0) })
    let span = source.text(range.clamped(to: 0..<source.bytes.count)).unicodeScalars.count
    length = max(1, min(span, place.text.unicodeScalars.count - place.column + 1))
  }

  /// `path:line:column: error: message`, the source line with a caret below, and the remedy.
  package var description: String {
    let indent = String(
      String.UnicodeScalarView(
        sourceLine.unicodeScalars.prefix(column - 1).map { $0 == "\t" ? "\t" : " " }))
    let caret = "^" + String(repeating: "~", count: length - 1)
    return """
      \(path):\(line):\(column): \(severity.rawValue): \(message)
      \(sourceLine)
      \(indent)\(caret)
      remedy: \(remedy)
      """
  }
}

/// Why a schema was not compiled: at least one error, and the warnings beside it.
package struct SchemaDiagnostics: Error, Sendable, CustomStringConvertible {
  /// Errors and warnings, in order of files and places.
  package let diagnostics: [Diagnostic]

  /// Every diagnostic, one after another.
  package var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
