public import Dispatch
public import WorkspaceStore

extension WorkflowScope {
  /// Observes a query: its result once, then the changes of every commit.
  ///
  /// - Parameters:
  ///   - query: What to observe.
  ///   - workspace: Where it is kept.
  ///   - apply: Changes the workflow by one update; it looks at `error` too.
  /// - Returns: A token to keep, which ends the observation when cancelled or released.
  public func observe<R: Record>(
    _ query: Query<R>, in workspace: Workspace, _ apply: @escaping Apply<QueryUpdate<R>>
  ) -> CancelToken {
    observe(from: { workspace.subscribe(to: query, on: $0, $1) }, apply)
  }

  /// Observes one record by its key: nil while it is absent.
  ///
  /// - Returns: A token to keep, which ends the observation when cancelled or released.
  public func observe<R: Record>(
    _ type: R.Type, key: R.Key, in workspace: Workspace,
    _ apply: @escaping Apply<ObjectUpdate<R>>
  ) -> CancelToken {
    observe(from: { workspace.subscribe(toObject: type, key: key, on: $0, $1) }, apply)
  }

  /// Observes how many records a query has.
  ///
  /// - Returns: A token to keep, which ends the observation when cancelled or released.
  public func observeCount<R: Record>(
    of query: Query<R>, in workspace: Workspace, _ apply: @escaping Apply<CountUpdate>
  ) -> CancelToken {
    observe(from: { workspace.subscribe(toCountOf: query, on: $0, $1) }, apply)
  }

  /// Observes a key of a dictionary: nil while it is not set.
  ///
  /// - Returns: A token to keep, which ends the observation when cancelled or released.
  public func observe<Value: Codable & Sendable>(
    _ key: String, as type: Value.Type, in dictionary: WorkspaceDictionary,
    _ apply: @escaping Apply<EntryUpdate<Value>>
  ) -> CancelToken {
    observe(from: { dictionary.subscribe(to: key, as: type, on: $0, $1) }, apply)
  }

  /// Lets a value arrive from elsewhere, again and again, each in a turn of the workflow.
  ///
  /// This is what the other `observe` methods are made of. The values must be delivered on the queue given.
  ///
  /// - Parameters:
  ///   - source: Begins the deliveries, and returns what keeps them going.
  ///   - apply: Changes the workflow by one value.
  /// - Returns: A token to keep; after its `cancel()` in a turn of the workflow, `apply` is not called any more.
  public func observe<Value: Sendable>(
    from source: (DispatchQueue, @escaping @Sendable (Value) -> Void) -> Subscription,
    _ apply: @escaping Apply<Value>
  ) -> CancelToken {
    guard let host else { return CancelToken() }
    let first = OutstandingWork(on: host.queue)
    let isEnded = CancelToken()
    let subscription = source(host.queue.dispatchQueue) { [weak host] value in
      host?.deliver(unless: isEnded) { apply(&$0, value, $1) }
      first.end()
    }
    return CancelToken {
      isEnded.cancel()
      subscription.cancel()
      first.end()
    }
  }

  /// Writes the source of truth in one transaction, away from the workflow's queue.
  ///
  /// The change comes back through observations. A transaction that fails changes nothing; tell the person in
  /// `completion`.
  ///
  /// - Parameters:
  ///   - workspace: The workspace to change.
  ///   - durability: What the commit must survive; nil is the workspace's own.
  ///   - body: The transaction, on the workspace's writer.
  ///   - completion: Applied afterwards, in a turn of the workflow.
  public func performChanges<Output: Sendable>(
    in workspace: Workspace, durability: Durability? = nil,
    _ body: @escaping @Sendable (inout Transaction) throws -> Output,
    completion: @escaping Apply<Result<Output, any Error>>
  ) {
    guard let host else { return }
    let work = OutstandingWork(on: host.queue)
    workspace.performChanges(durability: durability, on: host.queue.dispatchQueue, body) {
      [weak host] result in
      host?.deliver { completion(&$0, result, $1) }
      work.end()
    }
  }
}
