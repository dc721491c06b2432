/// The changes of one transaction, while its closure runs.
///
/// It can't be copied and does not outlive the closure. Its methods do not mutate the value, so that closures inside
/// closures can use it.
public struct Transaction: ~Copyable {
  let core: WriteTransaction

  init(_ core: WriteTransaction) {
    self.core = core
  }
}

extension Transaction: WorkspaceReading {
  /// Runs `body` in this transaction: it sees what was changed so far.
  ///
  /// - Throws: `rolledBack`, and what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try core.requireOpen()
    return try body(ReadAccess(connection: core.connection))
  }
}
