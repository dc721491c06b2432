internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Which file a path names, whatever it holds: it is another one when the file was replaced.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; nil if there is none.
  init?(path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(facts.st_ino)
  }
}

extension StoreFile {
  /// Throws if the file has another name, a hard link.
  ///
  /// Under each name SQLite would look for another log: two writers would not see one another's commits, and a log that a
  /// crash has left could be missed (sqlite.org/howtocorrupt.html, section 2.5).
  func requireOneName() throws(WorkspaceError) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0, facts.st_nlink > 1 else { return }
    throw WorkspaceError(
      .hardLinked,
      "The file has \(facts.st_nlink) names (hard links), and its log would be found under one of them only.",
      path: path)
  }

  /// Throws if the path names another file than when the store was opened first.
  ///
  /// Connections to two files would mix two stores.
  func requireSame(as first: Locked<FileIdentity?>) throws(WorkspaceError) {
    let now = FileIdentity(path: path)
    let isSame = first.withLock { first in
      if first == nil { first = now }
      return now != nil && first == now
    }
    guard isSame else { throw .fileMoved(path: path) }
  }
}

extension Connection {
  /// Throws if the file was moved, replaced or deleted: what is committed then would be lost.
  func requireUnmoved() throws(WorkspaceError) {
    var hasMoved: Int32 = 0
    let result = unsafe sqlite3_file_control(
      handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    // A store in memory has no file, and can't say.
    guard result != SQLITE_OK || hasMoved == 0 else { throw .fileMoved(path: path) }
  }
}

extension WorkspaceError {
  /// The file of an open store is not at its path any more.
  static func fileMoved(path: String?) -> WorkspaceError {
    WorkspaceError(
      .fileMoved, "The file was moved, replaced or deleted while the store was open.", path: path)
  }
}
