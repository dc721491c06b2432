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
  private let configuration: Configuration

  /// A file and how it is opened.
  init(path: String, configuration: Configuration) {
    self.path = path
    self.configuration = configuration
  }

  /// A path from the root, which stays right when the process changes its folder, of the file that a link leads to.
  ///
  /// It also keeps SQLite from taking names such as `:memory:` for more than names. SQLite follows links before it names the
  /// side files, and so must who looks for them.
  static func absolute(_ path: String) -> String {
    SymbolicLink.target(of: fromRoot(path))
  }

  /// The folder of a file, with a slash behind it.
  static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/"
  }

  private static func fromRoot(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/") else { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let name = unsafe String(cString: folder)
    return name.hasSuffix("/") ? name + path : "\(name)/\(path)"
  }

  /// Opens the store for writing, and makes it if there is no file or only an empty one.
  ///
  /// An SQLite database with no table, no application id and no version counts as empty, as does a
  /// file of no bytes, which is what SQLite makes of a database that was never written to.
  func openForWriting() throws(WorkspaceError) -> Connection {
    try explainingKey { () throws(WorkspaceError) in try openWriter() }
  }

  private func openWriter() throws(WorkspaceError) -> Connection {
    if try size() ?? 0 > 0 { try refuseForeign(StoreFileMark(path: path)) }
    try requireOneName()
    let connection = try open(.create)
    guard unsafe sqlite3_db_readonly(connection.handle, "main") == 0 else {
      throw WorkspaceError(
        .noPermission, "The file can't be written to; open it read-only.", path: path)
    }
    do throws(WorkspaceError) {
      try StoreFormat(connection: connection).bringUpToDate()
    } catch {
      // The file was opened well, a file beside it can't be.
      throw error.code == .cannotOpen ? unopenable(error) : error
    }
    return connection
  }

  /// Opens the store for reading; no file is made or changed.
  ///
  /// With a `-shm` beside it others may have it open: an ordinary read-only connection. Without a
  /// `-wal` (or with an empty one) everything is in the file, which is then read as immutable, as an ordinary
  /// connection would make side files. A `-wal` without `-shm` was left by a crash or a copy: its index is then kept in memory.
  /// In the last two cases there is no lock: where a writer overtakes the opening, it looks again.
  func openForReading() throws(WorkspaceError) -> Connection {
    try explainingKey { () throws(WorkspaceError) in try openUndisturbed() }
  }

  private func openUndisturbed() throws(WorkspaceError) -> Connection {
    for _ in 1..<Self.attempts {
      let mark = StoreFileMark(path: path)
      do throws(WorkspaceError) {
        let connection = try openForReading(mark)
        if connection.isIntact { return connection }
      } catch {
        if mark.isCurrent { throw error }
      }
    }
    return try openForReading(StoreFileMark(path: path))
  }

  /// With a wrong key SQLCipher finds no database in the file; nor does it in one that is not encrypted.
  private func explainingKey(
    _ body: () throws(WorkspaceError) -> Connection
  ) throws(WorkspaceError) -> Connection {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      guard configuration.encryptionKey != nil, error.sqliteCode == SQLITE_NOTADB else {
        throw error
      }
      throw WorkspaceError(
        .wrongKey, "The file can't be read with the key that was given: \(error.message)",
        sqliteCode: error.sqliteCode, path: path)
    }
  }

  /// How often a read that writers overtake is tried.
  static let attempts = 8

  private func openForReading(_ mark: StoreFileMark) throws(WorkspaceError) -> Connection {
    guard let size = try size() else {
      throw WorkspaceError(.missingFile, "There is no file at the path.", path: path)
    }
    guard size > 0 else {
      throw WorkspaceError(
        .emptyFile, "The file is empty; open it for writing to make a store of it.", path: path)
    }
    try refuseForeign(mark)
    let mode = mark.readingMode
    let connection = try open(mode)
    if mode != .read { connection.mark = mark }
    try StoreFormat(connection: connection).refuseOthers()
    return connection
  }

  /// Opens one more connection to a store that is open for writing.
  func openReader() throws(WorkspaceError) -> Connection {
    try open(.read)
  }

  /// Opens a new file that another database is copied into.
  func openCopy() throws(WorkspaceError) -> Connection {
    try open(.create)
  }

  private func open(_ mode: OpenMode) throws(WorkspaceError) -> Connection {
    do throws(WorkspaceError) {
      return try Connection(
        path: path, mode: mode, vfs: configuration.vfs, busyTimeout: configuration.busyTimeout,
        key: configuration.encryptionKey)
    } catch {
      guard error.code == .cannotOpen else { throw error }
      throw unopenable(error)
    }
  }

  /// The file's size in bytes, nil where there is none.
  private func size() throws(WorkspaceError) -> Int64? {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw WorkspaceError(
        .missingFile, "The path is empty or has a zero byte; name a file.", path: path)
    }
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw unopenable(nil) }
      return nil
    }
    guard facts.st_mode & S_IFMT != S_IFDIR else {
      throw WorkspaceError(
        .isDirectory, "The path names a directory; name a file in it.", path: path)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw WorkspaceError(
        .cannotOpen, "The path names a device or a pipe; name a file.", path: path)
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw WorkspaceError(.noPermission, "The file can't be read.", path: path)
    }
    // SQLite takes a file of one byte for an empty one, and would write over it.
    guard facts.st_size != 1 else {
      throw WorkspaceError(.notADatabase, "The file has one byte.", path: path)
    }
    return Int64(facts.st_size)
  }

  /// Refuses a file that is no store, from its first page and without a lock or a side file.
  ///
  /// A store has its application id in the file itself before it gets a `-wal`; so only another program's database is read
  /// with its log, and a file that is not whole without it, as a checkpoint that was cut short leaves it.
  private func refuseForeign(_ mark: StoreFileMark) throws(WorkspaceError) {
    var journal = stat()
    if unsafe stat(path + "-journal", &journal) == 0, journal.st_size > 0 { return }
    do throws(WorkspaceError) {
      if try StoreFormat(connection: open(.immutable)).hasApplicationID() { return }
    } catch {
      guard error.code == .damagedStore, mark.readingMode != .immutable else { throw error }
    }
    try StoreFormat(connection: open(mark.readingMode)).refuseForeign()
  }

  /// Why a file could not be opened or made, by what the system said last and by what its folder is.
  func unopenable(_ error: WorkspaceError?) -> WorkspaceError {
    let reason = errno
    let parent = path.contains("/") ? Self.folder(of: path) : "."
    var facts = stat()
    let found = unsafe stat(parent, &facts) == 0
    if found ? facts.st_mode & S_IFMT != S_IFDIR : errno == ENOENT || errno == ENOTDIR {
      return WorkspaceError(
        .missingFile, "There is no folder at \(parent); make it first.", path: path)
    }
    let isWritable = unsafe access(parent, W_OK | X_OK) == 0
    if reason == EACCES || !isWritable {
      return WorkspaceError(
        .noPermission, "The permissions of the file or its folder do not allow it.",
        sqliteCode: error?.sqliteCode, path: path)
    }
    if let error { return error }
    if reason == ENOSPC || reason == EDQUOT {
      return WorkspaceError(.full, "The disk is full.", path: path)
    }
    let why = unsafe strerror(reason).map { unsafe String(cString: $0) } ?? "error \(reason)"
    return WorkspaceError(.cannotOpen, "The file can't be opened: \(why).", path: path)
  }
}
