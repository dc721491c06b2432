/// A workspace, as long as others keep it.
struct WeakWorkspace {
  weak var workspace: Workspace?
}

extension Workspace {
  /// The observing side, made when it is first asked for.
  package var observation: ObservationCenter {
    guard let center = sink(orMake: { ObservationCenter(self) }) else {
      preconditionFailure(
        "Workspace: its commits flow into another sink, which excludes subscriptions")
    }
    return center
  }
}
