internal import Dispatch

// On Linux the main actor runs only while the program runs the main queue (`dispatchMain()`, or an async `main`).
extension Workspace {
  /// Subscribes to a query with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record>(
    to query: Query<R>, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (QueryUpdate<R>) -> Void
  ) -> Subscription {
    subscribe(to: query, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// Subscribes to a record by its key with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record>(
    toObject type: R.Type, key: R.Key, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (ObjectUpdate<R>) -> Void
  ) -> Subscription {
    subscribe(toObject: type, key: key, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// Subscribes to how many records a query has with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record>(
    toCountOf query: Query<R>, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (CountUpdate) -> Void
  ) -> Subscription {
    subscribe(toCountOf: query, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// Subscribes to what commits change in a type with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<R: Record>(
    toChangesOf type: R.Type, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (TypeUpdate<R>) -> Void
  ) -> Subscription {
    subscribe(toChangesOf: type, on: .main, policy: policy, Self.onMainActor(handler))
  }

  /// A handler for the main queue, whose blocks run on the main actor.
  static func onMainActor<Update: Sendable>(
    _ handler: @escaping @MainActor (Update) -> Void
  ) -> @Sendable (Update) -> Void {
    { update in MainActor.assumeIsolated { handler(update) } }
  }
}
