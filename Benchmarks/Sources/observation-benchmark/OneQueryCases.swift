import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// One live query over many records, ordered by score: `observe/<work>/<n>`.
struct OneQueryCases {
  let benchmark: Benchmark

  private var sizes: [Int] {
    benchmark.options.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  }

  func run() throws {
    for size in sizes {
      let works = ["update", "move", "insert"].map { "observe/\($0)/\(size)" }
      guard works.contains(where: benchmark.isWanted) else { continue }
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
      try update(store, latency)
      try move(store, latency)
      try insert(store, latency)
      try last.check(store.workspace, query, on: latency.queue)
      subscription?.cancel()
    }
  }

  private func update(_ store: Store, _ latency: Latency) throws {
    let (name, size) = ("observe/update/\(store.documents.count)", store.documents.count)
    guard benchmark.isWanted(name) else { return }
    let times = try latency.measure(commits: benchmark.options.isQuick ? 200 : 1_000) { round in
      try store.update([round * 7_919 % size]) { $0.text = "text number \(round)" }
    }
    benchmark.add(name, times)
    try refetch(name, store)
  }

  private func move(_ store: Store, _ latency: Latency) throws {
    let (name, size) = ("observe/move/\(store.documents.count)", store.documents.count)
    guard benchmark.isWanted(name) else { return }
    let times = try latency.measure(commits: benchmark.options.isQuick ? 200 : 1_000) { round in
      try store.update([round * 7_919 % size]) {
        $0.score = Double(round * 104_729 % 1_000_000) / 1000 + 0.0005
      }
    }
    benchmark.add(name, times)
    try refetch(name, store)
  }

  private func insert(_ store: Store, _ latency: Latency) throws {
    let name = "observe/insert/\(store.documents.count)"
    guard benchmark.isWanted(name) else { return }
    let times = try latency.measure(commits: benchmark.options.isQuick ? 100 : 500) { round in
      var document = store.documents[round]
      document.title += " again"
      try store.workspace.performChanges { try $0.insert(document) }
    }
    benchmark.add(name, times)
  }

  /// Fetching the whole result again and finding the difference.
  private func refetch(_ name: String, _ store: Store) throws {
    let query = Bench.Doc.order { $0.score.ascending }
    let old = try store.workspace.fetch(query)
    var rounds: [Double] = []
    var count = 0
    for round in 0..<5 {
      try store.update([round]) { $0.text = "refetched \(round)" }
      let start = CommitClock.lastCommit
      let new = try store.workspace.fetch(query)
      count = ListChanges(from: old, to: new, id: \.title, isSame: ==).count
      rounds.append(Double(CommitClock.now - start))
    }
    benchmark.add(
      Measurement(case: name, subject: "refetch", rounds: rounds, count: count), first: false)
  }
}
