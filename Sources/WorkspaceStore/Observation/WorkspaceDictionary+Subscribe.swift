public import Dispatch

extension WorkspaceDictionary {
  /// Subscribes to the value of a key: as it is, then whenever it is another.
  ///
  /// A value that was set outside transactions is told soon, and again if it goes back because it could not be
  /// committed; one that was set in a transaction, after its COMMIT, in one block with what else it has changed. The
  /// rest is as for a query of the workspace.
  public func subscribe<Value: Codable & Sendable>(
    to key: String, as _: Value.Type, on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (EntryUpdate<Value>) -> Void
  ) -> Subscription {
    let observation = workspace.observation
    return observation.subscribe(
      to: .entry(key, of: self), as: EntryReceiver<Value>(key: key),
      on: observation.outlet(for: queue), policy: policy, handler)
  }

  /// Subscribes to all keys of this namespace: those that there are, then those that have changed.
  ///
  /// The rest is as for a key.
  public func subscribe(
    on queue: DispatchQueue, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @Sendable (NamespaceUpdate) -> Void
  ) -> Subscription {
    let observation = workspace.observation
    return observation.subscribe(
      to: .namespace(of: self), as: NamespaceReceiver(),
      on: observation.outlet(for: queue), policy: policy, handler)
  }

  /// Subscribes to the value of a key with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe<Value: Codable & Sendable>(
    to key: String, as type: Value.Type, on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (EntryUpdate<Value>) -> Void
  ) -> Subscription {
    subscribe(to: key, as: type, on: .main, policy: policy, Workspace.onMainActor(handler))
  }

  /// Subscribes to all keys of this namespace with a handler on the main actor.
  ///
  /// On Linux nothing is delivered unless the main queue runs: by `dispatchMain()`, or in an async `main`.
  public func subscribe(
    on actor: MainActor, policy: DeliveryPolicy = .newest,
    _ handler: @escaping @MainActor (NamespaceUpdate) -> Void
  ) -> Subscription {
    subscribe(on: .main, policy: policy, Workspace.onMainActor(handler))
  }

  /// The values of a key as a sequence.
  public func updates<Value: Codable & Sendable>(
    of key: String, as _: Value.Type, policy: DeliveryPolicy = .newest
  ) -> LiveUpdates<EntryUpdate<Value>> {
    workspace.updates(
      of: .entry(key, of: self), as: EntryReceiver<Value>(key: key),
      policy: policy)
  }

  /// The changes of this namespace's keys as a sequence.
  public func updates(policy: DeliveryPolicy = .newest) -> LiveUpdates<NamespaceUpdate> {
    workspace.updates(
      of: .namespace(of: self), as: NamespaceReceiver(),
      policy: policy)
  }
}
