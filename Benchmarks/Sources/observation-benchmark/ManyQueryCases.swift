import BenchmarkRecords
import BenchmarkHarness
import Dispatch
import FlatBufferCoding
import WorkspaceStore

/// Many live queries on one table of 100,000 records, ten records each: `observe/<work>/<queries>`.
///
/// Where one of them is affected, `one-query` is the first of them alone in a store of its own, whose commits take turns
/// with the others', as what a microsecond's work takes depends on what the machine did just before. Where all are
/// affected, `observe/prepare/<queries>` is what they cost before COMMIT, in which commits are prepared for them.
struct ManyQueryCases {
  let benchmark: Benchmark

  private var counts: [Int] {
    benchmark.options.isQuick ? [1, 1_000] : [1, 10, 100, 1_000, 10_000]
  }

  func run() throws {
    guard
      ["observe/equal-one/", "observe/range-one/", "observe/all/"].contains(
        where: benchmark.isWanted)
    else { return }
    // The key tells the record's number, so that query i has the records 10·i ..< 10·i + 10, found by the key.
    let stores = try (0..<2).map { _ in
      try Store(benchmark.options.isQuick ? 10_000 : 100_000) { document, index in
        document.title = Self.title(index)
        document.created = Int64(index)
        document.priority = Int32(index / 10)
      }
    }
    let (store, lone) = (stores[0], stores[1])
    for count in counts {
      try oneAffected("observe/equal-one/\(count)", store, count, beside: lone) { index in
        Bench.Doc.where { $0.title.in((10 * index..<10 * index + 10).map(Self.title)) }
      }
      try oneAffected("observe/range-one/\(count)", store, count, beside: lone) { index in
        Bench.Doc.where {
          $0.title >= Self.title(10 * index) && $0.title < Self.title(10 * index + 10)
        }
      }
    }
    try allAffected(store, 1_000)
  }

  private func subscribe(
    _ store: Store, _ latency: Latency, _ count: Int, _ query: (Int) -> Query<Bench.Doc>
  ) throws -> [Subscription] {
    var subscriptions: [Subscription] = []
    try latency.wait(handlers: count) {
      for index in 0..<count {
        subscriptions.append(
          store.workspace.subscribe(to: query(index), on: latency.queue) { _ in latency.handle() })
      }
    }
    return subscriptions
  }

  private func oneAffected(
    _ name: String, _ store: Store, _ count: Int, beside lone: Store,
    _ query: (Int) -> Query<Bench.Doc>
  ) throws {
    guard benchmark.isWanted(name) else { return }
    let latency = Latency()
    let subscriptions =
      try subscribe(store, latency, count, query) + subscribe(lone, latency, 1, query)
    let times = try latency.measure(
      commits: benchmark.options.isQuick ? 100 : 500,
      [
        { round in try store.update([round % count * 10]) { $0.text = "\(name) \(round)" } },
        { round in try lone.update([round % 10]) { $0.text = "\(name) \(round)" } },
      ])
    benchmark.add(name, times[0], count: count)
    benchmark.add(
      Measurement(case: name, subject: "one-query", rounds: times[1].commits, count: 1),
      first: false)
    for subscription in subscriptions { subscription.cancel() }
    guard count <= 1_000 else { return }
    // Fetching every query again, as no index of subscriptions says which are affected.
    let queries = (0..<count).map(query)
    let old = try queries.map { try store.workspace.fetch($0) }
    try store.update([0]) { $0.text = "\(name) again" }
    let start = CommitClock.now
    for (old, query) in zip(old, queries) {
      let new = try store.workspace.fetch(query)
      _ = ListChanges(from: old, to: new, id: \.title, isSame: ==)
    }
    let time = Double(CommitClock.now - start)
    benchmark.add(
      Measurement(case: name, subject: "refetch", rounds: [time], count: count), first: false)
  }

  /// One commit changes a record of each query.
  private func allAffected(_ store: Store, _ count: Int) throws {
    let name = "observe/all/\(count)"
    guard benchmark.isWanted(name) else { return }
    let rounds = benchmark.options.isQuick ? 15 : 60
    func update(_ round: Int) throws -> [Int] {
      let indices = (0..<count).map { 10 * $0 + round % 10 }
      try store.update(indices) { $0.text = "\(name) \(round)" }
      return indices
    }
    // From the last change to the beginning of COMMIT.
    var preparing: [Double] = []
    let bare = try (0..<rounds).map { round in
      _ = try update(1_000 + round)
      return Double(CommitClock.lastBegin - store.lastChange)
    }
    let latency = Latency()
    let subscriptions = try subscribe(store, latency, count) { index in
      Bench.Doc.where { $0.title.in((10 * index..<10 * index + 10).map(Self.title)) }
        .order { $0.created.ascending }
    }
    var plain = PlainArrays(store.documents.prefix(10 * count))
    var plainTimes: [Double] = []
    let times = try latency.measure(commits: rounds, handlers: count, pause: 3_000) { round in
      let indices = try update(round)
      preparing.append(Double(CommitClock.lastBegin - store.lastChange))
      let edits = indices.map { Self.bytes(of: store.documents[$0]) }
      let start = CommitClock.now
      try plain.apply(edits)
      plainTimes.append(Double(CommitClock.now - start))
    }
    benchmark.add(name, times, count: count)
    benchmark.add(
      Measurement(case: name, subject: "plain-loop", rounds: plainTimes, count: plain.handled),
      first: false)
    for subscription in subscriptions { subscription.cancel() }
    let prepare = "observe/prepare/\(count)"
    benchmark.add(
      Measurement(case: prepare, subject: "workspace-store", rounds: preparing, count: count))
    benchmark.add(
      Measurement(case: prepare, subject: "no-subscription", rounds: bare, count: 0), first: false)
  }

  /// The key of a record, by its number.
  private static func title(_ index: Int) -> String {
    "title-" + String(1_000_000 + index)
  }

  private static func bytes(of document: Bench.Doc) -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.finish(document.write(to: &builder))
    return builder.bytes
  }
}
