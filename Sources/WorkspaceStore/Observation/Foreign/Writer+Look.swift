internal import Dispatch

/// What a connection has last said to be the version of its database.
struct SeenVersion: Sendable, Hashable {
  /// Which of the writer's connections: versions of two can't be compared.
  let connection: Int
  /// What `PRAGMA data_version` gave.
  let version: Int64?
}

extension Writer {
  /// Looks soon whether others have committed since the last look, and publishes what they have.
  ///
  /// `PRAGMA data_version` says so without a transaction: it changes when another connection has committed.
  func lookForForeignCommits(_ seen: Locked<SeenVersion?>) {
    queue.async { [self] in
      do throws(WorkspaceError) {
        let connection = try currentConnection()
        let now = SeenVersion(
          connection: connectionNumber,
          version: try connection.integer("PRAGMA data_version"))
        let isSame = seen.withLock { seen in
          defer { seen = now }
          return now.version != nil && seen == now
        }
        if !isSame { _ = try catchUp() }
      } catch {
        // The next look, or the next transaction, finds what this one has missed.
        seen.withLock { $0 = nil }
        if error.code != .shutDown, error.code != .suspended {
          configuration.log?("Looking for commits of others failed: \(error)")
        }
      }
    }
  }
}
