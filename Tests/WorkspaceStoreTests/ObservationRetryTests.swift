import Dispatch
import Testing

@testable import WorkspaceStore

/// Fetches that fail are tried again by themselves, less and less often, as long as there is somebody to tell.
@Suite struct ObservationRetryTests {
  /// A number that commits raise.
  private struct Counter: LiveModel {
    var number = 0
    var value: any LiveValue { ObservationDeliveryTests.Number(value: number) }

    func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch { .nothing }
    mutating func load(_ fetched: LiveFetch) -> Bool {
      number += 1
      return true
    }
    mutating func apply(_ changes: LiveChanges) -> LiveOutcome { .refetch }
    func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
      ObservationDeliveryTests.Number(value: -(Int(error.sqliteCode ?? 0)))
    }
  }

  /// A live result whose reads fail as they are told to, and whose fetches run when they are told to.
  private final class Bench: Sendable {
    let jobs = Locked<[(delay: Int, body: @Sendable () -> Void)]>([])
    let failure = Locked<WorkspaceError?>(nil)
    let reads = Locked(0)
    let notes = Notes<Int>()
    let outlet = QueueOutlet(queue: DispatchQueue(label: "handlers"))
    let live: LiveResult

    init() {
      let (jobs, failure, reads) = (jobs, failure, reads)
      live = LiveResult(Counter()) { delay, body in
        jobs.withLock { $0.append((delay, body)) }
      } read: { _ throws(WorkspaceError) in
        let commit = reads.withLock { reads in
          reads += 1
          return Int64(reads)
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return (.nothing, commit)
      }
    }

    deinit {
      // They keep the result, and that keeps them.
      let rest = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      withExtendedLifetime(rest) {}
    }

    func fail(_ code: Int32?) {
      failure.withLock { $0 = code.map { WorkspaceError(.busy, "fails", sqliteCode: $0) } }
    }

    func subscribe(_ number: Int) throws -> Mailbox {
      let mailbox = Mailbox(policy: .everyCommit, outlet: outlet) { [notes] update in
        notes.add((update.value as? ObservationDeliveryTests.Number)?.value ?? .max)
      }
      var batch = DeliveryBatch()
      try live.attach(number, mailbox, in: &batch)
      batch.flush()
      return mailbox
    }

    /// Runs what is due; the delays, in milliseconds.
    func run() -> [Int] {
      let due = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in due { job.body() }
      return due.map(\.delay)
    }

    var told: [Int] {
      for _ in 0..<5 { outlet.queue.sync {} }
      return notes.all
    }
  }

  @Test("A fetch that fails is tried again after longer and longer pauses, and told once")
  func backoff() throws {
    let bench = Bench()
    bench.fail(5)
    _ = try bench.subscribe(1)
    var delays: [Int] = []
    for _ in 0..<12 { delays += bench.run() }
    #expect(delays == [0, 100, 0, 200, 0, 400, 0, 800, 0, 1600, 0, 3200])
    for _ in 0..<12 { delays += bench.run() }
    #expect(delays.filter { $0 > 0 }.max() == 25_600)
    #expect(bench.told == [-5])
    // Another failure is other news; and who comes later has heard of none.
    bench.fail(7)
    for _ in 0..<4 { _ = bench.run() }
    #expect(bench.told == [-5, -7])
    _ = try bench.subscribe(2)
    for _ in 0..<4 { _ = bench.run() }
    #expect(bench.told == [-5, -7, -7])
    bench.fail(nil)
    for _ in 0..<4 { _ = bench.run() }
    #expect(bench.told == [-5, -7, -7, 1, 1])
    // Then it rests, and begins anew with the next failure.
    #expect(bench.run() == [])
    bench.fail(5)
    var batch = DeliveryBatch()
    bench.live.apply(.everything, commit: 1_000, in: &batch)
    batch.flush()
    #expect(bench.run() + bench.run() == [0, 100])
    #expect(bench.told == [-5, -7, -7, 1, 1, -5, -5])
  }

  @Test("A commit tries at once, and the pause that began before it is not in its way")
  func commitInPause() throws {
    let bench = Bench()
    bench.fail(5)
    _ = try bench.subscribe(1)
    #expect(bench.run() == [0])
    var batch = DeliveryBatch()
    bench.live.apply(.everything, commit: 1_000, in: &batch)
    batch.flush()
    // The pause ends while the commit's fetch is to come, and again after that has failed.
    #expect(bench.run() == [100, 0])
    #expect(bench.run() == [200])
    let reads = bench.reads.withLock { $0 }
    #expect(reads == 2)
    #expect(bench.run() == [0])
    #expect(bench.told == [-5])
  }

  @Test(
    "Nothing is tried again once nobody is left, or the subscriptions have ended",
    arguments: [false, true])
  func ends(byFinish: Bool) throws {
    let bench = Bench()
    bench.fail(5)
    _ = try bench.subscribe(1)
    #expect(bench.run() == [0])
    if byFinish {
      var batch = DeliveryBatch()
      bench.live.finish(in: &batch)
      batch.flush()
    } else {
      bench.live.detach(1, isLast: true)
    }
    #expect(bench.run() == [100])
    #expect(bench.run() == [])
    #expect(bench.reads.withLock { $0 } == 1)
    if byFinish {
      #expect(throws: WorkspaceError.self) { _ = try bench.subscribe(2) }
    }
  }

  @Test("A query that could not be fetched is told by itself once it can, without a commit")
  func recovers() throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    try workspace.performChanges { try $0.insert(Watched(id: 1)) }
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute("ALTER TABLE \"Tests.Watched\" RENAME TO away")
    let (queue, told) = (DispatchQueue(label: "handlers"), DispatchSemaphore(value: 0))
    let notes = Notes<String>()
    let subscriptions = [
      workspace.subscribe(to: Watched.all, on: queue) { update in
        notes.add("rows \(update.error == nil ? "\(update.records.map(\.id))" : "fail")")
        told.signal()
      },
      workspace.subscribe(toCountOf: Watched.all, on: queue, policy: .everyCommit) { update in
        notes.add("count \(update.error == nil ? "\(update.count)" : "fail")")
        told.signal()
      },
    ]
    for _ in 0..<2 { #expect(told.wait(timeout: .now() + 60) == .success) }
    #expect(notes.all.sorted() == ["count fail", "rows fail"])
    try raw.execute("ALTER TABLE away RENAME TO \"Tests.Watched\"")
    for _ in 0..<2 { #expect(told.wait(timeout: .now() + 60) == .success) }
    #expect(notes.all.sorted() == ["count 1", "count fail", "rows [1]", "rows fail"])
    for subscription in subscriptions { subscription.cancel() }
  }
}
