public import Dispatch

extension Workspace {
  /// Subscribes to a query whose records fall into sections: all at once, then the exact changes of each commit.
  ///
  /// Sections come and go with their records. The rest is as for a query.
  public func subscribe<R: Record, Scalar>(
    to query: SectionedQuery<R, Scalar>, on queue: DispatchQueue,
    policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (SectionedUpdate<R, Scalar>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .sections(of: query), as: RowsReceiver(), on: observation.outlet(for: queue),
      policy: policy
    ) { handler(SectionedUpdate(update: $0)) }
  }

  /// Subscribes to a query in sections with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record, Scalar>(
    to query: SectionedQuery<R, Scalar>, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (SectionedUpdate<R, Scalar>) -> Void
  ) -> Subscription {
    subscribe(to: query, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// The updates of a query in sections as a sequence.
  public func updates<R: Record, Scalar>(
    of query: SectionedQuery<R, Scalar>, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<SectionedUpdate<R, Scalar>> {
    updates(of: .sections(of: query), as: RowsReceiver(), policy: policy) {
      SectionedUpdate(update: $0)
    }
  }
}
