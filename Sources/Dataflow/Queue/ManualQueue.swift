public import Dispatch
import Foundation

/// A queue whose turns run only when stepped, on the thread that steps it: for tests and scripts.
///
/// What workspaces deliver becomes turns too, so a test sees each of them happen.
///
/// ```swift
/// let queue = ManualQueue()
/// let target = RenderTarget(running: Counter(workspace: workspace), on: queue)
/// target.perform(.increment)
/// #expect(queue.settle())
/// ```
///
/// Safe because everything mutable is touched only under `condition`.
public final class ManualQueue: WorkflowQueue, @unchecked Sendable {
  /// Where workspaces deliver; each delivery waits as a turn.
  public let dispatchQueue = DispatchQueue(label: "dataflow.manual-queue")
  private let condition = NSCondition()
  private var turns: [@Sendable () -> Void] = []
  private var deliveries: [@Sendable () -> Void] = []
  private var outstanding = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Makes a queue without turns.
  public init() {}

  /// How many turns wait.
  public var turnCount: Int {
    condition.withLock { turns.count }
  }

  /// Adds a turn behind those that wait.
  public func schedule(_ turn: @escaping @Sendable () -> Void) {
    condition.withLock {
      turns.append(turn)
      condition.broadcast()
    }
    wakeWaiters()
  }

  /// Adds a turn for a delivery.
  ///
  /// All that one block of ``dispatchQueue`` delivers, the effects of one commit, begins to wait at the same moment.
  public func deliver(_ turn: @escaping @Sendable () -> Void) {
    let isFirst = condition.withLock {
      deliveries.append(turn)
      return deliveries.count == 1
    }
    guard isFirst else { return }
    dispatchQueue.async { [self] in
      condition.withLock {
        turns += deliveries
        deliveries = []
        condition.broadcast()
      }
      wakeWaiters()
    }
  }

  /// Counts work that ``settle(within:)`` waits for.
  public func workBegan() {
    condition.withLock { outstanding += 1 }
  }

  /// Counts work that has ended.
  public func workEnded() {
    condition.withLock {
      outstanding -= 1
      condition.broadcast()
    }
    wakeWaiters()
  }

  /// Runs the first turn that waits.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func step() -> Bool {
    let turn = condition.withLock { turns.isEmpty ? nil : turns.removeFirst() }
    turn?()
    return turn != nil
  }

  /// Runs turns until none waits, those included that come meanwhile.
  ///
  /// - Returns: How many ran.
  @discardableResult
  public func runAll() -> Int {
    var count = 0
    while step() {
      count += 1
    }
    return count
  }

  /// Runs turns until none waits and none is to come from transactions, first fetches and tasks of the workflows.
  ///
  /// Everything that a workspace delivered for commits made before the call is done then; commits of other processes
  /// are not waited for (``run(within:until:)`` does).
  ///
  /// - Parameter seconds: The longest time to wait.
  /// - Returns: Whether it came to rest in that time.
  @discardableResult
  public func settle(within seconds: Double = 10) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      while step() {
        guard Date() < deadline else { return false }
      }
      // Deliveries of commits already made are in this queue by now; what is behind them is behind all of them.
      dispatchQueue.sync {}
      let isAtRest: Bool? = condition.withLock {
        guard turns.isEmpty && deliveries.isEmpty else { return nil }
        guard outstanding > 0 else { return true }
        return condition.wait(until: deadline) ? nil : false
      }
      if let isAtRest { return isAtRest }
    }
  }

  /// Runs turns until none waits and none is to come, without blocking a thread; the rest as in
  /// ``settle(within:)``.
  ///
  /// Asynchronous tests need this form where workflows run tasks, as those need the threads that tests run on. While
  /// other tests keep those threads, so that tasks wait for one, the time does not run out.
  @discardableResult
  public func settled(within seconds: Double = 10) async -> Bool {
    var deadline = wakeWaiters(after: seconds)
    while true {
      while Date() < deadline, step() {}
      await withCheckedContinuation { delivered in dispatchQueue.async { delivered.resume() } }
      let isAtRest = condition.withLock {
        turns.isEmpty && deliveries.isEmpty && outstanding == 0
      }
      if isAtRest { return true }
      guard Date() < deadline else {
        let asked = Date()
        await Task.yield()
        // A task that gets a thread late is behind others; those of the workflow were, too.
        guard Date().timeIntervalSince(asked) > seconds / 100 else { return false }
        deadline = wakeWaiters(after: seconds)
        continue
      }
      await withCheckedContinuation { changed in
        let isWaiting = condition.withLock {
          guard turns.isEmpty && deliveries.isEmpty && outstanding > 0 else { return false }
          waiters.append(changed)
          return true
        }
        if !isWaiting { changed.resume() }
      }
    }
  }

  /// Wakes who waits when a time is over, and says when that is.
  private func wakeWaiters(after seconds: Double) -> Date {
    let deadline = Date(timeIntervalSinceNow: seconds)
    dispatchQueue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.wakeWaiters() }
    return deadline
  }

  private func wakeWaiters() {
    let due = condition.withLock {
      defer { waiters = [] }
      return waiters
    }
    for waiter in due { waiter.resume() }
  }

  /// Runs turns until a condition holds, for what comes unannounced: from other processes, say.
  ///
  /// - Parameters:
  ///   - seconds: The longest time to wait.
  ///   - isDone: Asked after every turn, on this thread.
  /// - Returns: Whether the condition held in that time.
  public func run(within seconds: Double = 10, until isDone: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !isDone() {
      guard !step() else { continue }
      let hasTurn = condition.withLock {
        while turns.isEmpty {
          guard condition.wait(until: deadline) else { return !turns.isEmpty }
        }
        return true
      }
      guard hasTurn else { return isDone() }
    }
    return true
  }
}
