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
    let outlet = observation.outlet(for: queue)
    if aggregate.isTotal {
      return observation.subscribe(
        to: LiveSource<LiveTotalModel>.total(of: aggregate),
        as: AggregateReceiver(aggregate, LiveValues.init), on: outlet, policy: policy, handler)
    }
    return observation.subscribe(
      to: LiveSource<LiveValuesModel>.values(of: aggregate),
      as: AggregateReceiver(aggregate) { $0 }, on: outlet, policy: policy, handler)
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
    if aggregate.isTotal {
      return updates(
        of: LiveSource<LiveTotalModel>.total(of: aggregate),
        as: AggregateReceiver(aggregate, LiveValues.init), policy: policy)
    }
    return updates(
      of: LiveSource<LiveValuesModel>.values(of: aggregate),
      as: AggregateReceiver(aggregate) { $0 }, policy: policy)
  }
}

extension QueryAggregate {
  /// Whether it is kept as a total, of all records that match.
  fileprivate var isTotal: Bool {
    (kind == .sum || kind == .average) && !query.isWindow
  }
}
