internal import CSQLite

/// How a connection opens its file.
enum OpenMode: Sendable {
  /// Reading and writing; the file is made if it is absent.
  case create
  /// Reading and writing a file that exists.
  case write
  /// Reading only, beside others.
  case read
  /// Reading only a file that nobody else has open, with no side file and no lock.
  case immutable
  /// Reading only, with the index of the `-wal` in memory.
  case privateIndex
  /// A new store in memory.
  case memory
}

extension Connection {
  /// Opens a connection.
  ///
  /// The `vfs` names one that is registered with SQLite, beside one without locks whose name ends in `-none`; nil is
  /// the system's.
  convenience init(
    path: String, mode: OpenMode, vfs: String? = nil, busyTimeout: Int32 = 0,
    key: (@Sendable () throws -> [UInt8])? = nil
  ) throws(WorkspaceError) {
    if key != nil { try Self.requireEncryption(path: path) }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    var name = path
    var module = vfs
    switch mode {
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .write: flags |= SQLITE_OPEN_READWRITE
    case .read: flags |= SQLITE_OPEN_READONLY
    case .memory:
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      name = ":memory:"
    case .immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = "file:\(Self.escaped(path))?immutable=1"
    case .privateIndex:
      flags |= SQLITE_OPEN_READONLY
      module = "\(vfs ?? "unix")-none"
    }
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(name, &opened, flags, module)
    guard result == SQLITE_OK, let handle = unsafe opened else {
      let text = unsafe opened == nil ? sqlite3_errstr(result) : sqlite3_errmsg(opened)
      let message = unsafe text.map { unsafe String(cString: $0) } ?? "no memory"
      unsafe sqlite3_close_v2(opened)
      throw WorkspaceError(sqliteCode: result, message: message, path: path)
    }
    unsafe self.init(handle: handle, path: mode == .memory ? nil : path)
    self.busyTimeout = busyTimeout
    waitForLocks()
    // Before anything is read.
    if let key { try unlock(with: key) }
    try require(unsafe csqlite_defensive(handle))
    if mode == .privateIndex {
      try require(unsafe csqlite_no_checkpoint_on_close(handle))
      try execute("PRAGMA locking_mode = EXCLUSIVE")
    }
  }

  /// Throws unless SQLite took a setting.
  private func require(_ result: Int32) throws(WorkspaceError) {
    guard result == SQLITE_OK else { throw error(result) }
  }

  /// A path as part of a URI (sqlite.org/uri.html): everything but the plainest characters in hexadecimal.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
