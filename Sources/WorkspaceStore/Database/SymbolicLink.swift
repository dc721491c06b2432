#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Where symbolic links lead.
enum SymbolicLink {
  /// How many links are followed, one from the other: as many as Linux does.
  private static let limit = 40
  /// The longest text of a link, in bytes.
  private static let longest = 4096

  /// The path that a link at the end of a path leads to, whether there is a file or not; the path itself without one.
  ///
  /// Links to folders on the way are left: files beside one another are found through them as well. Links that lead in a
  /// circle give one of them, which can't be opened.
  static func target(of path: String) -> String {
    var path = path
    for _ in 0..<limit {
      guard let text = text(of: path) else { return path }
      if text.hasPrefix("/") {
        path = text
      } else {
        path = StoreFile.folder(of: path) + text
      }
    }
    return path
  }

  /// What a link says; nil where there is none.
  private static func text(of path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe readlink(path, start, buffer.count)
      guard count > 0, count < longest else { return nil }
      return unsafe String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
        as: UTF8.self)
    }
  }
}
