package import Dispatch
package import SnapshotDiff

extension Workspace {
  /// Subscribes to a query of a type that is known by its schema alone.
  package func subscribe(
    toRows query: RecordQuery, of type: RecordType, on queue: DispatchQueue,
    policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (RowsUpdate<WholeList, Int64>) -> Void
  ) -> Subscription {
    observation.subscribe(
      to: LiveSource<LiveQueryModel<WholeSections, Int64>>.query(query, of: type),
      as: RowsReceiver<WholeList, Int64>(),
      on: observation.outlet(for: queue), policy: policy, handler)
  }
}
