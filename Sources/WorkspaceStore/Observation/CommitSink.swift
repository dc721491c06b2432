package import Dispatch

/// What commits flow into: the observing side of a workspace.
package protocol CommitSink: AnyObject, Sendable {
  /// The types whose bytes a transaction has to keep.
  ///
  /// Asked at BEGIN, on the writer's queue; fixed for that transaction.
  func watchedTypes() -> WatchedTypes

  /// Finds out before COMMIT what a commit will mean, so that less is left to do after it; nil if nothing is.
  ///
  /// Nobody sees anything of it: if COMMIT fails it is dropped.
  func prepare(_ changes: ChangeSet, connection: Connection) -> PreparedCommit?

  /// Takes one commit, in commit order, on the writer's queue.
  ///
  /// Called after COMMIT for commits of ours, and just after BEGIN for those of others. It may read through
  /// `connection`, which then sees at least this commit (`newestCommit()` says which), and `connection.catalog`
  /// knows every type number of `changes`. `prepared` is what `prepare` returned for these changes.
  func publish(_ changes: ChangeSet, prepared: PreparedCommit?, connection: Connection)

  /// Tells that sets of the dictionary were made visible, or reverted, before they are committed.
  ///
  /// Called on the thread that set, or on the writer's queue, outside every lock.
  func publish(uncommitted notices: [DictionaryNotice])

  /// Runs `body` on `queue`, once its subscribers have what was published before this call.
  func afterDeliveries(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)

  /// Reads again what could not be read, as the workspace goes on after a suspension.
  func retryFailed()

  /// Ends all subscriptions, as the workspace shuts down.
  func finish()
}

extension CommitSink {
  /// Nothing.
  package func prepare(_ changes: ChangeSet, connection: Connection) -> PreparedCommit? { nil }
}

/// What a commit will mean to live results, found out before COMMIT.
package final class PreparedCommit {
  /// A result that it can touch.
  final class Touched {
    let live: any AnyLiveResult
    /// What concerns it.
    let changes: LiveChanges
    /// What becomes of it, if that could be told.
    let advance: PreparedAdvance?

    init(_ live: any AnyLiveResult, _ changes: LiveChanges, commit: Int64) {
      self.live = live
      self.changes = changes
      advance = live.prepare(changes, commit: commit)
    }
  }

  /// The results that it can touch.
  let touched: [Touched]
  /// Which results there were.
  let indexVersion: Int

  init(touched: [Touched], indexVersion: Int) {
    self.touched = touched
    self.indexVersion = indexVersion
  }
}

/// The types that are watched, by the qualified name that the watching program knows.
package struct WatchedTypes: Sendable, Hashable {
  /// Qualified names.
  package var names: Set<String>

  /// Makes a set of types.
  package init(names: Set<String> = []) {
    self.names = names
  }

  /// Whether a type is among them, by its name or a former one.
  package func contains(_ type: StoredType) -> Bool {
    guard !names.isEmpty else { return false }
    return names.contains(type.name) || type.formerNames.contains { names.contains($0) }
  }
}
