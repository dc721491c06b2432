internal import Dispatch

/// The connections for reading, each used by one read at a time.
///
/// A read never waits for another: where no connection is idle, one is opened; up to `capacity` are kept.
///
/// Safe because connections are only reached through `state`, and by the one read that took each from it.
package final class ReaderPool: @unchecked Sendable {
  /// What a connection that was taken is used for.
  struct Use {
    let connection: Connection
    /// The thread that reads through it; nil while a snapshot holds it and nobody reads.
    var thread: ThreadIdentity?
  }

  struct State {
    var idle: [Connection] = []
    var busy: [ObjectIdentifier: Use] = [:]
    var snapshots: [ObjectIdentifier: ReadSnapshot.Reference] = [:]
    var isClosed = false
    var isSuspended = false
  }

  let state = Locked(State())
  let inUse = DispatchGroup()
  private let capacity: Int
  private let path: String?
  private let open: @Sendable () throws(WorkspaceError) -> Connection

  init(
    capacity: Int, path: String?,
    open: @escaping @Sendable () throws(WorkspaceError) -> Connection
  ) {
    self.path = path
    self.capacity = max(1, capacity)
    self.open = open
  }

  /// Takes a connection, which must be given back.
  package func take() throws(WorkspaceError) -> Connection {
    // Entering comes first, so that `close` can't miss a read that is about to begin.
    inUse.enter()
    do throws(WorkspaceError) {
      while let connection = try takeIdle() {
        if connection.isCurrent { return note(connection) }
      }
      return note(try open())
    } catch {
      inUse.leave()
      throw error
    }
  }

  private func note(_ connection: Connection) -> Connection {
    let use = Use(connection: connection, thread: .current)
    state.withLock { $0.busy[ObjectIdentifier(connection)] = use }
    return connection
  }

  /// Notes whether this thread reads through a connection, unless that was given back meanwhile.
  func setReading(_ connection: Connection, _ isReading: Bool) {
    let thread = isReading ? ThreadIdentity.current : nil
    state.withLock { $0.busy[ObjectIdentifier(connection)]?.thread = thread }
  }

  /// Throws inside a read, whose end would be waited for.
  func requireNoReadHere(_ call: String, path: String?) throws(WorkspaceError) {
    let thread = ThreadIdentity.current
    guard state.withLock({ $0.busy.values.contains { $0.thread == thread } }) else { return }
    throw WorkspaceError(
      .nestedTransaction, "\(call) was called inside a read; call it after its end.", path: path)
  }

  private func takeIdle() throws(WorkspaceError) -> Connection? {
    try state.withLock { (state) throws(WorkspaceError) in
      try requireOpen(state)
      return state.idle.popLast()
    }
  }

  /// Throws where nothing may begin.
  func requireOpen() throws(WorkspaceError) {
    try state.withLock { (state) throws(WorkspaceError) in try requireOpen(state) }
  }

  private func requireOpen(_ state: State) throws(WorkspaceError) {
    if state.isClosed { throw .shutDown.at(path: path) }
    if state.isSuspended { throw .suspended(path: path) }
  }

  /// Gives a connection back, outside any transaction.
  package func giveBack(_ connection: Connection) {
    let isKept = state.withLock { state in
      state.busy[ObjectIdentifier(connection)] = nil
      guard !state.isClosed, !state.isSuspended, state.idle.count < capacity,
        !connection.isInTransaction
      else { return false }
      state.idle.append(connection)
      return true
    }
    // Now, and not when the caller lets go of it: those who wait for its end count on a file that is not open.
    if !isKept { connection.close() }
    inUse.leave()
  }

  /// The commits that the snapshots which are held show.
  func heldCommits() -> [Int64] {
    state.withLock { Array($0.snapshots.values) }.compactMap { $0.object?.commit }
  }

  /// Refuses new reads, ends snapshots, waits for reads that run, and closes every connection.
  func close() {
    state.withLock { $0.isClosed = true }
    repeat { endSnapshots() } while inUse.wait(timeout: .now() + .milliseconds(1)) == .timedOut
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { connection.close() }
  }
}

extension WorkspaceError {
  /// A call after `shutdown`.
  static var shutDown: WorkspaceError {
    WorkspaceError(.shutDown, "The workspace was shut down; open the store again.")
  }
}
