/// Takes the updates of a mailbox.
protocol UpdateTaker: AnyObject, Sendable {
  /// Takes one update; called outside every lock, one call after another.
  func take(_ pending: PendingUpdate)
}

/// Makes updates of values for a handler.
///
/// Safe because only the mailbox's outlet calls `take`, one call after another, on the subscriber's queue: nobody else
/// reaches the receiver.
final class HandlerTaker<Receiver: UpdateReceiver>: UpdateTaker, @unchecked Sendable {
  private var receiver: Receiver
  private let outlet: any Outlet
  private let handler: @Sendable (Receiver.Update) -> Void

  init(
    _ receiver: Receiver, outlet: any Outlet, handler: @escaping @Sendable (Receiver.Update) -> Void
  ) {
    self.receiver = receiver
    self.outlet = outlet
    self.handler = handler
  }

  func take(_ pending: PendingUpdate) {
    let update = receiver.receive(pending)
    if let replaced = receiver.takeReplaced() { outlet.release(replaced) }
    if let update { handler(update) }
  }
}
