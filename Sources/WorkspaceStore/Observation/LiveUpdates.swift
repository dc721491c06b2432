/// The updates of a subscription as a sequence: each iterator is a subscription of its own.
///
/// What the consumer has not taken waits as the policy has it: with `newest`, one update, which the next one
/// replaces; with `everyCommit`, at most 1,024. The sequence ends when its task is cancelled or the workspace shuts
/// down, after what waits then; it never throws, as errors are told in the updates. It keeps the workspace open.
public struct LiveUpdates<Element: Sendable>: AsyncSequence, Sendable {
  /// A sequence of updates never fails.
  public typealias Failure = Never

  private let subscribe: @Sendable () -> Iterator

  init(_ subscribe: @escaping @Sendable () -> Iterator) {
    self.subscribe = subscribe
  }

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator { subscribe() }

  /// A subscription whose updates are taken one by one; releasing it ends the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    private let pull: @Sendable () async -> Element?

    init(_ pull: @escaping @Sendable () async -> Element?) {
      self.pull = pull
    }

    /// The next update; nil at the end.
    public mutating func next() async -> Element? { await pull() }

    /// The next update; nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await pull()
    }
  }
}

@available(*, unavailable)
extension LiveUpdates.Iterator: Sendable {}

/// The updates of a query as a sequence.
public typealias QueryUpdates<R: Record> = LiveUpdates<QueryUpdate<R>>

/// A mailbox that a task empties.
final class UpdateStream<Receiver: UpdateReceiver>: Sendable {
  private let mailbox: Mailbox
  private let outlet: TaskOutlet
  private let receiver: Locked<Receiver>
  private let subscription: Subscription

  init(
    of source: LiveSource, as receiver: Receiver, policy: DeliveryPolicy,
    in center: ObservationCenter
  ) {
    outlet = TaskOutlet()
    mailbox = Mailbox(policy: policy, outlet: outlet)
    self.receiver = Locked(receiver)
    subscription = center.subscribe(mailbox, to: source)
  }

  func next() async -> Receiver.Update? {
    while !Task.isCancelled {
      switch mailbox.take() {
      case .update(let pending):
        // The value before is let go of now, not with the next one.
        let (update, replaced) = receiver.withLock { ($0.receive(pending), $0.takeReplaced()) }
        withExtendedLifetime(replaced) {}
        if let update { return update }
      case .nothing:
        if outlet.catchUp() { continue }
        await withTaskCancellationHandler {
          await outlet.wait()
        } onCancel: {
          outlet.signal()
        }
      case .finished: return nil
      }
    }
    subscription.cancel()
    return nil
  }
}
