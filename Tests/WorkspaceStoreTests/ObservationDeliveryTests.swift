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

  @Test("A commit that concerns hundreds is delivered while it is handed out, and yet in one block")
  func parts() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let (outlet, first) = (QueueOutlet(queue: queue), DispatchSemaphore(value: 0))
    let names = (0..<(3 * DeliveryBatch.partCount + 7)).map { "\($0)@" }
    let mailboxes = names.enumerated().map { place, name in
      Mailbox(policy: place.isMultiple(of: 2) ? .newest : .everyCommit, outlet: outlet) { update in
        log.add("\(name)\(Self.number(update))")
        if log.all.count == 1 { first.signal() }
      }
    }
    var batch = DeliveryBatch()
    for (place, mailbox) in mailboxes.enumerated() {
      mailbox.post(Number(value: 7), commits: 7...7, in: &batch)
      batch.flushPart(of: 7)
      if place == DeliveryBatch.partCount {
        first.wait()
        queue.async { log.add("next") }
        // What a fetch brings meanwhile.
        post(8, to: [mailboxes[0]])
      }
    }
    batch.flush()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == names.map { "\($0)7" } + ["next", "0@8"])
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

  private func hand(_ commit: Int64, to mailboxes: [Mailbox]) {
    var batch = DeliveryBatch()
    for mailbox in mailboxes {
      batch.add(
        Number(value: Int(commit)), commit: commit, for: mailbox, to: mailbox.outlet)
    }
    batch.flush()
  }

  @Test("Values that need not wait in mailboxes come in the order of commits, one block for each")
  func handedOn() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let outlet = QueueOutlet(queue: queue)
    let a = mailbox("a", outlet, .everyCommit, log)
    let b = mailbox("b", outlet, .everyCommit, log)
    queue.suspend()
    // The first value of b waits, and is told of only after a commit was handed on.
    var late = DeliveryBatch()
    b.post(Number(value: 1), commits: 1...1, in: &late)
    hand(2, to: [a, b])
    late.flush()
    outlet.run({ log.add("done 2") }, after: 2)
    post(3, to: [a])
    hand(4, to: [a])
    post(5, to: [a, b])
    outlet.run({ log.add("done 5") }, after: 5)
    queue.resume()
    for _ in 0..<20 { queue.sync {} }
    #expect(log.all == ["b1", "a2", "b2", "done 2", "a3", "a4", "b5", "a5", "done 5"])
    #expect(outlet.isIdle)
  }

  @Test("A value that was handed on is not delivered after cancel, and is before the end")
  func handedOnAtTheEnd() {
    let (queue, log) = (DispatchQueue(label: "test"), Log())
    let outlet = QueueOutlet(queue: queue)
    let b = mailbox("b", outlet, .everyCommit, log)
    let c = mailbox("c", outlet, .everyCommit, log)
    let a = Mailbox(policy: .everyCommit, outlet: outlet) { update in
      log.add("a\(Self.number(update))")
      b.cancel()
    }
    queue.suspend()
    hand(1, to: [a, b, c])
    var batch = DeliveryBatch()
    c.finish(in: &batch)
    batch.flush()
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["a1", "c1"])
    hand(2, to: [a, b, c])
    for _ in 0..<10 { queue.sync {} }
    #expect(log.all == ["a1", "c1", "a2"])
  }

  @Test("The newest policy passes over a value that was handed on, if newer ones wait by then")
  func passedOver() {
    let (queue, ranges) = (DispatchQueue(label: "test"), Notes<ClosedRange<Int64>>())
    let outlet = QueueOutlet(queue: queue)
    let a = Mailbox(policy: .newest, outlet: outlet) { ranges.add($0.commits) }
    queue.suspend()
    hand(1, to: [a])
    outlet.run({ ranges.add(0...0) }, after: 1)
    post(2, to: [a])
    post(3, to: [a])
    queue.resume()
    for _ in 0..<10 { queue.sync {} }
    #expect(ranges.all == [1...3, 0...0])
  }
}
