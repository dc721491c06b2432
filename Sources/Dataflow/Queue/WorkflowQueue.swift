public import Dispatch

/// A serial queue that workflows share: their turns run one at a time, in order.
///
/// A `DispatchQueue` is one: the main queue for workflows that render there, and perhaps a second one that all others
/// share. A workflow never makes a queue of its own. ``ManualQueue`` is one that a test steps by hand.
public protocol WorkflowQueue: AnyObject, Sendable {
  /// Where a workspace delivers to the workflows of this queue.
  var dispatchQueue: DispatchQueue { get }

  /// Runs a turn after all turns scheduled before it; from any thread.
  func schedule(_ turn: @escaping @Sendable () -> Void)

  /// Runs the turn for a delivery; called on ``dispatchQueue``.
  func deliver(_ turn: @escaping @Sendable () -> Void)

  /// Notes that a turn is to come from elsewhere: from a transaction, a first fetch, a task.
  func workBegan()

  /// Notes that it has come, or will not come any more.
  func workEnded()
}

extension WorkflowQueue {
  /// Needs no note of it.
  public func workBegan() {}

  /// Needs no note of it.
  public func workEnded() {}
}

extension DispatchQueue: WorkflowQueue {
  /// This queue itself.
  public var dispatchQueue: DispatchQueue {
    self
  }

  /// Runs a turn after all turns scheduled before it.
  public func schedule(_ turn: @escaping @Sendable () -> Void) {
    async(execute: turn)
  }

  /// Runs the turn at once, as the delivery is on this queue already.
  public func deliver(_ turn: @escaping @Sendable () -> Void) {
    turn()
  }
}

/// Work whose result will arrive as a turn, counted from its making until its end or release.
final class OutstandingWork: Sendable {
  private let token: CancelToken

  init(on queue: any WorkflowQueue) {
    queue.workBegan()
    token = CancelToken { queue.workEnded() }
  }

  func end() {
    token.cancel()
  }
}
