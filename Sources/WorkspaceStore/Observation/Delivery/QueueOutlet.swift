import Dispatch

/// The way to the subscribers on one queue: one block for each commit, one after another.
///
/// At most one block waits on the queue or runs. It delivers the oldest commit that any of the queue's mailboxes
/// holds, to all that hold it; if more waits then, another block follows, behind whatever else the queue has.
final class QueueOutlet: Outlet {
  private struct State {
    var ready: [any Deliverable] = []
    var isScheduled = false
  }

  /// The subscribers' queue.
  let queue: DispatchQueue
  private let state = Locked(State())

  /// Makes the way to a queue.
  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Whether no block waits or runs.
  var isIdle: Bool { state.withLock { !$0.isScheduled } }

  func enqueue(_ mailboxes: [any Deliverable]) {
    let schedules = state.withLock { state in
      state.ready += mailboxes
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { schedule() }
  }

  private func schedule() {
    queue.async { [self] in deliverOneCommit() }
  }

  private func deliverOneCommit() {
    let mailboxes = state.withLock { state in
      defer { state.ready = [] }
      return state.ready
    }
    var oldest = Int64.max
    for mailbox in mailboxes { oldest = min(oldest, mailbox.firstCommit ?? .max) }
    var rest: [any Deliverable] = []
    for mailbox in mailboxes where mailbox.deliver(upTo: oldest) { rest.append(mailbox) }
    let goesOn = state.withLock { state in
      state.ready.insert(contentsOf: rest, at: 0)
      state.isScheduled = !state.ready.isEmpty
      return state.isScheduled
    }
    if goesOn { schedule() }
  }
}
