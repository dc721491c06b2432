#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// What tells whether a store's files are those that were seen before.
///
/// A connection that reads without locks can be overtaken by a writer; it compares such marks before and after each read.
struct StoreFileMark: Sendable, Equatable {
  private struct File: Equatable {
    let number: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init?(path: String) {
      var facts = stat()
      guard unsafe stat(path, &facts) == 0 else { return nil }
      number = UInt64(facts.st_ino)
      size = Int64(facts.st_size)
      #if canImport(Darwin)
        let time = facts.st_mtimespec
      #else
        let time = facts.st_mtim
      #endif
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
    }
  }

  /// The size of the first part of a `-shm`, in bytes (sqlite.org/walformat.html).
  private static let indexSize: Int64 = 32768

  private let path: String
  private let database: File?
  private let log: File?
  /// Whether a `-shm` that is whole is there, as while others have the store open; a full disk leaves part of one.
  private let isShared: Bool

  /// Looks at the files of a store.
  init(path: String) {
    self.path = path
    database = File(path: path)
    log = File(path: path + "-wal")
    isShared = File(path: path + "-shm")?.size ?? 0 >= Self.indexSize
  }

  /// How to read the files: see `StoreFile.openForReading`.
  var readingMode: OpenMode {
    if isShared { return .read }
    return hasLog ? .privateIndex : .immutable
  }

  /// Whether there is a write-ahead log that is not empty.
  var hasLog: Bool { log?.size ?? 0 > 0 }

  /// Whether the files are as they were, so that a read may begin.
  var isCurrent: Bool { self == StoreFileMark(path: path) }

  /// Whether all that a read beginning then has seen is still there.
  ///
  /// Without a log all is in the database; a log beside it may have come since.
  var isIntact: Bool {
    let now = StoreFileMark(path: path)
    return database == now.database && (!hasLog || log == now.log)
  }
}
