import Foundation
import SchemaCompiler

/// A file of Swift that the tool makes.
struct GeneratedFile {
  /// Where it is written.
  let path: String

  /// Writes text, unless the file holds it already.
  ///
  /// - Throws: `SchemaFileError` if it can't be written.
  func write(_ text: String) throws(SchemaFileError) {
    let url = URL(literalPath: path)
    let data = Data(text.utf8)
    if (try? Data(contentsOf: url)) == data { return }
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw SchemaFileError("cannot write \(path)", error)
    }
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
