#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Where a store's file lies: the directory, which the side files share, and the name.
///
/// SQLite follows symbolic links before it names the side files, and so does this.
struct FilePlace: Sendable, Hashable {
  /// The directory's path.
  let directory: String
  /// The file's name.
  let name: String

  /// The place of the file at a path; nil if there is none.
  init?(path: String) {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    let real = unsafe String(cString: resolved)
    guard let slash = real.lastIndex(of: "/") else { return nil }
    directory = slash == real.startIndex ? "/" : String(real[..<slash])
    name = String(real[real.index(after: slash)...])
  }

  /// The path of the write-ahead log.
  var logPath: String { "\(directory)/\(name)-wal" }

  /// Whether a file of the directory is the store's or its log.
  func isStore(_ file: some StringProtocol) -> Bool {
    file == name || file == "\(name)-wal"
  }
}
