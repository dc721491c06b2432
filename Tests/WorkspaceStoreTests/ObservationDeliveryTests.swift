import Dispatch
import Testing

@testable import WorkspaceStore

@Suite struct ObservationDeliveryTests {
  final class Number: LiveValue {
    let value: Int
    init(value: Int) { self.value = value }
  }

  private final class Log: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private static func number(_ update: PendingUpdate) -> Int {
    (update.value as? Number)?.value ?? -1
  }

  private func mailbox(
    _ name: String, _ outlet: QueueOutlet, _ policy: DeliveryPolicy, _ log: Log
  ) -> Mailbox {
    Mailbox(policy: policy, outlet: outlet) { log.add("\(name)\(Self.number($0))") }
  }

  private func post(_ commit: Int64, to mailboxes: [Mailbox]) {
    var batch = DeliveryBatch()
    for mailbox in mailboxes {
      mailbox.post(Number(value: Int(commit)), commits: commit...commit, in: &batch)
    }
    batch.flush()
  }

  @Test("Subscribers of one queue get one commit after another, however late")
  func commitOrder() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let outlet = QueueOutlet(queue: queue)
    let a = mailbox("a", outlet, .everyCommit, log)
    let b = mailbox("b", outlet, .everyCommit, log)
    queue.suspend()
    post(1, to: [a, b])
    post(2, to: [b])
    post(3, to: [a, b])
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["a1", "b1", "b2", "a3", "b3"])
  }

  @Test("The newest policy passes over what a queue that lags behind has missed")
  func newest() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let a = mailbox("a", QueueOutlet(queue: queue), .newest, log)
    queue.suspend()
    for commit in 1...100 as ClosedRange<Int64> { post(commit, to: [a]) }
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["a100"])
  }

  @Test("Nothing comes after cancel, also when it is called in a handler")
  func cancel() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let outlet = QueueOutlet(queue: queue)
    let target = Locked<Mailbox?>(nil)
    let b = mailbox("b", outlet, .everyCommit, log)
    let a = Mailbox(policy: .everyCommit, outlet: outlet) { update in
      log.add("a\(Self.number(update))")
      if Self.number(update) == 2 { target.withLock { $0 }?.cancel() }
    }
    target.withLock { $0 = b }
    queue.suspend()
    for commit in 1...4 as ClosedRange<Int64> { post(commit, to: [a, b]) }
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["a1", "b1", "a2", "a3", "a4"])
    target.withLock { $0 = nil }
  }

  @Test("A finished mailbox delivers what waits, then lets go of its handler")
  func finish() {
    final class Held: Sendable {}
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let outlet = QueueOutlet(queue: queue)
    weak var weakly: Held?
    var made: Mailbox?
    do {
      let held = Held()
      weakly = held
      made = Mailbox(policy: .everyCommit, outlet: outlet) { update in
        withExtendedLifetime(held) { log.add("\(Self.number(update))") }
      }
    }
    guard let mailbox = made else { return }
    queue.suspend()
    post(1, to: [mailbox])
    var batch = DeliveryBatch()
    mailbox.finish(in: &batch)
    batch.flush()
    post(2, to: [mailbox])
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["1"])
    #expect(weakly == nil)
  }
}
