internal import CSQLite

/// A copy of a database, made page by page while it is in use (sqlite.org/backup.html).
///
/// The source is in a read transaction, so that all pages are of one commit and writers neither wait nor make the copy begin
/// anew.
///
/// Lifetime: both connections are held until `deinit`, which ends the copy.
@safe final class Backup {
  /// How many pages a step copies.
  private static let stepPages: Int32 = 256

  private let source: Connection
  private let target: Connection
  private let handle: OpaquePointer

  /// Prepares a copy of `source` into `target`, which becomes its equal.
  init(of source: Connection, to target: Connection) throws(WorkspaceError) {
    self.source = source
    self.target = target
    guard
      let handle = unsafe sqlite3_backup_init(target.handle, "main", source.handle, "main")
    else { throw target.error(unsafe sqlite3_errcode(target.handle)) }
    unsafe self.handle = handle
  }

  deinit {
    unsafe sqlite3_backup_finish(handle)
  }

  /// Copies some pages.
  ///
  /// - Returns: Whether there are more.
  func step() throws(WorkspaceError) -> Bool {
    switch unsafe sqlite3_backup_step(handle, Self.stepPages) {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    case let result:
      let message = unsafe sqlite3_errstr(result).map { unsafe String(cString: $0) } ?? ""
      throw WorkspaceError(
        sqliteCode: result, message: "The copy can't be made: \(message)", path: target.path)
    }
  }

  /// How much is copied, in pages.
  var progress: BackupProgress {
    let total = Int(unsafe sqlite3_backup_pagecount(handle))
    return BackupProgress(
      pages: total - Int(unsafe sqlite3_backup_remaining(handle)), totalPages: total)
  }
}

/// How far a backup is.
public struct BackupProgress: Sendable, Hashable {
  /// The pages that were copied.
  public let pages: Int
  /// The pages of the whole store.
  public let totalPages: Int
}
