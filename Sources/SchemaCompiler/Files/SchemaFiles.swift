import Foundation

/// A schema's file could not be read or written.
package struct SchemaFileError: Error {
  /// What could not be done with which file, and why.
  package let message: String

  /// An error that says what was tried, with the system's reason.
  package init(_ attempt: String, _ error: any Error) {
    message = "\(attempt): \(error.reason)"
  }

  /// An error with a message of its own.
  package init(message: String) {
    self.message = message
  }
}

/// Reads schemas, and what they include, from disk.
package struct SchemaFiles {
  /// The folder in which includes are looked for, after the including file's own; nil for none.
  package var root: String?

  /// Files whose includes may also lie under a folder.
  package init(root: String? = nil) {
    self.root = root
  }

  /// Reads a schema.
  ///
  /// - Throws: If there is no such file, or it can't be read.
  package func source(_ path: String) throws(SchemaFileError) -> SchemaSource {
    do {
      return SchemaSource(path: path, bytes: [UInt8](try Data(contentsOf: URL(literalPath: path))))
    } catch {
      throw SchemaFileError("cannot read \(path)", error)
    }
  }

  /// Compiles a schema and what it includes.
  ///
  /// - Throws: `SchemaFileError`, `SchemaDiagnostics`.
  package func compile(_ path: String) throws -> CompiledSchema {
    var unreadable: SchemaFileError?
    // Files that include one another meet under several paths; each counts once, by its first.
    var paths = [resolved(path): path]
    let compiled = try CompiledSchema(try source(path)) { included, from in
      find(included, from: from).flatMap { place in
        let found = paths[resolved(place)] ?? place
        paths[resolved(place)] = found
        do throws(SchemaFileError) {
          return try source(found)
        } catch {
          unreadable = unreadable ?? error
          // What is there but can't be read is no missing file; it is named below.
          return SchemaSource(path: found, bytes: [])
        }
      }
    }
    if let unreadable { throw unreadable }
    return compiled
  }

  /// The file that `include` means: beside the including one, or under the root.
  private func find(_ included: String, from source: SchemaSource) -> String? {
    let own = URL(literalPath: source.path).deletingLastPathComponent()
    for folder in [own, root.map { URL(literalPath: $0) }].compactMap(\.self) {
      let path = folder.appending(path: included).standardizedFileURL.relativePath
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    return nil
  }

  /// The one path of a file that may have many.
  private func resolved(_ path: String) -> String {
    URL(literalPath: path).standardizedFileURL.resolvingSymlinksInPath()
      .path(percentEncoded: false)
  }
}

extension Error {
  /// The system's words for what went wrong, without the code around them.
  fileprivate var reason: String {
    let error = self as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return unsafe String(cString: strerror(Int32(underlying.code)))
  }
}
