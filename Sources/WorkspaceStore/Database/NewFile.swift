#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A database that is made under another name, and gets its own when it is whole.
package struct NewFile {
  private let path: String
  /// Where it is made: in the same folder, so that it need not be copied.
  private let draft: String
  /// Whether a file can have two names; false where tests play a file system that can't.
  private let hasLinks: Bool

  /// Lets `body` make a database and close it, and then puts it at `path`; where that fails, nothing is left.
  ///
  /// - Parameters:
  ///   - path: A path at which there is no file yet.
  ///   - hasLinks: Whether to count on hard links.
  ///   - body: Makes the database at the path that it gets.
  /// - Returns: What `body` returns.
  /// - Throws: `fileExists`; `inputOutput`; what `body` throws, with `path` as the path of the store.
  package static func make<Output>(
    at path: String, hasLinks: Bool = true, _ body: (String) throws -> Output
  ) throws -> Output {
    let file = NewFile(path: StoreFile.absolute(path), hasLinks: hasLinks)
    guard unsafe access(file.path, F_OK) != 0 else { throw file.exists }
    defer {
      for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(file.draft + suffix) }
    }
    do {
      let output = try body(file.draft)
      try file.place()
      return output
    } catch var error as WorkspaceError {
      if error.path == file.draft { error.path = file.path }
      throw error
    }
  }

  private init(path: String, hasLinks: Bool) {
    var generator = SystemRandomNumberGenerator()
    let name = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
    self.path = path
    self.hasLinks = hasLinks
    draft = "\(path).partial-\(name)"
  }

  private func place() throws(WorkspaceError) {
    // Unlike `rename`, `link` never replaces a file that has come in the meantime.
    if hasLinks {
      if unsafe link(draft, path) == 0 { return }
      guard errno != EEXIST else { throw exists }
    }
    guard let reason = takePlace() else { return }
    if reason == EEXIST { throw exists }
    throw WorkspaceError(
      .inputOutput, "The file can't be put at the path (error \(reason) of the system).",
      path: path)
  }

  /// Makes an empty file, which only one can do, and replaces it: for file systems without hard links.
  ///
  /// - Returns: The system's error; nil if all went well.
  private func takePlace() -> Int32? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    guard unsafe rename(draft, path) != 0 else { return nil }
    let reason = errno
    unsafe unlink(path)
    return reason
  }

  private var exists: WorkspaceError {
    WorkspaceError(
      .fileExists, "There is a file at the path already; name another, or remove it first.",
      path: path)
  }
}
