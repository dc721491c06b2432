package import Dispatch

/// How a workspace opens its store.
public struct Configuration: Sendable {
  /// How many idle connections are kept for reading.
  ///
  /// More are opened when more reads run at a time.
  public var readers: Int
  /// How long a lock of another process or workspace is waited for, in milliseconds.
  public var busyTimeout: Int32
  /// The page cache of each connection, in KiB.
  public var cacheSize: Int
  /// How large the write-ahead log may grow before a commit writes it back into the database, in KiB.
  ///
  /// It grows beyond that only while a read that began earlier still runs: see ``WorkspaceStatistics/logByteCount``.
  public var logSizeLimit: Int
  /// What a commit survives, unless the transaction says otherwise.
  public var durability: Durability
  /// Gives the key of an encrypted store: 32 bytes, or 48 with the salt behind them; asked for by each connection.
  ///
  /// This library encrypts nothing itself. A program that is linked with SQLCipher in place of SQLite
  /// gets a store whose file is of no use without the key (`PRAGMA key`, zetetic.net/sqlcipher/sqlcipher-api). With any other
  /// SQLite opening throws `noEncryption`, before a file is made; with another key, `wrongKey`. How to link: <doc:Upkeep>.
  public var encryptionKey: (@Sendable () throws -> [UInt8])?
  /// Whether the store is only read.
  ///
  /// Then no file is made or changed, and a missing one is an error.
  public var isReadOnly: Bool
  /// Takes what is worth a line in a log; called on any thread, outside every lock.
  public var log: (@Sendable (String) -> Void)?
  /// The name of an SQLite VFS to open files with, for tests that inject faults; nil is the system's.
  package var vfs: String?
  /// Whether indexes are built in the background; tests that want each step at a certain time do it themselves.
  package var worksOnIndexes = true
  /// Runs a step of work on indexes on the writer's queue, after a pause in nanoseconds; for tests that end pauses
  /// themselves, and nil otherwise.
  package var indexScheduler:
    (
      @Sendable (_ queue: DispatchQueue, _ pause: UInt64, _ step: @escaping @Sendable () -> Void) ->
        Void
    )?

  /// Makes a configuration.
  public init(
    readers: Int = 4, busyTimeout: Int32 = 5000, cacheSize: Int = 8192,
    durability: Durability = .process, logSizeLimit: Int = 4096, isReadOnly: Bool = false,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.readers = readers
    self.busyTimeout = busyTimeout
    self.cacheSize = cacheSize
    self.durability = durability
    self.logSizeLimit = logSizeLimit
    self.isReadOnly = isReadOnly
    self.log = log
  }
}

/// What a commit survives once it has been reported.
public enum Durability: Sendable, Hashable, Comparable {
  /// The end of the process. After a loss of power the newest commits may be missing, and the store is whole.
  case process
  /// A loss of power as well: every commit waits for the disk.
  case power
}
