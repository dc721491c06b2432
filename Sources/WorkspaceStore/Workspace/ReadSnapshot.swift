/// A view of one commit, for several reads that must agree.
///
/// It holds a read transaction until `end()` or until it is released. Not for use from several threads at a time.
public final class ReadSnapshot: WorkspaceReading {
  private let workspace: Workspace
  private var connection: Connection?

  init(_ workspace: Workspace) throws(WorkspaceError) {
    self.workspace = workspace
    guard let readers = workspace.readers else {
      throw WorkspaceError(
        .sqlite, "A store in memory has one connection and no snapshots; read in a transaction.")
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
    self.connection = connection
  }

  deinit {
    end()
  }

  /// The number of the commit that the snapshot shows.
  public var commit: Int64 { connection?.snapshot.number ?? 0 }

  /// Reads in the snapshot.
  ///
  /// - Throws: `transactionEnded` after `end()`; `overtaken`, in a workspace that only reads, when a writer that began later has
  ///   changed the file; what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    guard let connection else {
      throw WorkspaceError(.transactionEnded, "The snapshot has ended.", path: workspace.path)
    }
    return try connection.whileIntact { () throws(WorkspaceError) in
      try body(ReadAccess(connection: connection))
    }
  }

  /// Lets go of the commit.
  ///
  /// A second call does nothing.
  public func end() {
    guard let connection else { return }
    self.connection = nil
    connection.endRead(log: workspace.configuration.log)
    workspace.readers?.giveBack(connection)
  }
}

@available(*, unavailable)
extension ReadSnapshot: @unchecked Sendable {}
