import Foundation
import SchemaCompiler

/// A file of Swift that the tool makes.
struct GeneratedFile {
  /// Where it is written.
  let path: String

  /// Writes text, unless the file holds it already.
  ///
  /// A link, and what is no file, such as `/dev/stdout`, is written to and not replaced.
  ///
  /// - Throws: `SchemaFileError` if it can't be written.
  func write(_ text: String) throws(SchemaFileError) {
    let url = URL(literalPath: path)
    let data = Data(text.utf8)
    let isPlain = isPlain
    if isPlain, (try? Data(contentsOf: url)) == data { return }
    do {
      try data.write(to: url, options: isPlain ? .atomic : [])
    } catch {
      throw SchemaFileError("cannot write \(path)", error)
    }
  }

  /// Whether there is a file, or nothing.
  private var isPlain: Bool {
    var information = stat()
    return unsafe lstat(path, &information) != 0 || information.st_mode & S_IFMT == S_IFREG
  }
}

/// Throws unless files lie under the root, if there is one: types of others would never be generated.
///
/// - Throws: `SchemaFileError`, naming the first that lies elsewhere.
func requireWithin(
  _ root: String?, _ paths: [String], includedBy path: String
) throws(SchemaFileError) {
  guard let root else { return }
  let parts = URL(literalPath: root).standardizedFileURL.pathComponents
  for included in paths
  where !URL(literalPath: included).standardizedFileURL.pathComponents.starts(with: parts) {
    throw SchemaFileError(
      message:
        "\(path) includes \(included), which lies outside the target's folder \(root), "
        + "so that its types would be missing; move or link it into the target")
  }
}
