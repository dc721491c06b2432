/// The updates of a subscription as a sequence: each iterator is a subscription of its own.
///
/// What the consumer has not taken waits as the policy has it: with `newest`, one update, which the next one
/// replaces; with `everyCommit`, at most 1,024. The sequence ends when its task is cancelled or the workspace shuts
/// down, after what waits then; it never throws, as errors are told in the updates. It keeps the workspace open.
///
/// Of a workspace that was shut down before, and of a query that does not fit its type, there is one update, with the
/// error; ``throwing`` throws it instead.
public struct LiveUpdates<Element: Sendable>: AsyncSequence, Sendable {
  /// A sequence of updates never fails.
  public typealias Failure = Never

  private let subscribe: @Sendable () -> Iterator

  init(_ subscribe: @escaping @Sendable () -> Iterator) {
    self.subscribe = subscribe
  }

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator { subscribe() }

  /// The same updates, but subscribing throws if the workspace was shut down before, or the query does not fit its
  /// type.
  public var throwing: Throwing { Throwing(updates: self) }

  /// A subscription whose updates are taken one by one; releasing it ends the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// Why the subscription could not begin.
    fileprivate let error: WorkspaceError?
    private let pull: @Sendable () async -> Element?

    init(error: WorkspaceError?, _ pull: @escaping @Sendable () async -> Element?) {
      self.error = error
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

extension LiveUpdates {
  /// Updates of a subscription that throws if it can't begin.
  public struct Throwing: AsyncSequence, Sendable {
    /// What is thrown: `shutDown` or `schemaMismatch`.
    public typealias Failure = WorkspaceError

    fileprivate let updates: LiveUpdates

    /// Subscribes; the first `next()` throws if that failed.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: updates.makeAsyncIterator()) }

    /// A subscription whose updates are taken one by one; releasing it ends the subscription.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var updates: LiveUpdates.Iterator
      private var isAtStart = true

      fileprivate init(updates: LiveUpdates.Iterator) {
        self.updates = updates
      }

      /// The next update; nil at the end.
      ///
      /// - Throws: Why the subscription could not begin, once.
      public mutating func next() async throws(WorkspaceError) -> Element? {
        try await next(isolation: nil)
      }

      /// The next update; nil at the end.
      ///
      /// - Throws: Why the subscription could not begin, once.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(WorkspaceError) -> Element? {
        guard let error = updates.error else { return await updates.next(isolation: actor) }
        defer { isAtStart = false }
        if isAtStart { throw error }
        return nil
      }
    }
  }
}

@available(*, unavailable)
extension LiveUpdates.Throwing.Iterator: Sendable {}

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

  /// Why the subscription could not begin.
  var error: WorkspaceError? { subscription.error }

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
