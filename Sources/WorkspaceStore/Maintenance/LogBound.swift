internal import CSQLite

/// Keeps the write-ahead log within its limit.
///
/// A log that has reached the limit is written back after the commit; that commits begin it anew is SQLite's part
/// (sqlite.org/wal.html#ckpt). Readers that began earlier can keep it from that: beyond four times the
/// limit a commit now and then waits for them a little, and what is still too large is told to the log hook.
///
/// Lifetime: the hook's context is `pages`, which is freed with this; the writer holds this as long as the connection.
/// Belongs to the writer's queue.
@safe final class LogBound {
  /// How many pages the log had after the last commit.
  private let pages: UnsafeMutablePointer<Int32>
  /// The pages that the log may have.
  private let limit: Int32
  /// With how many pages a commit waits for readers next.
  private var nextWait: Int32
  /// How many pages are complained of next.
  private var complaint: Int32
  private let pageSize: Int

  /// How long a commit waits for readers, in milliseconds.
  private static let patience: Int32 = 20

  /// Takes over from SQLite's own checkpoints; `limit` is in KiB.
  init(_ connection: Connection, limit: Int) throws(WorkspaceError) {
    pageSize = Int(try connection.integer("PRAGMA page_size") ?? 4096)
    let kilobytes = min(max(1, limit), 1 << 40)
    let bound = min(max(1, kilobytes * 1024 / pageSize), Int(Int32.max) / 16)
    self.limit = Int32(bound)
    nextWait = Int32(bound) * 4
    complaint = Int32(bound) * 8
    try connection.execute("PRAGMA journal_size_limit = \(bound * pageSize)")
    unsafe pages = .allocate(capacity: 1)
    unsafe pages.initialize(to: 0)
    unsafe sqlite3_wal_hook(
      connection.handle,
      { context, _, _, count in
        unsafe context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, pages)
  }

  deinit {
    unsafe pages.deallocate()
  }

  /// Writes the log back if it has reached the limit, after a commit.
  ///
  /// The commit stands whatever happens here; so an error is only told to `log`, and the next commit tries again.
  func keep(_ connection: Connection, log: (@Sendable (String) -> Void)?) {
    let count = unsafe pages.pointee
    guard count >= limit else { return }
    if count < limit * 4 { nextWait = limit * 4 }
    do throws(WorkspaceError) {
      if count < nextWait {
        _ = try connection.checkpoint(.passive)
      } else {
        try shrink(connection, count, log: log)
      }
    } catch {
      log?("The write-ahead log could not be written back: \(error)")
    }
  }

  private func shrink(
    _ connection: Connection, _ count: Int32, log: (@Sendable (String) -> Void)?
  ) throws(WorkspaceError) {
    let checkpoint = try connection.waiting(atMost: Self.patience) { () throws(WorkspaceError) in
      try connection.checkpoint(.truncate)
    }
    guard !checkpoint.isWhole else {
      nextWait = limit * 4
      complaint = limit * 8
      return
    }
    // Not at every commit, as long as the reader stays.
    nextWait = min(count, Int32.max / 2) + limit
    if count >= complaint {
      complaint = min(count, Int32.max / 2) * 2
      log?(
        "The write-ahead log has \(Int(count) * pageSize) bytes, as a read that began earlier still runs; end it."
      )
    }
  }
}
