import FlatBufferCoding
import Foundation
import SchemaCompiler

/// A schema file and the files that it includes, compiled.
enum SchemaFile {
  /// Compiles a schema file; includes are looked for beside the file that names them.
  ///
  /// - Throws: `CommandError`: cannot open, naming the file; findings, with the compiler's diagnostics.
  static func compile(_ path: String) throws(CommandError) -> Schema {
    let source = SchemaSource(path: path, bytes: try bytes(of: path))
    do throws(SchemaDiagnostics) {
      let compiled = try CompiledSchema(source) { name, file in
        let beside = URL(filePath: file.path).deletingLastPathComponent().appending(path: name)
          .standardizedFileURL.relativePath
        guard let data = FileManager.default.contents(atPath: beside) else { return nil }
        return SchemaSource(path: beside, bytes: [UInt8](data))
      }
      for warning in compiled.warnings { Tool.note(warning.description) }
      return compiled.schema
    } catch {
      throw CommandError(code: .findings, message: "\(path) is no valid schema\n\(error)")
    }
  }

  private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw CommandError(code: .cannotOpen, message: "cannot read \(path): \(error.reason)")
    }
  }
}
