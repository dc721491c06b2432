import Foundation

/// Finds what schemas include, so that a change of an included file generates its users again.
struct IncludedFiles {
  /// Where includes are looked for, after the including file's own folder.
  let root: URL

  /// A schema and all that it includes, directly or not.
  ///
  /// Only words are looked at: what stands in a comment is one file too many, and does no harm.
  func all(of schema: URL) -> [URL] {
    var found = [schema.standardizedFileURL]
    var next = 0
    while next < found.count {
      for include in includes(of: found[next]) where !found.contains(include) {
        found.append(include)
      }
      next += 1
    }
    return found
  }

  private func includes(of schema: URL) -> [URL] {
    guard let data = try? Data(contentsOf: schema) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    return text.matches(of: #/\binclude\s*["']([^"'\n]+)["']/#).compactMap { match in
      [schema.deletingLastPathComponent(), root]
        .map { $0.appending(path: String(match.1)).standardizedFileURL }
        .first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    }
  }
}
