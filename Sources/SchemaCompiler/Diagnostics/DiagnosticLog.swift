/// The sources that a compilation has read, and what it has to say about them.
struct DiagnosticLog {
  private(set) var sources: [SchemaSource] = []
  private var entries: [(range: SourceRange, diagnostic: Diagnostic)] = []
  private var seen: Set<Diagnostic> = []

  /// Beyond this many diagnostics nothing is added: what is left is noise.
  static let limit = 100

  var hasErrors: Bool { entries.contains { $0.diagnostic.severity == .error } }

  /// Every diagnostic, in order of files and places.
  var diagnostics: [Diagnostic] {
    entries.enumerated().sorted {
      ($0.element.range.file, $0.element.range.bytes.lowerBound, $0.offset)
        < ($1.element.range.file, $1.element.range.bytes.lowerBound, $1.offset)
    }.map(\.element.diagnostic)
  }

  /// Adds a source, and gives the number by which places name it.
  mutating func add(_ source: SchemaSource) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  mutating func error(_ message: String, at range: SourceRange, remedy: String) {
    add(.error, message, at: range, remedy: remedy)
  }

  mutating func warning(_ message: String, at range: SourceRange, remedy: String) {
    add(.warning, message, at: range, remedy: remedy)
  }

  /// The text at a place.
  func text(_ range: SourceRange) -> String {
    sources[range.file].text(range.bytes)
  }

  /// `path:line` of a place, to point at it from another one.
  func location(_ range: SourceRange) -> String {
    let source = sources[range.file]
    return "\(source.path):\(source.place(of: range.bytes.lowerBound).line)"
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, _ message: String, at range: SourceRange, remedy: String
  ) {
    guard entries.count < Self.limit else { return }
    let diagnostic = Diagnostic(
      severity, message, remedy: remedy, at: range.bytes, in: sources[range.file])
    if seen.insert(diagnostic).inserted { entries.append((range, diagnostic)) }
  }
}
