import Foundation
import SchemaCompiler

extension CommandLineTool {
  /// Writes the Swift types of one schema.
  static func generate(_ arguments: Arguments) throws -> Int32 {
    let path = try arguments.paths(1, "one schema")[0]
    let output = try arguments.required("--output")
    let compiled = try compile(path, root: arguments["--root"])
    try requireWithin(arguments["--root"], compiled.included, includedBy: path)
    try GeneratedFile(path: output)
      .write(compiled.swiftText(fileName: URL(literalPath: path).lastPathComponent))
    return 0
  }

  /// Writes the namespaces of all schemas of a target.
  static func namespaces(_ arguments: Arguments) throws -> Int32 {
    let output = try arguments.required("--output")
    let files = SchemaFiles()
    let namespaces = try arguments.paths.flatMap { schemaNamespaces(of: try files.source($0)) }
    try GeneratedFile(path: output).write(swiftNamespaces(namespaces))
    return 0
  }

  /// Compares two versions of a schema; a schema that can't be compiled is no finding, and exits with 2.
  static func check(_ arguments: Arguments) throws -> Int32 {
    let paths = try arguments.paths(2, "an old schema and a new one")
    let schemas: [CompiledSchema]
    do {
      schemas = try paths.map { try compile($0) }
    } catch let error as SchemaDiagnostics {
      report(error.description)
      return 2
    }
    let offences = schemas[1].evolutionOffences(from: schemas[0])
    for offence in offences { print(offence) }
    return offences.isEmpty ? 0 : 1
  }

  /// Compiles a schema and what it includes; warnings go to standard error.
  private static func compile(_ path: String, root: String? = nil) throws -> CompiledSchema {
    let compiled = try SchemaFiles(root: root).compile(path)
    for warning in compiled.warnings { report(warning.description) }
    return compiled
  }
}
