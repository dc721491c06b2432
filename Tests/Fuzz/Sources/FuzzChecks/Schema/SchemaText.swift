@testable import FlatBufferCoding
@testable import SchemaCompiler

/// Checks bytes as the text of a schema; what follows a byte 0xFF, which no text has, is the file that others include.
public func checkSchemaText(_ bytes: UnsafeRawBufferPointer) {
  let parts = unsafe bytes.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
  let included = unsafe SchemaSource(
    path: "included.fbs", bytes: parts.count > 1 ? [UInt8](parts[1]) : [])
  let source = unsafe SchemaSource(path: "main.fbs", bytes: [UInt8](parts[0]))
  _ = schemaNamespaces(of: source)
  let compiled: CompiledSchema
  do throws(SchemaDiagnostics) {
    compiled = try CompiledSchema(source) { _, _ in included }
  } catch {
    let errors = error.diagnostics.filter { $0.severity == .error }
    require(!errors.isEmpty, "refused without an error")
    for diagnostic in error.diagnostics {
      require(diagnostic.line > 0 && diagnostic.column > 0 && diagnostic.length > 0, "no place")
    }
    require(!error.description.isEmpty, "an error without words")
    return
  }
  _ = compiled.warnings.map(\.description)
  _ = compiled.swiftText(fileName: "main.fbs")
  check(compiled.schema)
}

/// A compiled schema is valid, and its text means the same schema.
private func check(_ schema: Schema) {
  mustSucceed("validation") { () throws(FlatBufferError) in try schema.validate() }
  checkBinaryForm(schema)
  let text = schema.text()
  let again = mustSucceed("compiling own text\n\(text)\n") { () throws(SchemaDiagnostics) in
    try CompiledSchema(SchemaSource(path: "again.fbs", text: text))
  }
  require(again.schema == schema, "text means another schema:\n\(text)")
  require(again.schema.text() == text, "a schema has two texts:\n\(text)")
  guard let root = schema.rootIndex else { return }
  let closure = schema.closure(ofRoot: root)
  checkBinaryForm(closure)
  checkUse(closure)
}
