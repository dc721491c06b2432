/// A view of one commit, for several reads that must agree.
///
/// It holds a read transaction until `end()`, until it is released, or until the workspace is suspended or shut down. Not for use from
/// several threads at a time. A store in memory, which has one connection, is copied for it, and the copy stays until
/// `end()`.
public final class ReadSnapshot: WorkspaceReading {
  private struct State {
    var connection: Connection?
    /// How many reads run, one inside the other.
    var reads = 0
    /// Whether the last of them ends the snapshot.
    var isEnding = false
  }

  /// A snapshot, held by the pool without keeping it alive.
  struct Reference {
    weak var object: ReadSnapshot?

    init(_ object: ReadSnapshot) {
      self.object = object
    }
  }

  /// The number of the commit that the snapshot shows.
  public let commit: Int64
  private let workspace: Workspace
  private let state: Locked<State>

  init(_ workspace: Workspace) throws(WorkspaceError) {
    self.workspace = workspace
    guard let readers = workspace.readers else {
      let image = try workspace.image(for: "snapshot")
      try image.beginRead(newest: workspace.writer.catalog)
      commit = image.snapshot.number
      state = Locked(State(connection: image))
      return
    }
    let connection = try readers.take()
    do throws(WorkspaceError) {
      try connection.whileIntact { () throws(WorkspaceError) in
        try connection.beginRead(newest: workspace.writer.catalog)
      }
    } catch {
      readers.giveBack(connection)
      throw error
    }
    commit = connection.snapshot.number
    readers.setReading(connection, false)
    state = Locked(State(connection: connection))
    readers.hold(self)
  }

  deinit {
    end()
  }

  /// Reads in the snapshot.
  ///
  /// - Throws: `transactionEnded` after `end()`; `overtaken`, in a workspace that only reads, when a writer that began later has
  ///   changed the file; what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    // What the pool does for others.
    if workspace.readers == nil, workspace.hasShutDown { end() }
    let connection = state.withLock { state in
      if state.isEnding { return nil as Connection? }
      state.reads += 1
      return state.connection
    }
    guard let connection else {
      throw WorkspaceError(.transactionEnded, "The snapshot has ended.", path: workspace.path)
    }
    workspace.readers?.setReading(connection, true)
    defer { leave(connection) }
    return try connection.whileIntact { () throws(WorkspaceError) in
      try body(ReadAccess(connection: connection))
    }
  }

  /// Lets go of the commit, at the end of a read that runs in it.
  ///
  /// A second call does nothing.
  public func end() {
    giveBack(
      state.withLock { state in
        state.isEnding = true
        return state.reads == 0 ? state.connection.take() : nil
      })
  }

  private func leave(_ connection: Connection) {
    let (isLast, ended) = state.withLock { state in
      state.reads -= 1
      let isLast = state.reads == 0
      return (isLast, isLast && state.isEnding ? state.connection.take() : nil)
    }
    if isLast { workspace.readers?.setReading(connection, false) }
    giveBack(ended)
  }

  private func giveBack(_ connection: Connection?) {
    guard let connection else { return }
    connection.endRead(log: workspace.configuration.log)
    guard let readers = workspace.readers else { return connection.close() }
    readers.release(self)
    readers.giveBack(connection)
  }
}

@available(*, unavailable)
extension ReadSnapshot: @unchecked Sendable {}
