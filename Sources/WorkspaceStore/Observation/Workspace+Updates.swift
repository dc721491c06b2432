extension Workspace {
  /// The updates of a query as a sequence: its records at once, then the changes of each commit.
  public func updates<R: Record>(
    of query: Query<R>, policy: DeliveryPolicy = .newest
  ) -> QueryUpdates<R> {
    updates(of: .query(query), as: RowsReceiver(), policy: policy) { QueryUpdate(update: $0) }
  }

  /// The updates of a record, found by its key, as a sequence; nil objects while there is none.
  public func updates<R: Record>(
    ofObject _: R.Type, key: R.Key, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<ObjectUpdate<R>> {
    updates(of: .object(key.keyValues, of: R.self), as: RowsReceiver(), policy: policy) {
      ObjectUpdate($0)
    }
  }

  /// The updates of how many records a query has, as a sequence.
  public func updates<R: Record>(
    ofCountOf query: Query<R>, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<CountUpdate> {
    updates(
      of: .count(of: query.untyped, of: R.self), as: CountReceiver(), policy: policy)
  }

  /// What commits change in a type, as a sequence.
  public func updates<R: Record>(
    ofChangesOf _: R.Type, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<TypeUpdate<R>> {
    updates(
      of: .changes(of: R.recordType), as: TypeReceiver<R>(), policy: policy)
  }

  func updates<Receiver: UpdateReceiver>(
    of source: LiveSource, as receiver: Receiver, policy: DeliveryPolicy
  ) -> LiveUpdates<Receiver.Update> {
    updates(of: source, as: receiver, policy: policy) { $0 }
  }

  func updates<Receiver: UpdateReceiver, Update: Sendable>(
    of source: LiveSource, as receiver: Receiver, policy: DeliveryPolicy,
    _ update: @escaping @Sendable (Receiver.Update) -> Update
  ) -> LiveUpdates<Update> {
    LiveUpdates { [self] in
      let stream = UpdateStream(of: source, as: receiver, policy: policy, in: observation)
      return LiveUpdates.Iterator(error: stream.error) {
        defer { withExtendedLifetime(self) {} }
        return await stream.next().map(update)
      }
    }
  }
}
