package import Dispatch

extension Workspace {
  /// Subscribes to a query of a type that is known by its schema alone.
  package func subscribe(
    toRows query: RecordQuery, of type: RecordType, on queue: DispatchQueue,
    policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (RowsUpdate) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: .query(query, of: type),
      as: RowsReceiver(),
      on: observation.outlet(for: queue), policy: policy, handler)
  }
}
