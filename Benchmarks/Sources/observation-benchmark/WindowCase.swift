import BenchmarkRecords
import BenchmarkHarness
import Foundation
import Synchronization
import WorkspaceStore

/// A window of 50 of many records, and changes outside it, until the writer is free again: `observe/window/<n>`.
///
/// Counted are handlers called and statements run.
struct WindowCase {
  let benchmark: Benchmark

  func run() throws {
    let size = benchmark.options.isQuick ? 10_000 : 100_000
    let name = "observe/window/\(size)"
    guard benchmark.isWanted(name) else { return }
    let store = try Store(size) { document, index in document.score = Double(index) }
    let idle = try measure(store)
    let calls = Atomic<Int>(0)
    let latency = Latency()
    var subscription: Subscription?
    let query = Bench.Doc.order { $0.score.ascending }.limit(50)
    try latency.wait {
      subscription = store.workspace.subscribe(to: query, on: latency.queue) { update in
        if update.isInitial { latency.handle() } else { calls.add(1, ordering: .relaxed) }
      }
    }
    let watching = try measure(store)
    latency.queue.sync {}
    let count = watching.statements + calls.load(ordering: .relaxed)
    benchmark.add(
      Measurement(case: name, subject: "workspace-store", rounds: watching.times, count: count))
    benchmark.add(
      Measurement(
        case: name, subject: "no-subscription", rounds: idle.times, count: idle.statements),
      first: false)
    subscription?.cancel()
  }

  private func measure(_ store: Store) throws -> (times: [Double], statements: Int) {
    var times: [Double] = []
    var statements = 0
    let size = store.documents.count
    for round in 0..<(benchmark.options.isQuick ? 300 : 2_000) {
      usleep(100)
      try store.update([1_000 + round * 7_919 % (size - 1_000)]) { document in
        document.text = "outside \(round)"
        document.score = Double(round.isMultiple(of: 2) ? 2_000 + round : size - round)
      }
      let now = CommitClock.now
      statements += CommitClock.statementsSince
      times.append(Double(now - CommitClock.lastCommit))
    }
    return (times, statements)
  }
}
