package import Dispatch

extension Workspace {
  /// Subscribes to a query of a type that is known by its schema alone.
  package func subscribe(
    toRows query: RecordQuery, of type: RecordType, on queue: DispatchQueue,
    policy: DeliveryPolicy = .newest, _ handler: @escaping @Sendable (RowsUpdate<Int64>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: LiveSource<LiveQueryModel<Int64>>.query(query, of: type), as: RowsReceiver<Int64>(),
      on: observation.outlet(for: queue), policy: policy, handler)
  }
}
