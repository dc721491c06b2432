/// What can be read from: a workspace, a transaction, a snapshot of a workspace.
public protocol WorkspaceReading: ~Copyable {
  /// Runs `body` in one read transaction, or in the transaction that this is.
  ///
  /// - Throws: `shutDown`, `transactionEnded`, `rolledBack`, what SQLite reports, and what `body` throws.
  func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output
}

/// The way to the stored rows while a read runs; of use to this library only.
public struct ReadAccess {
  /// The connection, in a transaction, its catalog up to date.
  package let connection: Connection

  package init(connection: Connection) {
    self.connection = connection
  }
}

@available(*, unavailable)
extension ReadAccess: Sendable {}
