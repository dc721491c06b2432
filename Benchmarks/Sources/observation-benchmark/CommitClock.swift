import CSQLiteBaseline
import Foundation
import Synchronization

/// When SQLite's last COMMIT in this process began and returned, and how many statements have ended since.
///
/// SQLite calls an automatic extension for each connection that it opens, the store's too, and the trace callback
/// of a connection as a statement begins and ends: so the moments are SQLite's own, and the store knows nothing of them.
enum CommitClock {
  private static let began = Atomic<UInt64>(0)
  private static let committed = Atomic<UInt64>(0)
  private static let statements = Atomic<Int>(0)

  /// Begins to note commits, on connections that are opened from now on.
  static func start() {
    typealias Entry =
      @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
      ) -> Int32
    let entry: Entry = { connection, _, _ in
      unsafe sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
        { event, _, statement, _ in
          unsafe CommitClock.note(event, statement.map(OpaquePointer.init))
        }, nil)
    }
    unsafe sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
  }

  /// When the last COMMIT began, in nanoseconds of `now`.
  static var lastBegin: UInt64 { began.load(ordering: .acquiring) }

  /// When the last COMMIT returned, in nanoseconds of `now`.
  static var lastCommit: UInt64 { committed.load(ordering: .acquiring) }

  /// How many statements have ended since the last COMMIT.
  static var statementsSince: Int { statements.load(ordering: .acquiring) }

  /// The monotonic clock.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func note(_ event: UInt32, _ statement: OpaquePointer?) -> Int32 {
    var isCommit = false
    if let text = unsafe sqlite3_sql(statement) { isCommit = unsafe strcmp(text, "COMMIT") == 0 }
    if event == UInt32(SQLITE_TRACE_STMT) {
      if isCommit { began.store(now, ordering: .releasing) }
    } else if isCommit {
      statements.store(0, ordering: .releasing)
      committed.store(now, ordering: .releasing)
    } else {
      statements.wrappingAdd(1, ordering: .relaxed)
    }
    return 0
  }
}
