internal import Dispatch

/// An asynchronous transaction that waits for its turn.
struct GroupMember: Sendable {
  let durability: Durability
  /// Whether its task was cancelled; nil if it has none.
  let isCancelled: Locked<Bool>?
  let body: @Sendable (WriteTransaction) throws -> Void
  let complete: @Sendable (Result<Void, any Error>) -> Void
}

extension Writer {
  /// The most transactions that share one COMMIT.
  static let groupLimit = 256

  /// Runs one transaction now, with the dictionary's waiting sets before it.
  ///
  /// - Throws: `nestedTransaction` on the writer's queue; what `body` throws.
  func perform<Output>(
    _ durability: Durability, _ body: (WriteTransaction) throws -> Output
  ) throws -> Output {
    try requireOffQueue(
      "performChanges was called inside performChanges; use its transaction, or a savepoint.")
    return try queue.sync {
      let (session, flush) = try beginWithSets(durability)
      let catalog = session.connection.catalog
      let result = run(body, in: session, isAlone: flush == nil)
      // A failed transaction that was alone leaves nothing to commit.
      if flush == nil, case .failure(let error) = result {
        rollBack(to: catalog)
        throw error
      }
      do throws(WorkspaceError) {
        try commit(session, flush: flush)
        flush.map(settle)
      } catch {
        rollBack(to: catalog)
        flush.map(retry)
        _ = try result.get()
        throw error
      }
      return try result.get()
    }
  }

  /// Throws on the writer's queue, which would be waited for.
  func requireOffQueue(_ message: String) throws(WorkspaceError) {
    guard isOnQueue else { return }
    throw WorkspaceError(.nestedTransaction, message, path: path)
  }

  /// Commits what waits, and waits for it.
  ///
  /// - Throws: `nestedTransaction` on the writer's queue; `suspended`, `shutDown`. What fails to commit is told to those
  ///   whose it is.
  func drainNow() throws {
    try requireOffQueue(
      "synchronize was called inside performChanges; call it after its end.")
    try queue.sync {
      _ = try requireConnection()
      drain()
    }
  }

  /// Lets a transaction wait for its turn.
  func enqueue(_ member: GroupMember) {
    let isFirst = pending.withLock { pending in
      pending.append(member)
      return pending.count == 1
    }
    if isFirst { scheduleDrain() }
  }

  /// Completes transactions that wait and whose tasks were cancelled, where it is not known when their turn will come:
  /// while the workspace is suspended.
  func completeCancelled() {
    guard isSuspended.withLock({ $0 }) else { return }
    let cancelled = pending.withLock { pending in
      let isCancelled = { (member: GroupMember) in member.isCancelled?.withLock { $0 } == true }
      defer { pending.removeAll(where: isCancelled) }
      return pending.filter(isCancelled)
    }
    for member in cancelled { member.complete(.failure(CancellationError())) }
  }

  /// Sees to it that what waits is committed soon.
  func scheduleDrain() {
    queue.async { self.drain() }
  }

  /// Sees to it that the dictionary's sets are committed soon, with those that follow at once.
  ///
  /// Each commit writes whole pages, so that many small ones would take far longer than the sets themselves.
  func scheduleFlush() {
    queue.asyncAfter(deadline: .now() + Self.flushDelay) { self.drain() }
  }

  /// How long the first set waits for others.
  private static let flushDelay = DispatchTimeInterval.milliseconds(1)

  /// Commits what waits: asynchronous transactions and the dictionary's sets.
  ///
  /// On the queue only.
  func drain() {
    // What waits has to wait on.
    if isSuspended.withLock({ $0 }) { return }
    let members = pending.withLock { pending in
      let taken = Array(pending.prefix(Self.groupLimit))
      pending.removeFirst(taken.count)
      return taken
    }
    guard !members.isEmpty || dictionary.hasPending else { return }
    if pending.withLock({ !$0.isEmpty }) { scheduleDrain() }
    commit(members)
  }

  /// Commits some asynchronous transactions together, with the dictionary's sets before them.
  func commit(_ members: [GroupMember]) {
    let durability = members.map(\.durability).max() ?? configuration.durability
    let session: WriteSession
    let flush: DictionaryFlush?
    do throws(WorkspaceError) {
      (session, flush) = try beginWithSets(durability)
    } catch {
      // A suspension lets them wait.
      if error.code == .suspended { return putBack(members) }
      dictionary.take().map { revert($0, because: error) }
      for member in members { member.complete(.failure(error)) }
      return
    }
    let catalog = session.connection.catalog
    let isAlone = flush == nil && members.count == 1
    var results: [Result<Void, any Error>] = []
    var rest: [GroupMember] = []
    for (place, member) in members.enumerated() {
      results.append(run(member.body, in: session, isAlone: isAlone))
      if !session.connection.isInTransaction {
        // SQLite has rolled everything back; who has not run yet can have a transaction of their own.
        rest = Array(members.dropFirst(place + 1))
        break
      }
    }
    var failure: WorkspaceError?
    do throws(WorkspaceError) {
      if isAlone, case .failure = results[0] {
        rollBack(to: catalog)
      } else {
        try commit(session, flush: flush)
      }
    } catch {
      rollBack(to: catalog)
      failure = error
    }
    if let flush {
      if let failure, members.isEmpty, failure.code != .suspended {
        revert(flush.written, because: failure)
        settle(flush)
      } else if failure != nil {
        retry(flush)
      } else {
        settle(flush)
      }
    }
    for (member, result) in zip(members, results) {
      if let failure, case .success = result {
        member.complete(.failure(failure))
      } else {
        member.complete(result)
      }
    }
    putBack(rest)
  }

  /// Lets transactions that have not run wait again, before those that have come since.
  private func putBack(_ members: [GroupMember]) {
    guard !members.isEmpty else { return }
    pending.withLock { $0.insert(contentsOf: members, at: 0) }
    scheduleDrain()
  }
}
