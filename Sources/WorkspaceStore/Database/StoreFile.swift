internal import CSQLite
internal import Migrations

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// The file of a store: what it is, and how to open it.
///
/// Nothing but SQLite opens the file, as closing a descriptor would drop the POSIX locks that
/// this process has on it.
struct StoreFile {
  /// `application_id` of a store: "WSTR".
  static let applicationID: Int64 = 0x5753_5452

  let path: String
  let vfs: String?
  let busyTimeout: Int32

  /// Opens the store for writing, and makes it if there is no file or only an empty one.
  ///
  /// An SQLite database with no table, no application id and no version counts as empty, as does a
  /// file of no bytes, which is what SQLite makes of a database that was never written to.
  func openForWriting() throws(WorkspaceError) -> Connection {
    if try size() ?? 0 > 0 { try refuseForeign() }
    let connection = try open(.create)
    guard unsafe sqlite3_db_readonly(connection.handle, "main") == 0 else {
      throw WorkspaceError(
        .noPermission, "The file can't be written to; open it read-only.", path: path)
    }
    try StoreFormat(connection: connection).bringUpToDate()
    return connection
  }

  /// Opens the store for reading; no file is made or changed.
  ///
  /// With a `-shm` beside it others may have it open: an ordinary read-only connection. Without a
  /// `-wal` (or with an empty one) everything is in the file, which is then read as immutable, as an ordinary
  /// connection would make side files. A `-wal` without `-shm` was left by a crash or a copy: its index is then kept in memory.
  func openForReading() throws(WorkspaceError) -> Connection {
    guard let size = try size() else {
      throw WorkspaceError(.missingFile, "There is no file at the path.", path: path)
    }
    guard size > 0 else {
      throw WorkspaceError(
        .emptyFile, "The file is empty; open it for writing to make a store of it.", path: path)
    }
    try refuseForeign()
    let connection = try open(readingMode)
    try StoreFormat(connection: connection).refuseOthers()
    return connection
  }

  private var readingMode: OpenMode {
    if Self.size(of: path + "-shm") != nil { return .read }
    return Self.size(of: path + "-wal") ?? 0 > 0 ? .privateIndex : .immutable
  }

  /// Opens one more connection to a store that is open for writing.
  func openReader() throws(WorkspaceError) -> Connection {
    try open(.read)
  }

  private func open(_ mode: OpenMode) throws(WorkspaceError) -> Connection {
    do throws(WorkspaceError) {
      return try Connection(path: path, mode: mode, vfs: vfs, busyTimeout: busyTimeout)
    } catch {
      guard error.code == .cannotOpen else { throw error }
      throw unopenable(error)
    }
  }

  /// The file's size in bytes, nil where there is none.
  private func size() throws(WorkspaceError) -> Int64? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw unopenable(nil) }
      return nil
    }
    guard facts.st_mode & S_IFMT != S_IFDIR else {
      throw WorkspaceError(
        .isDirectory, "The path names a directory; name a file in it.", path: path)
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw WorkspaceError(.noPermission, "The file can't be read.", path: path)
    }
    return Int64(facts.st_size)
  }

  private static func size(of path: String) -> Int64? {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
  }

  /// Refuses a file that is no store, from its first page and without a lock or a side file.
  ///
  /// A store has its application id in the file itself before it gets a `-wal`; so only another program's database is read
  /// with its log.
  private func refuseForeign() throws(WorkspaceError) {
    let hasJournal = Self.size(of: path + "-journal") ?? 0 > 0
    let peek = try StoreFormat(connection: open(.immutable))
    let isStore = try peek.hasApplicationID()
    if isStore || hasJournal { return }
    let mode = readingMode
    try (mode == .immutable ? peek : StoreFormat(connection: open(mode))).refuseForeign()
  }

  private func unopenable(_ error: WorkspaceError?) -> WorkspaceError {
    let reason = errno
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let parent = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    var facts = stat()
    if unsafe stat(parent, &facts) != 0, errno == ENOENT || errno == ENOTDIR {
      return WorkspaceError(
        .missingFile, "There is no folder at \(parent); make it first.", path: path)
    }
    let isWritable = unsafe access(parent, W_OK | X_OK) == 0
    if reason == EACCES || !isWritable {
      return WorkspaceError(
        .noPermission, "The permissions of the file or its folder do not allow it.",
        sqliteCode: error?.sqliteCode, path: path)
    }
    return error ?? WorkspaceError(.cannotOpen, "The file can't be opened.", path: path)
  }
}
