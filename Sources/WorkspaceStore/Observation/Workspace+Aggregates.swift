public import Dispatch

extension Workspace {
  /// Subscribes to what a query's values come to: `Todo.all.sum(\.effort)`.
  ///
  /// A sum or mean of all that match costs what changed, the least and the greatest nearly so; with a limit or an
  /// offset, the values of that window are kept. The rest is as for a query.
  public func subscribe<R: Record, Output>(
    to aggregate: QueryAggregate<R, Output>, on queue: DispatchQueue,
    policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (AggregateUpdate<Output>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .aggregate(aggregate), as: AggregateReceiver(aggregate),
      on: observation.outlet(for: queue), policy: policy, handler)
  }

  /// Subscribes to what a query's values come to with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record, Output>(
    to aggregate: QueryAggregate<R, Output>, on actor: MainActor,
    policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (AggregateUpdate<Output>) -> Void
  ) -> Subscription {
    subscribe(to: aggregate, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// What a query's values come to, as a sequence.
  public func updates<R: Record, Output>(
    of aggregate: QueryAggregate<R, Output>, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<AggregateUpdate<Output>> {
    updates(of: .aggregate(aggregate), as: AggregateReceiver(aggregate), policy: policy)
  }
}
