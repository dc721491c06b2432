internal import CSQLite

/// How much of a write-ahead log a checkpoint has written back into the database.
package struct Checkpoint: Sendable, Hashable {
  /// The pages in the log.
  package let pages: Int32
  /// Those of them that are in the database now.
  package let written: Int32

  /// Whether others kept it from doing all that it was to do.
  package let isCutShort: Bool

  /// Whether the next commit can begin the log anew.
  package var isWhole: Bool { !isCutShort && pages == written }
}

extension Connection {
  /// How a checkpoint goes about others who use the store.
  enum CheckpointMode {
    /// Writes what no reader still needs, and waits for nobody.
    case passive
    /// Waits for readers of the log as long as the busy timeout, then empties the file.
    case truncate
  }

  /// Writes the log back into the database, outside any transaction.
  ///
  /// - Throws: What SQLite reports, but for a lock that others hold: then less is written.
  func checkpoint(_ mode: CheckpointMode) throws(WorkspaceError) -> Checkpoint {
    var pages: Int32 = 0
    var written: Int32 = 0
    let mode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let result = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, &pages, &written)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw error(result) }
    return Checkpoint(pages: pages, written: written, isCutShort: result != SQLITE_OK)
  }
}

extension Connection {
  /// Runs `body` with another busy timeout, in milliseconds.
  func waiting<Output>(
    atMost timeout: Int32, _ body: () throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let usual = busyTimeout
    busyTimeout = timeout
    defer { busyTimeout = usual }
    return try body()
  }
}
