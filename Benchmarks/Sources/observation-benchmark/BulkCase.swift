import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// One commit that changes a tenth of a live query's records: `observe/bulk/<n>`, and `observe/bulk-move/<n>` where
/// they move too.
struct BulkCase {
  let benchmark: Benchmark

  func run() throws {
    let size = benchmark.options.isQuick ? 10_000 : 100_000
    for isMoving in [false, true] {
      let name = "observe/bulk\(isMoving ? "-move" : "")/\(size)"
      guard benchmark.isWanted(name) else { continue }
      let store = try Store(size)
      let query = Bench.Doc.order { $0.score.ascending }
      let latency = Latency()
      let last = Last()
      var subscription: Subscription?
      try latency.wait {
        subscription = store.workspace.subscribe(to: query, on: latency.queue) { update in
          latency.handle()
          last.take(update)
        }
      }
      let rounds = benchmark.options.isQuick ? 5 : 15
      let times = try latency.measure(commits: rounds, pause: 20_000) { round in
        try store.update(stride(from: round % 10, to: size, by: 10)) { document in
          document.text = "text number \(round)"
          if isMoving {
            document.score = (document.score * 7 + 1.5).truncatingRemainder(dividingBy: 1000)
          }
        }
      }
      benchmark.add(name, times, count: last.value?.changes.count ?? 0)
      try last.check(store.workspace, query, on: latency.queue)
      var old = try store.workspace.fetch(query)
      var refetches: [Double] = []
      var count = 0
      for round in 0..<5 {
        try store.update(stride(from: round, to: size, by: 10)) { $0.text = "refetched \(round)" }
        let start = CommitClock.lastCommit
        let new = try store.workspace.fetch(query)
        count = ListChanges(from: old, to: new, id: \.title, isSame: ==).count
        refetches.append(Double(CommitClock.now - start))
        old = new
      }
      benchmark.add(
        Measurement(case: name, subject: "refetch", rounds: refetches, count: count), first: false)
      subscription?.cancel()
    }
  }
}
