extension Workspace {
  /// Copies the store, as of the newest commit, into a new file at `path`.
  ///
  /// Reads and writes go on meanwhile and are not part of the copy; those of a store in memory wait
  /// until it is copied in memory. The file appears under its name when it is whole; a copy that
  /// fails leaves nothing. Where the store is encrypted, so is the copy, with the same key.
  ///
  /// - Parameters:
  ///   - path: A path at which there is no file yet.
  ///   - progress: Called on this thread after every megabyte and at the end; what it throws ends the copy.
  /// - Throws: `fileExists`, also for a log without its database; `missingFile` for a folder that is
  ///   not there; `noPermission`, `full`, `shutDown`, `suspended`; `nestedTransaction` inside a
  ///   transaction of a store in memory; what SQLite reports otherwise, and what `progress` throws.
  /// - Complexity: One pass over the store's pages. The log can't shrink while it runs.
  public func backup(
    to path: String, progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try backup(to: path, canRename: true, progress: progress)
  }

  /// The same, on a file system that may have no way to rename a file without replacing another.
  func backup(
    to path: String, canRename: Bool, progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    try requireOpen()
    func copy(_ body: (String) throws -> (any Error)?) throws {
      try NewFile.make(at: path, canRename: canRename) { draft in
        if let failure = try body(draft) { throw failure }
      }
    }
    guard let readers else {
      return try copy { try self.copy(image(for: "backup"), to: $0, progress) }
    }
    // A suspension waits until the draft is gone too.
    try readers.whileOpen {
      try copy { draft in
        try read { (access) throws(WorkspaceError) in
          try self.copy(access.connection, to: draft, progress)
        }
      }
    }
  }

  /// A copy of a store in memory, also in memory, so that writes don't wait for what it is read for.
  ///
  /// - Throws: `nestedTransaction` inside a transaction, which names the `call`.
  func image(for call: String) throws(WorkspaceError) -> Connection {
    try writer.requireOffQueue("\(call) was called inside a transaction; call it after its end.")
    let image = try Connection(path: "", mode: .memory, key: configuration.encryptionKey)
    try read { (access) throws(WorkspaceError) in
      let backup = try Backup(of: access.connection, to: image)
      while try backup.step() {}
    }
    return image
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
}
