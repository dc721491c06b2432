internal import Dispatch
internal import Synchronization

/// The one connection that writes, on its serial queue.
///
/// Safe because everything mutable here is only touched on `queue`, except what has a lock of its own.
package final class Writer: @unchecked Sendable {
  let queue: DispatchQueue
  /// The newest catalog that was committed, for readers.
  let catalog: Locked<Catalog>
  let dictionary: DictionaryStore
  /// Where commits flow to.
  let sink = Locked<(any CommitSink)?>(nil)
  let pending = Locked<[GroupMember]>([])
  let configuration: Configuration
  /// The file of the store; nil for a store in memory.
  let path: String?

  /// Taken by who suspends or resumes.
  let suspension = DispatchSemaphore(value: 1)
  /// The thread of who has taken it.
  let suspender = Locked<ThreadIdentity?>(nil)
  /// Whether nothing may begin until the workspace is resumed.
  let isSuspended = Locked(false)
  /// Whether work on indexes waits for its turn, for the end of a pause, or is under way.
  let indexWork = Locked(false)
  /// How long after a failure the building of indexes is tried first, in milliseconds; each further time doubles it.
  static let firstIndexRetryDelay = 500
  /// After how long it is tried next; belongs to the queue.
  var indexRetryDelay = Writer.firstIndexRetryDelay
  /// The connection, for those who interrupt it from other threads.
  private let interruptible = Locked<Connection?>(nil)
  private let queueKey = DispatchSpecificKey<Bool>()
  /// The transaction whose body runs; belongs to the queue.
  private(set) var running: WriteTransaction?
  /// The thread that runs code of the caller's on the queue.
  private let runningThread = Locked<ThreadIdentity?>(nil)
  private var connection: Connection? {
    didSet { if connection !== oldValue { connectionNumber += 1 } }
  }
  /// How many connections it has had, and lost; belongs to the queue.
  private(set) var connectionNumber = 0
  /// Opens another connection; nil for a store in memory.
  private let reopen: (@Sendable () throws(WorkspaceError) -> Connection)?
  private let origin: [UInt8]
  private let scratch = WriteScratch()
  /// The newest commit that was published.
  private(set) var lastSeen: Int64 = 0
  private var synchronous: Durability?
  private var logBound: LogBound?
  /// How long one look at the file is enough for, in nanoseconds.
  private static let fileLookInterval: UInt64 = 20_000_000
  /// When the file is looked at next; belongs to the queue.
  var nextLookAtFile: UInt64 = 0

  /// Takes over a connection that is open and whose database is a store.
  init(
    connection: Connection, configuration: Configuration,
    reopen: (@Sendable () throws(WorkspaceError) -> Connection)? = nil
  ) throws(WorkspaceError) {
    queue = DispatchQueue(label: "WorkspaceStore.writer")
    queue.setSpecific(key: queueKey, value: true)
    var generator = SystemRandomNumberGenerator()
    origin = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    self.configuration = configuration
    path = connection.path
    self.connection = connection
    interruptible.withLock { $0 = connection }
    self.reopen = reopen
    let mark = try connection.newestCommit()
    lastSeen = mark.number
    connection.use(
      try Catalog.load(connection, generation: mark.generation, previous: connection.catalog))
    catalog = Locked(connection.catalog)
    if !configuration.isReadOnly, connection.path != nil {
      logBound = try LogBound(connection, limit: configuration.logSizeLimit)
    }
    let hasOrphans = try !OrphanedIndexes(connection: connection).tables().isEmpty
    dictionary = DictionaryStore(newestCommit: mark.number, isShared: connection.path != nil)
    if connection.catalog.isBuilding || hasOrphans { scheduleIndexWork() }
  }

  /// Whether the caller runs on the writer's queue: inside a transaction, also if it went through another queue, or
  /// inside `publish` of a sink.
  var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: queueKey) != nil
      || runningThread.withLock { $0 } == ThreadIdentity.current
  }

  /// Runs code of the caller's on the queue.
  func notingThread<Output, Failure: Error>(
    _ body: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    runningThread.withLock { $0 = .current }
    defer { runningThread.withLock { $0 = nil } }
    return try body()
  }

  /// Whether asynchronous transactions or sets of the dictionary wait.
  var hasPending: Bool { pending.withLock { !$0.isEmpty } || dictionary.hasPending }

  /// The connection, on the queue only.
  func requireConnection() throws(WorkspaceError) -> Connection {
    guard !isSuspended.withLock({ $0 }) else { throw .suspended(path: path) }
    guard let connection else { throw WorkspaceError.shutDown.at(path: path) }
    return connection
  }

  /// The connection for a look at the newest commit, opened anew where it reads without locks and a file has
  /// changed; on the queue only.
  func currentConnection() throws(WorkspaceError) -> Connection {
    let connection = try requireConnection()
    guard !connection.isCurrent, let reopen else { return connection }
    let opened = try reopen()
    opened.use(connection.catalog)
    self.connection = opened
    interruptible.withLock { $0 = opened }
    return opened
  }

  /// Makes a statement that runs fail, from any thread.
  func interrupt() {
    interruptible.withLock { $0?.interrupt() }
  }

  /// Opens the connection anew after `close`; on the queue only.
  func open() throws(WorkspaceError) {
    connection?.isInterrupted.store(false, ordering: .releasing)
    guard connection == nil, let reopen else { return }
    let opened = try reopen()
    if !configuration.isReadOnly {
      logBound = try LogBound(opened, limit: configuration.logSizeLimit)
    }
    opened.use(catalog.withLock { $0 })
    synchronous = nil
    connection = opened
    interruptible.withLock { $0 = opened }
  }

  /// Closes the connection; on the queue only.
  func close() {
    scratch.forgetTypes()
    scratch.relations = [:]
    interruptible.withLock { $0 = nil }
    connection?.close()
    connection = nil
    logBound = nil
  }

  // What follows runs on the queue.

  /// Begins a transaction, and publishes what others have committed.
  func begin(_ durability: Durability) throws(WorkspaceError) -> WriteSession {
    let connection = try requireConnection()
    guard !configuration.isReadOnly else {
      throw WorkspaceError(
        .readOnly, "The workspace was opened for reading only.", path: connection.path)
    }
    if synchronous != durability {
      try connection.execute("PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
      synchronous = durability
    }
    try refuseMoved(connection)
    try connection.run(fixed: "BEGIN IMMEDIATE")
    do throws(WorkspaceError) {
      // BEGIN IMMEDIATE has begun to read.
      let mark = try takeForeign(connection, newest: connection.currentCommit())
      let watched = sink.withLock { $0 }?.watchedTypes() ?? WatchedTypes()
      return WriteSession(
        connection: connection, mark: mark, watched: watched, scratch: scratch)
    } catch {
      rollBack(to: connection.catalog)
      throw error
    }
  }

  /// Throws if the file is not at its path any more; looked at now and then, as it takes a call of the system.
  private func refuseMoved(_ connection: Connection) throws(WorkspaceError) {
    let now = MonotonicClock.coarseNanoseconds()
    guard now >= nextLookAtFile else { return }
    try connection.requireUnmoved()
    nextLookAtFile = now + Self.fileLookInterval
  }

  /// Runs one member of a session, in a savepoint of its own unless it is alone.
  func run<Output>(
    _ body: (WriteTransaction) throws -> Output, in session: WriteSession, isAlone: Bool
  ) -> Result<Output, any Error> {
    let connection = session.connection
    let catalog = connection.catalog
    guard connection.isInTransaction else {
      return .failure(connection.rolledBack)
    }
    let transaction = WriteTransaction(session: session, origin: origin)
    running = transaction
    defer { running = nil }
    do {
      if !isAlone { try connection.run(fixed: "SAVEPOINT member") }
      let output = try notingThread { try body(transaction) }
      try transaction.finish()
      if !isAlone { try connection.run(fixed: "RELEASE member") }
      return .success(output)
    } catch {
      transaction.abandon()
      if !isAlone, connection.isInTransaction {
        do {
          try connection.run("ROLLBACK TO member")
          try connection.run("RELEASE member")
          transaction.use(catalog)
        } catch {
          rollBack(to: catalog)
        }
      }
      return .failure(error)
    }
  }

  /// Commits a session and publishes its change sets; `flush` are the dictionary's sets that it began with.
  func commit(
    _ session: WriteSession, flush: DictionaryFlush? = nil
  ) throws(WorkspaceError) {
    let connection = session.connection
    guard connection.isInTransaction else { throw connection.rolledBack }
    guard !isSuspended.withLock({ $0 }) else { throw .suspended(path: connection.path) }
    let sink = sink.withLock { $0 }
    // Of a group, only the first commit finds things as they are now.
    let prepared = session.changeSets.first.flatMap { sink?.prepare($0, connection: connection) }
    try connection.run(fixed: "COMMIT")
    connection.note(session.mark)
    let before = catalog.withLock { catalog in
      defer { catalog = connection.catalog }
      return catalog
    }
    lastSeen = session.mark.number
    connection.snapshot = session.mark
    publish(session.changeSets, flush: flush, prepared: prepared, connection)
    logBound?.keep(connection, log: configuration.log)
    if connection.catalog.needsIndexWork(after: before) { scheduleIndexWork() }
  }

  /// Rolls back what is open, and goes back to a catalog.
  func rollBack(to catalog: Catalog) {
    guard let connection else { return }
    if connection.isInTransaction {
      do throws(WorkspaceError) {
        try connection.run("ROLLBACK")
      } catch {
        configuration.log?("A transaction could not be rolled back: \(error)")
      }
    }
    connection.use(catalog)
    scratch.forgetTypes()
  }

  /// Reads the commits of others since the last look, and publishes them; a transaction is open.
  ///
  /// - Returns: The newest commit.
  @discardableResult
  func takeForeign(
    _ connection: Connection, newest mark: CommitMark
  ) throws(WorkspaceError) -> CommitMark {
    connection.snapshot = mark
    if mark.generation != connection.catalog.generation {
      connection.use(
        try Catalog.load(
          connection, generation: mark.generation, previous: connection.catalog))
      scratch.forgetTypes()
      catalog.withLock { $0 = connection.catalog }
      // Who began to build an index may not be there any more.
      if connection.catalog.isBuilding { scheduleIndexWork() }
    }
    guard mark.number != lastSeen else { return mark }
    let changes = try ForeignCommits(connection: connection, dictionary: dictionary)
      .read(after: lastSeen, upTo: mark.number)
    lastSeen = mark.number
    publish([changes], flush: nil, prepared: nil, connection)
    return mark
  }

  private func publish(
    _ sets: [ChangeSet], flush: DictionaryFlush?, prepared: PreparedCommit?,
    _ connection: Connection
  ) {
    var others = sets[...]
    if let flush {
      dictionary.confirm(flush.written, in: others.prefix(flush.changeSetCount), commit: lastSeen)
      others = others.dropFirst(flush.changeSetCount)
    }
    for set in others { dictionary.apply(set) }
    guard let sink = sink.withLock({ $0 }) else { return }
    for (place, set) in sink.told(sets, of: connection.catalog).enumerated() {
      sink.publish(set, prepared: place == 0 ? prepared : nil, connection: connection)
    }
  }
}
