import BenchmarkRecords
import BenchmarkHarness
import Foundation
import WorkspaceStore

#if os(Linux)
  import CMalloc
#endif

/// Commits at full speed, one record each, while a handler sleeps 1 ms for each update: `observe/flood/<commits>`.
///
/// The time is that of one commit; counted is the most memory beyond what there was before the first.
struct FloodCase {
  let benchmark: Benchmark

  func run() throws {
    let commits = benchmark.options.isQuick ? 5_000 : 100_000
    let name = "observe/flood/\(commits)"
    guard benchmark.isWanted(name) else { return }
    for (subject, policy) in [
      ("no-subscription", nil), ("newest", .newest), ("every-commit", .everyCommit),
    ] as [(String, DeliveryPolicy?)] {
      let store = try Store(10_000)
      let latency = Latency()
      let last = Last()
      let query = Bench.Doc.order { $0.score.ascending }
      var subscription: Subscription?
      if let policy {
        try latency.wait {
          subscription = store.workspace.subscribe(to: query, on: latency.queue, policy: policy) {
            update in
            if update.isInitial { latency.handle() }
            usleep(1_000)
            last.take(update)
          }
        }
      }
      let before = heap
      var most = before
      var rounds: [Double] = []
      for part in 0..<10 {
        let start = CommitClock.now
        for commit in (part * commits / 10)..<((part + 1) * commits / 10) {
          // Another text each time: an update to what is there already would not be written.
          try store.update([commit * 7_919 % 10_000]) { $0.text = "text of commit \(commit)" }
        }
        rounds.append(Double(CommitClock.now - start) / Double(commits / 10))
        most = max(most, heap)
      }
      if policy != nil {
        // What still waits: 1,024 updates at most, a millisecond each.
        let expected = try store.workspace.fetch(query)
        for _ in 0..<100 where last.value?.records != expected { usleep(100_000) }
        try last.check(store.workspace, query, on: latency.queue)
      }
      benchmark.add(
        Measurement(case: name, subject: subject, rounds: rounds, count: most - before),
        first: policy == nil)
      subscription?.cancel()
    }
  }

  /// The bytes that are allocated.
  private var heap: Int {
    #if os(Linux)
      let info = mallinfo2()
      return info.uordblks + info.hblkhd
    #else
      return 0
    #endif
  }
}
