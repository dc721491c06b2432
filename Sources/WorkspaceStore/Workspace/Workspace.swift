internal import Dispatch
private import Synchronization

/// A store that is open.
///
/// It can be used from any thread. Writes run one after the other; reads run beside them and beside one another, each
/// on the newest commit. Any number of workspaces and processes can have one file open.
public final class Workspace: Sendable {
  /// The file of the store, from the root; nil for a store in memory.
  public let path: String?
  /// How the store was opened.
  public let configuration: Configuration
  package let writer: Writer
  /// Connections for reading; a store in memory has none, and reads on the writer's.
  let readers: ReaderPool?
  private let isShutDown = Atomic(false)

  /// Opens the store at `path`, and makes it if there is no file, or one without any bytes.
  ///
  /// The tables and indexes of `records` are made at once; those of other types when they are first written to.
  ///
  /// - Throws: `missingFile` (reading only, or no such folder), `isDirectory`, `noPermission`, `emptyFile` (reading only),
  ///   `notADatabase`, `notAStore`, `hardLinked` (writing only), `newerVersion`, `damagedStore`, `busy`; with a key also `noEncryption`, `wrongKey`,
  ///   `invalidKey`; `invalidName`, `schemaMismatch` and `notUnique` for `records`.
  public convenience init(
    path: String, configuration: Configuration = Configuration(), records: [any Record.Type] = []
  ) throws(WorkspaceError) {
    let path = StoreFile.absolute(path)
    let file = StoreFile(path: path, configuration: configuration)
    let isReadOnly = configuration.isReadOnly
    let first = Locked<FileIdentity?>(nil)
    let open: @Sendable () throws(WorkspaceError) -> Connection = {
      () throws(WorkspaceError) in
      let connection = try isReadOnly ? file.openForReading() : file.openReader()
      try file.requireSame(as: first)
      try connection.configure(configuration)
      return connection
    }
    let openWriter: @Sendable () throws(WorkspaceError) -> Connection = {
      () throws(WorkspaceError) in
      let connection = try isReadOnly ? file.openForReading() : file.openForWriting()
      try file.requireSame(as: first)
      try connection.configure(configuration)
      return connection
    }
    try self.init(
      path: path, connection: openWriter(), open: open, reopen: openWriter,
      configuration: configuration,
      records: records)
  }

  /// Makes a store in memory, which is gone when the workspace is.
  ///
  /// It has one connection: reads wait for writes. A read inside `performChanges` sees its changes.
  ///
  /// - Throws: `invalidName`, `schemaMismatch`; `noEncryption`, `invalidKey`.
  public convenience init(
    inMemory configuration: Configuration, records: [any Record.Type] = []
  ) throws(WorkspaceError) {
    // Encrypted or not, its copies are so too.
    let connection = try Connection(
      path: "", mode: .memory, key: configuration.encryptionKey)
    try connection.configure(configuration)
    try StoreFormat(connection: connection).bringUpToDate()
    try self.init(
      path: nil, connection: connection, open: nil, reopen: nil, configuration: configuration,
      records: records)
  }

  private init(
    path: String?, connection: Connection,
    open: (@Sendable () throws(WorkspaceError) -> Connection)?,
    reopen: (@Sendable () throws(WorkspaceError) -> Connection)?, configuration: Configuration,
    records: [any Record.Type]
  ) throws(WorkspaceError) {
    self.path = path
    self.configuration = configuration
    readers = open.map { ReaderPool(capacity: configuration.readers, path: path, open: $0) }
    writer = try connection.whileIntact { () throws(WorkspaceError) in
      try Writer(
        connection: connection, configuration: configuration, reopen: reopen)
    }
    guard !records.isEmpty, !configuration.isReadOnly else { return }
    try WorkspaceError.only {
      try writer.perform(configuration.durability) { transaction in
        for record in records { _ = try transaction.open(record.recordType) }
      }
    }
  }

  /// The dictionary of the store.
  public var dictionary: WorkspaceDictionary {
    WorkspaceDictionary(namespace: "", workspace: self)
  }

  /// Ends all use of the store.
  ///
  /// It waits for reads and writes that run, commits what waits, ends read snapshots and all
  /// subscriptions and closes every connection. Afterwards the file can be moved or deleted.
  ///
  /// Transactions that wait asynchronously are completed first. A second call does nothing.
  ///
  /// - Throws: `nestedTransaction` inside a transaction or a read; the failure of a dictionary's value that could not be committed.
  public func shutdown() throws {
    try writer.requireOffQueue("shutdown was called inside a transaction; call it after its end.")
    try readers?.requireNoReadHere("shutdown", path: path)
    guard !isShutDown.exchange(true, ordering: .acquiringAndReleasing) else { return }
    wakeToShutDown()
    writer.queue.sync {
      repeat {
        writer.drain()
      } while !writer.isSuspended.withLock { $0 } && writer.hasPending
    }
    // What came too late, or a suspension at the same time has left.
    writer.failPending(.shutDown)
    writer.sink.withLock { $0 }?.finish()
    readers?.close()
    writer.queue.sync { writer.close() }
    if let failure = writer.dictionary.takeFailure() { throw failure }
  }

  /// Whether `shutdown` was called.
  var hasShutDown: Bool { isShutDown.load(ordering: .acquiring) }

  /// Throws after `shutdown`.
  func requireOpen() throws(WorkspaceError) {
    guard !hasShutDown else { throw WorkspaceError.shutDown.at(path: path) }
  }

  /// Throws after `shutdown`, and for a workspace that only reads.
  func requireWritable() throws(WorkspaceError) {
    try requireOpen()
    guard !configuration.isReadOnly else {
      throw WorkspaceError(
        .readOnly, "The workspace was opened for reading only.", path: path)
    }
  }
}

extension Connection {
  /// Applies the settings that each connection has for itself.
  func configure(_ configuration: Configuration) throws(WorkspaceError) {
    try execute("PRAGMA cache_size = -\(max(0, configuration.cacheSize))")
  }
}

extension WorkspaceError {
  /// Runs a body that throws nothing but this module's errors.
  static func only<Output>(_ body: () throws -> Output) throws(WorkspaceError) -> Output {
    do {
      return try body()
    } catch let error as WorkspaceError {
      throw error
    } catch {
      throw WorkspaceError(.sqlite, "\(error)")
    }
  }
}
