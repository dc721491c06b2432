internal import Dispatch

extension Workspace {
  /// Ends all use of the file for a while, so that the system finds no lock held.
  ///
  /// For systems that stop or kill programs which hold locks while in the background. Reads and writes that run are
  /// interrupted and throw `suspended`; writes leave nothing. Read snapshots end. Until ``resume()`` every
  /// new one throws `suspended`; asynchronous transactions and values set in the dictionary wait. All connections are closed; what
  /// was committed stays committed. It returns when that is done. A second call does nothing.
  ///
  /// Subscriptions stay, and hear after `resume()` what others have committed meanwhile. A store in memory has no
  /// locks and keeps its connection.
  ///
  /// - Throws: `nestedTransaction` inside a transaction or a read; `shutDown`.
  public func suspend() throws(WorkspaceError) {
    try requireOpen()
    try writer.requireOffQueue("suspend was called inside a transaction; call it after its end.")
    try readers?.requireNoReadHere("suspend", path: path)
    try writer.takingTurn("suspend") { () throws(WorkspaceError) in sleep() }
  }

  /// Closes the file.
  private func sleep() {
    writer.isSuspended.withLock { $0 = true }
    let hasEnded = DispatchSemaphore(value: 0)
    writer.queue.async { [writer, path] in
      if path != nil { writer.close() }
      hasEnded.signal()
    }
    // An interrupt between two statements of a transaction is lost; so it is repeated.
    while hasEnded.wait(timeout: .now() + .milliseconds(1)) == .timedOut { writer.interrupt() }
    readers?.suspend()
    // Those that were interrupted wait again by now.
    writer.completeCancelled()
  }

  /// Goes on after ``suspend()``: opens the file again and runs what has waited.
  ///
  /// - Throws: What opening the store throws; then it stays suspended. `shutDown`; `nestedTransaction` inside a
  ///   transaction or a read.
  public func resume() throws(WorkspaceError) {
    try requireOpen()
    try writer.requireOffQueue("resume was called inside a transaction; call it after its end.")
    try readers?.requireNoReadHere("resume", path: path)
    try writer.takingTurn("resume") { () throws(WorkspaceError) in try wake() }
    catchUp { _ in }
    writer.sink.withLock { $0 }?.retryFailed()
  }

  /// Opens the file again, for its last commits where a shutdown has begun.
  private func wake(isLast: Bool = false) throws(WorkspaceError) {
    let result = writer.queue.sync { () -> Result<Void, WorkspaceError> in
      do throws(WorkspaceError) {
        // A shutdown at the same time may have closed it for good.
        if !isLast { try requireOpen() }
        try writer.open()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    readers?.resume()
    writer.isSuspended.withLock { $0 = false }
    writer.scheduleDrain()
    writer.scheduleIndexWork()
  }

  /// Opens the file again, if it was suspended, so that what waits can be committed; or lets that fail.
  func wakeToShutDown() {
    guard writer.isSuspended.withLock({ $0 }) else { return }
    do throws(WorkspaceError) {
      try writer.takingTurn("shutdown") { () throws(WorkspaceError) in try wake(isLast: true) }
    } catch {
      writer.failPending(error)
    }
  }
}

extension ReaderPool {
  /// Refuses new reads, interrupts those that run, ends snapshots, and closes every connection.
  func suspend() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      state.isSuspended = true
      return state.idle
    }
    for connection in idle { connection.close() }
    repeat {
      endSnapshots()
      // Under the lock, as a connection that was given back may be closed.
      state.withLock { state in for use in state.busy.values { use.connection.interrupt() } }
    } while inUse.wait(timeout: .now() + .milliseconds(1)) == .timedOut
  }

  /// Runs what needs the store beyond single reads, whose end suspensions and shutdowns wait for.
  func whileOpen<Output>(_ body: () throws -> Output) throws -> Output {
    inUse.enter()
    defer { inUse.leave() }
    try requireOpen()
    return try body()
  }

  /// Ends the snapshots that are held; one that is being read from ends with that read.
  func endSnapshots() {
    for snapshot in state.withLock({ Array($0.snapshots.values) }) { snapshot.object?.end() }
  }

  /// Lets reads begin again.
  func resume() {
    state.withLock { $0.isSuspended = false }
  }

  /// Notes a snapshot, so that it can be ended.
  func hold(_ snapshot: ReadSnapshot) {
    state.withLock { $0.snapshots[ObjectIdentifier(snapshot)] = .init(snapshot) }
  }

  /// Forgets a snapshot that has ended.
  func release(_ snapshot: ReadSnapshot) {
    state.withLock { $0.snapshots[ObjectIdentifier(snapshot)] = nil }
  }
}

extension Writer {
  /// Runs what suspends or resumes, one after the other.
  ///
  /// - Throws: `nestedTransaction` inside another one, as in the log's closure; what `body` throws.
  func takingTurn<Output>(
    _ call: String, _ body: () throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    if suspender.withLock({ $0 }) == ThreadIdentity.current {
      throw WorkspaceError(
        .nestedTransaction,
        "\(call) was called while the workspace is suspended or resumed; call it after that.",
        path: path)
    }
    suspension.wait()
    suspender.withLock { $0 = .current }
    defer {
      suspender.withLock { $0 = nil }
      suspension.signal()
    }
    return try body()
  }

  /// Completes the transactions that wait with an error, and reverts what was set in the dictionary.
  func failPending(_ error: WorkspaceError) {
    let members = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for member in members { member.complete(.failure(error)) }
    queue.sync {
      dictionary.take().map { revert($0, because: error) }
    }
  }
}

extension WorkspaceError {
  /// A call while the workspace is suspended, or one that was interrupted for that.
  static func suspended(path: String?, sqliteCode: Int32? = nil) -> WorkspaceError {
    WorkspaceError(
      .suspended, "The workspace is suspended; resume it, and try again.", sqliteCode: sqliteCode,
      path: path)
  }
}
