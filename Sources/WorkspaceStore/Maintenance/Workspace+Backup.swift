#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

extension Workspace {
  /// Copies the store, as of the newest commit, into a new file at `path`.
  ///
  /// Reads and writes go on meanwhile and are not part of the copy. The file appears under its name when it is whole;
  /// a copy that fails leaves nothing. Where the store is encrypted, so is the copy, with the same key.
  ///
  /// - Parameters:
  ///   - path: A path at which there is no file yet.
  ///   - progress: Called on this thread after every megabyte and at the end; what it throws ends the copy.
  /// - Throws: `fileExists`; `missingFile` for a folder that is not there; `noPermission`, `full`, `shutDown`, `suspended`, what
  ///   SQLite reports otherwise, and what `progress` throws.
  /// - Complexity: One pass over the store's pages. The log can't shrink while it runs.
  public func backup(
    to path: String, progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    let target = StoreFile.absolute(path)
    guard unsafe access(target, F_OK) != 0 else { throw Self.exists(target) }
    var generator = SystemRandomNumberGenerator()
    let partial =
      "\(target).partial-\(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))"
    defer {
      for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(partial + suffix) }
    }
    var failure: (any Error)?
    try read { (access) throws(WorkspaceError) in
      failure = try copy(access.connection, to: partial, progress)
    }
    if let failure { throw failure }
    // Unlike `rename`, `link` never replaces a file that has come in the meantime.
    guard unsafe link(partial, target) == 0 else {
      let reason = errno
      if reason == EEXIST { throw Self.exists(target) }
      throw WorkspaceError(
        .inputOutput, "The copy can't be put at the path (error \(reason) of the system).",
        path: target)
    }
  }

  /// Copies page by page.
  ///
  /// - Returns: What `progress` threw.
  private func copy(
    _ source: Connection, to path: String, _ progress: ((BackupProgress) throws -> Void)?
  ) throws(WorkspaceError) -> (any Error)? {
    let file = StoreFile(path: path, configuration: configuration)
    let target = try file.openCopy()
    let backup = try Backup(of: source, to: target)
    var hasMore = true
    while hasMore {
      // SQLite does not interrupt a copy.
      guard !writer.isSuspended.withLock({ $0 }) else { throw .suspended(path: self.path) }
      hasMore = try backup.step()
      do {
        try progress?(backup.progress)
      } catch {
        return error
      }
    }
    return nil
  }

  private static func exists(_ path: String) -> WorkspaceError {
    WorkspaceError(
      .fileExists, "There is a file at the path already; name another, or remove it first.",
      path: path)
  }
}
