internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A database that is made under another name, and gets its own when it is whole.
package struct NewFile {
  private let path: String
  /// Whether to count on a rename that replaces nothing; false where tests play a file system without.
  private let canRename: Bool
  /// Writes what a descriptor stands for to the disk, as `fsync` does.
  private let sync: (Int32) -> Int32

  /// Lets `body` make a database and close it, and then puts it at `path`; where that fails, nothing is left.
  ///
  /// It is made in a folder beside `path`, so that it need not be copied: see `DraftFolder`. What a process leaves that is
  /// killed meanwhile is removed by the next one that makes a file at `path`.
  ///
  /// - Parameters:
  ///   - path: A path at which there is no file yet, and no log of one.
  ///   - canRename: Whether to count on a rename that replaces nothing.
  ///   - sync: What syncs the folder; tests count it, and let it fail.
  ///   - body: Makes the database at the path that it gets.
  /// - Returns: What `body` returns.
  /// - Throws: `fileExists`; `inputOutput`; what `body` throws, with `path` as the path of the store.
  package static func make<Output>(
    at path: String, canRename: Bool = true, sync: @escaping (Int32) -> Int32 = { fsync($0) },
    _ body: (String) throws -> Output
  ) throws -> Output {
    let file = NewFile(path: StoreFile.absolute(path), canRename: canRename, sync: sync)
    try file.requireFree()
    let draft = try DraftFolder(for: file.path)
    do {
      let output = try body(draft.file)
      try file.place(draft.file)
      return output
    } catch var error as WorkspaceError {
      if error.path == draft.file { error.path = file.path }
      throw error
    }
  }

  private init(path: String, canRename: Bool, sync: @escaping (Int32) -> Int32) {
    self.path = path
    self.canRename = canRename
    self.sync = sync
  }

  /// Throws if there is a file at the path, or a log, which SQLite would take for that of the new one.
  private func requireFree() throws(WorkspaceError) {
    guard unsafe access(path, F_OK) != 0 else { throw exists }
    for suffix in ["-wal", "-journal"] where unsafe access(path + suffix, F_OK) == 0 {
      throw WorkspaceError(
        .fileExists,
        "There is no file at the path, but the log of one, \(path)\(suffix); remove it first.",
        path: path)
    }
  }

  private func place(_ draft: String) throws(WorkspaceError) {
    // SQLite does not say where closing could not write the log back.
    for suffix in ["-wal", "-journal"] where unsafe access(draft + suffix, F_OK) == 0 {
      throw WorkspaceError(
        .inputOutput, "The file could not be written whole; look whether the disk is full.",
        path: path)
    }
    try requireFree()
    // Unlike `rename`, neither replaces a file that has come in the meantime. Not every file system has the first, nor
    // the second, by which the file has two names for a moment, and is refused to writers.
    if canRename, unsafe csqlite_rename_exclusively(draft, path) == 0 { return try syncFolder() }
    guard unsafe link(draft, path) != 0 else {
      unsafe unlink(draft)
      return try syncFolder()
    }
    let reason = errno
    if reason == EEXIST { throw exists }
    throw WorkspaceError(
      .inputOutput, "The file can't be put at the path (error \(reason) of the system).",
      path: path)
  }

  /// Sees to it that the file's name outlives a loss of power; its bytes SQLite has synced.
  ///
  /// Where a folder can't be opened or synced at all, as on some file systems, nothing can be done, and SQLite does nothing either.
  private func syncFolder() throws(WorkspaceError) {
    let descriptor = unsafe open(
      StoreFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard sync(descriptor) != 0 else { return }
    let reason = errno
    guard [EIO, ENOSPC, EDQUOT].contains(reason) else { return }
    unsafe unlink(path)
    throw WorkspaceError(
      .inputOutput,
      "The file's folder can't be written to the disk (error \(reason) of the system).",
      path: path)
  }

  private var exists: WorkspaceError {
    WorkspaceError(
      .fileExists, "There is a file at the path already; name another, or remove it first.",
      path: path)
  }
}
