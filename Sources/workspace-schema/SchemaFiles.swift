import Foundation
import SchemaCompiler

/// A file could not be read or written.
struct FileError: Error {
  let message: String
}

/// Reads schemas, and what they include, from disk.
struct SchemaFiles {
  /// Where includes are looked for, after the including file's own folder.
  var root: URL?

  /// Reads a schema.
  ///
  /// - Throws: `FileError` if there is no such file, or it can't be read.
  func source(_ path: String) throws -> SchemaSource {
    do {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      return SchemaSource(path: path, bytes: bytes)
    } catch {
      throw FileError(message: "can't read \(path): \(Self.reason(error))")
    }
  }

  /// Compiles a schema and what it includes; warnings go to standard error.
  ///
  /// - Throws: `FileError`, `SchemaDiagnostics`.
  func compile(_ path: String) throws -> CompiledSchema {
    let compiled = try CompiledSchema(try source(path)) { included, from in
      find(included, from: from)
    }
    for warning in compiled.warnings { CommandLineTool.report(warning.description) }
    return compiled
  }

  /// The file that `include` means: beside the including one, or under the root.
  private func find(_ included: String, from source: SchemaSource) -> SchemaSource? {
    let own = URL(filePath: source.path).deletingLastPathComponent()
    for folder in [own, root].compactMap(\.self) {
      let path = folder.appending(path: included).standardizedFileURL.path(percentEncoded: false)
      if FileManager.default.isReadableFile(atPath: path), let found = try? self.source(path) {
        return found
      }
    }
    return nil
  }

  /// Throws unless files lie under the root, if there is one: types of others would never be generated.
  ///
  /// - Throws: `FileError`, naming the first that lies elsewhere.
  func requireWithinRoot(_ paths: [String], includedBy path: String) throws {
    guard let root else { return }
    let parts = root.standardizedFileURL.pathComponents
    for included in paths
    where !URL(filePath: included).standardizedFileURL.pathComponents.starts(with: parts) {
      throw FileError(
        message:
          "\(path) includes \(included), which lies outside the target's folder \(root.relativePath), "
          + "so that its types would be missing; move or link it into the target")
    }
  }

  /// Writes text, unless the file holds it already.
  ///
  /// - Throws: `FileError` if it can't be written.
  static func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    let data = Data(text.utf8)
    if (try? Data(contentsOf: url)) == data { return }
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw FileError(message: "can't write \(path): \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String { error.localizedDescription }
}
