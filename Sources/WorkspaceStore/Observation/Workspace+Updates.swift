extension Workspace {
  /// The updates of a query as a sequence: its records at once, then the changes of each commit.
  public func updates<R: Record>(
    of query: Query<R>, policy: DeliveryPolicy = .newest
  ) -> QueryUpdates<R> {
    updates(
      of: LiveQuerySource<R>.query(query.untyped, of: R.self),
      as: QueryReceiver<R>(), policy: policy)
  }

  /// The updates of a record, found by its key, as a sequence; nil objects while there is none.
  public func updates<R: Record>(
    ofObject _: R.Type, key: R.Key, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<ObjectUpdate<R>> {
    updates(
      of: LiveQuerySource<R>.object(key.keyValues, of: R.self),
      as: ObjectReceiver<R>(), policy: policy)
  }

  /// The updates of how many records a query has, as a sequence.
  public func updates<R: Record>(
    ofCountOf query: Query<R>, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<CountUpdate> {
    updates(
      of: LiveSource<LiveTotalModel>.count(of: query.untyped, of: R.self), as: CountReceiver(),
      policy: policy)
  }

  /// What commits change in a type, as a sequence.
  public func updates<R: Record>(
    ofChangesOf _: R.Type, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<TypeUpdate<R>> {
    updates(
      of: LiveSource<LiveTypeModel>.changes(of: R.recordType), as: TypeReceiver<R>(),
      policy: policy)
  }

  func updates<Model: LiveModel, Receiver: UpdateReceiver>(
    of source: LiveSource<Model>, as receiver: Receiver, policy: DeliveryPolicy
  ) -> LiveUpdates<Receiver.Update> where Receiver.Value == Model.Value {
    LiveUpdates { [self] in
      let stream = UpdateStream(of: source, as: receiver, policy: policy, in: observation)
      return LiveUpdates.Iterator {
        defer { withExtendedLifetime(self) {} }
        return await stream.next()
      }
    }
  }
}
