import FlatBufferCoding
import SchemaCompiler

/// A schema file and the files that it includes, compiled.
enum SchemaFile {
  /// Compiles a schema file; includes are looked for beside the file that names them.
  ///
  /// - Throws: `CommandError`: cannot open, naming the file; findings, with the compiler's diagnostics.
  static func compile(_ path: String) throws -> Schema {
    do {
      let compiled = try SchemaFiles().compile(path)
      for warning in compiled.warnings { Tool.note(warning.description) }
      return compiled.schema
    } catch let error as SchemaFileError {
      throw CommandError(code: .cannotOpen, message: error.message)
    } catch let error as SchemaDiagnostics {
      throw CommandError(code: .findings, message: "\(path) is no valid schema\n\(error)")
    }
  }
}
