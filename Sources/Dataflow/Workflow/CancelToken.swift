import Synchronization

/// Something that goes on until it is cancelled or let go of: an observation, an attached renderer, an image being
/// loaded for a cell.
public final class CancelToken: Sendable {
  private let onCancel: @Sendable () -> Void
  private let cancelled = Atomic(false)

  /// Makes a token.
  ///
  /// - Parameter onCancel: Called once, from whichever thread cancels or releases the token.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  deinit {
    cancel()
  }

  /// Whether it was cancelled.
  public var isCancelled: Bool {
    cancelled.load(ordering: .acquiring)
  }

  /// Ends what goes on; the second call does nothing.
  public func cancel() {
    if !cancelled.exchange(true, ordering: .acquiringAndReleasing) {
      onCancel()
    }
  }
}
