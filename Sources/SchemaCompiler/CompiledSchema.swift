package import FlatBufferCoding

/// A schema that was read from text: every type that its file declares or includes.
package struct CompiledSchema: Sendable {
  /// The types of the file and of all that it includes; the root is the file's own.
  package let schema: Schema
  /// The qualified names of the types that the file itself declares, in order.
  package let declared: [String]
  /// The paths of the files that it includes, directly or not.
  package let included: [String]
  /// What has no effect, and why.
  package let warnings: [Diagnostic]

  /// Compiles a file.
  ///
  /// `include` finds a file that another one includes, by the path in its `include`; nil if there is none. A file is
  /// read once, however often it is included; two sources with one path are one file.
  ///
  /// - Throws: Every error that was found, up to 100, with the warnings.
  /// - Complexity: O(*n*) for a text of *n* bytes, plus O(*n*) for each diagnostic.
  package init(
    _ source: SchemaSource,
    include: (_ path: String, _ from: SchemaSource) -> SchemaSource? = { _, _ in nil }
  ) throws(SchemaDiagnostics) {
    var log = DiagnosticLog()
    let files = readFiles(source, include: include, log: &log)
    // What was not read would only seem to be missing.
    guard !log.hasErrors else { throw SchemaDiagnostics(diagnostics: log.diagnostics) }
    var builder = SchemaBuilder(files: files, log: log)
    let schema = builder.build()
    guard !builder.log.hasErrors else {
      throw SchemaDiagnostics(diagnostics: builder.log.diagnostics)
    }
    self.schema = schema
    declared = files[0].declarations.map(\.qualifiedName)
    included = builder.log.sources.dropFirst().map(\.path)
    warnings = builder.log.diagnostics
  }

  /// Why this is no legal successor of an older version, one line for each offence; none if it is.
  package func evolutionOffences(from old: CompiledSchema) -> [String] {
    schema.evolutionOffences(from: old.schema)
  }
}

/// Parses a file, and each that it includes, once; the file itself comes first.
private func readFiles(
  _ source: SchemaSource, include: (String, SchemaSource) -> SchemaSource?,
  log: inout DiagnosticLog
) -> [FileSyntax] {
  var files = [Parser.parse(file: log.add(source), log: &log)]
  var known: Set<String> = [source.path]
  var next = 0
  while next < files.count {
    for path in files[next].includes {
      guard let found = include(path.text, log.sources[files[next].file]) else {
        log.error(
          "there is no file '\(path.text)' to include", at: path.range,
          remedy: "write the path as seen from this file, or from the target's folder")
        continue
      }
      if known.insert(found.path).inserted {
        files.append(Parser.parse(file: log.add(found), log: &log))
      }
    }
    next += 1
  }
  return files
}

/// The namespaces that a file opens, each as its parts; of a file with errors, those that can be read.
package func schemaNamespaces(of source: SchemaSource) -> [[String]] {
  var log = DiagnosticLog()
  return Parser.parse(file: log.add(source), log: &log).namespaces
}
