/// A subscription that lasts until it is cancelled or released, or the workspace shuts down.
///
/// As long as it lasts it keeps the workspace open.
public final class Subscription: Sendable {
  /// Why it could not begin, which its one update tells too; nil if it did.
  ///
  /// `shutDown` if the workspace was shut down before, `schemaMismatch` if the query does not fit its type.
  public let error: WorkspaceError?
  private let end: Locked<(@Sendable () -> Void)?>

  /// Makes a subscription that ends by `end`, which is called once.
  init(error: WorkspaceError? = nil, end: @escaping @Sendable () -> Void) {
    self.error = error
    self.end = Locked(end)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription.
  ///
  /// Called on the subscription's queue (a serial one), no handler begins afterwards. Called elsewhere, one that
  /// runs, or is being started, at this moment comes to its end; no other begins. May be called in a handler, and more
  /// than once.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
