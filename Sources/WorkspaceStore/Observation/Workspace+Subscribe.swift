public import Dispatch

extension Workspace {
  /// Subscribes to a query: all its records at once, then the exact changes of each commit.
  ///
  /// The first update comes soon, and once; its changes are inserts. Afterwards the handler is called on `queue`
  /// when the result has changed, in commit order, once for each commit (or for several, with the policy `newest`,
  /// when the queue lags behind). Handlers on one queue that a commit concerns run in one block. A handler may read,
  /// write, subscribe and cancel; one that is slow holds up nobody else.
  ///
  /// After `shutdown`, and if the query does not fit its type, the subscription does not begin: its ``Subscription/error``
  /// says why, and the handler is called once, with that error. Likewise an observable value has one update with it, and
  /// so has a sequence of updates, whose ``LiveUpdates/throwing`` form throws it. What begins before `shutdown` ends
  /// with it.
  ///
  /// Where the rows can't be read, the handler is told once, and again when they can: the next commit that can touch the
  /// query tries, and without one it is tried after 0.1 seconds, then after twice as long each time, up to 26 seconds.
  ///
  /// - Parameters:
  ///   - query: The query; equal ones share one live result.
  ///   - queue: Where the handler is called, one call after another.
  ///   - policy: What happens when commits come faster than the handler takes them.
  ///   - handler: Takes an update.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func subscribe<R: Record>(
    to query: Query<R>, on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (QueryUpdate<R>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .query(query), as: RowsReceiver(), on: observation.outlet(for: queue), policy: policy
    ) { handler(QueryUpdate(update: $0)) }
  }

  /// Subscribes to a record by its key: the record, or nil while there is none.
  ///
  /// Only `cancel` ends it: a record that is deleted may come again. The rest is as for a query.
  public func subscribe<R: Record>(
    toObject _: R.Type, key: R.Key, on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (ObjectUpdate<R>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .object(key.keyValues, of: R.self), as: RowsReceiver(),
      on: observation.outlet(for: queue), policy: policy
    ) { handler(ObjectUpdate($0)) }
  }

  /// Subscribes to how many records a query has.
  ///
  /// Nothing but the number is kept. The rest is as for a query.
  public func subscribe<R: Record>(
    toCountOf query: Query<R>, on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (CountUpdate) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .count(of: query.untyped, of: R.self),
      as: CountReceiver(), on: observation.outlet(for: queue), policy: policy, handler)
  }

  /// Subscribes to whatever commits change in a type.
  ///
  /// The first update has no changes; it names the commit after which they come. With the policy `newest`, what
  /// waits is put together: one change for each record. The rest is as for a query.
  public func subscribe<R: Record>(
    toChangesOf _: R.Type, on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (TypeUpdate<R>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .changes(of: R.recordType), as: TypeReceiver<R>(),
      on: observation.outlet(for: queue), policy: policy, handler)
  }
}
