import Dispatch

@testable import WorkspaceStore

/// A sink that keeps every change set.
final class RecordingSink: CommitSink {
  let sets = Locked<[ChangeSet]>([])
  let uncommitted = Locked<[[DictionaryNotice]]>([])
  let finished = Locked(0)
  /// Runs where a transaction begins.
  let atBegin = Locked<@Sendable () -> Void>({})
  private let names: Locked<Set<String>>

  init(watching names: Set<String> = []) {
    self.names = Locked(names)
  }

  func watchedTypes() -> WatchedTypes {
    atBegin.withLock { $0 }()
    return WatchedTypes(names: names.withLock { $0 })
  }

  func publish(_ changes: ChangeSet, prepared: PreparedCommit?, connection: Connection) {
    sets.withLock { $0.append(changes) }
  }

  func publish(uncommitted notices: [DictionaryNotice]) {
    uncommitted.withLock { $0.append(notices) }
  }

  func afterDeliveries(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  func retryFailed() {}

  func finish() { finished.withLock { $0 += 1 } }

  var last: ChangeSet? { sets.withLock { $0.last } }

  /// Installs a sink in a workspace.
  static func install(
    in workspace: Workspace, watching names: Set<String> = []
  ) -> RecordingSink {
    let sink = RecordingSink(watching: names)
    _ = workspace.sink { sink }
    return sink
  }
}
