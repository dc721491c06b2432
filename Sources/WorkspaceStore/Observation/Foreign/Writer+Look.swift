internal import Dispatch

extension Writer {
  /// Looks soon whether others have committed since the last look, and publishes what they have.
  ///
  /// `PRAGMA data_version` says so without a transaction: it changes when another connection has committed.
  func lookForForeignCommits(_ version: Locked<Int64?>) {
    queue.async { [self] in
      do throws(WorkspaceError) {
        let known = try requireConnection()
        let connection = try currentConnection()
        // Numbers of two connections can't be compared.
        if connection !== known { version.withLock { $0 = nil } }
        let now = try connection.integer("PRAGMA data_version")
        let isSame = version.withLock { version in
          defer { version = now }
          return version != nil && version == now
        }
        if !isSame { _ = try catchUp() }
      } catch {
        // The next look, or the next transaction, finds what this one has missed.
        version.withLock { $0 = nil }
        if error.code != .shutDown, error.code != .suspended {
          configuration.log?("Looking for commits of others failed: \(error)")
        }
      }
    }
  }
}
