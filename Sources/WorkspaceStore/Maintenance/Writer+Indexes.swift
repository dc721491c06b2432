internal import Dispatch

extension Writer {
  /// The longest time after which the building of indexes is tried again, in milliseconds.
  private static let longestRetryDelay = 60_000

  /// Sees to it that indexes which are not whole are built, and the tables of dropped ones emptied, a step at a time
  /// between other transactions.
  func scheduleIndexWork() {
    guard !configuration.isReadOnly, configuration.worksOnIndexes else { return }
    let isFirst = indexWork.withLock { isScheduled in
      defer { isScheduled = true }
      return !isScheduled
    }
    if isFirst { runIndexWork(after: 0) }
  }

  /// Takes a step after a pause in nanoseconds; until it has been taken, no other is scheduled.
  private func runIndexWork(after pause: UInt64) {
    // A workspace that is let go ends the work; the next one that opens the store goes on with it.
    let step: @Sendable () -> Void = { [weak self] in self?.doIndexWork() }
    if let scheduler = configuration.indexScheduler { return scheduler(queue, pause, step) }
    guard pause > 0 else { return queue.async(execute: step) }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: pause)), execute: step)
  }

  private func doIndexWork() {
    let start = DispatchTime.now().uptimeNanoseconds
    do throws(WorkspaceError) {
      let mayBeMore = try stepIndexWork()
      indexRetryDelay = Self.firstIndexRetryDelay
      guard mayBeMore else { return endIndexWork() }
      // As long again, or other processes would hardly ever find the lock free; whatever is committed meanwhile.
      runIndexWork(after: max(1, DispatchTime.now().uptimeNanoseconds - start))
    } catch {
      guard error.code != .shutDown, error.code != .suspended else {
        endIndexWork()
        // Who resumed meanwhile found this scheduled still.
        if error.code == .suspended, !isSuspended.withLock({ $0 }) { scheduleIndexWork() }
        return
      }
      configuration.log?("An index could not be built further, and will be tried again: \(error)")
      runIndexWork(after: UInt64(indexRetryDelay) * 1_000_000)
      indexRetryDelay = min(indexRetryDelay * 2, Self.longestRetryDelay)
    }
  }

  /// Lets the next commit that brings work schedule it.
  private func endIndexWork() {
    indexWork.withLock { $0 = false }
  }

  /// Takes one step in one transaction; on the queue only.
  ///
  /// - Returns: Whether there may be more to do.
  func stepIndexWork() throws(WorkspaceError) -> Bool {
    let session = try begin(.process)
    let catalog = session.connection.catalog
    let result = run({ try $0.stepIndexWork() }, in: session, isAlone: true)
    do throws(WorkspaceError) {
      guard try WorkspaceError.only(result.get) else {
        rollBack(to: catalog)
        return false
      }
      try commit(session)
      return true
    } catch {
      rollBack(to: catalog)
      throw error
    }
  }
}

extension WriteTransaction {
  /// Builds an index further, or empties the table of a dropped one.
  ///
  /// - Returns: Whether there was anything to do.
  fileprivate func stepIndexWork() throws(WorkspaceError) -> Bool {
    for type in connection.catalog.types {
      guard let index = type.indexes.first(where: { $0.state == .building }) else { continue }
      try writing { () throws(WorkspaceError) in try build(index, of: type) }
      return true
    }
    return try writing { () throws(WorkspaceError) in
      try OrphanedIndexes(connection: connection).step()
    }
  }

  private func build(_ index: StoredIndex, of type: StoredType) throws(WorkspaceError) {
    // Others may have built it further since the catalog was read.
    let progress = try connection.withStatement("SELECT progress FROM __index WHERE number = ?") {
      (statement) throws(WorkspaceError) -> Int64? in
      try statement.bind(1, index.number)
      return try statement.step() ? statement.integer(0) : nil
    }
    let build = IndexBuild(
      connection: connection, typeName: type.name, quotedTable: type.quotedTable,
      schema: type.schema, index: index)
    // Only an index that has become whole concerns others: it gets a commit and a generation.
    guard try build.run(after: progress) else { return }
    try changingCatalog { _ in type.number }
  }
}
