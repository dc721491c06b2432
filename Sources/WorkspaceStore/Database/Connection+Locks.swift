internal import CSQLite
internal import Synchronization

extension Connection {
  /// The longest pause between two looks at a lock, in milliseconds.
  private static let longestPause: Int32 = 50

  /// Makes SQLite wait for locks of others as long as the busy timeout, unless the connection is interrupted meanwhile.
  ///
  /// SQLite's own waiting does not look for that, and would keep who suspends until it is over.
  ///
  /// Lifetime: SQLite calls back only while a call on this connection runs.
  func waitForLocks() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        return connection.pauseForLock(count) ? 1 : 0
      }, context)
  }

  /// Pauses before a lock is tried again; false if it was waited for long enough.
  private func pauseForLock(_ count: Int32) -> Bool {
    if count == 0 { waitedForLock = 0 }
    let pause = min(1 << min(count, 10), Self.longestPause, busyTimeout - waitedForLock)
    guard pause > 0, !isInterrupted.load(ordering: .acquiring) else { return false }
    sqlite3_sleep(pause)
    waitedForLock += pause
    return true
  }
}
