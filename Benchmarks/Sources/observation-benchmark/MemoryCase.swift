import BenchmarkRecords
import BenchmarkHarness
import Dispatch
import FlatBufferCoding
import WorkspaceStore

#if os(Linux)
  import CMalloc
#endif

/// The memory of a live query beyond its records' bytes, per record, as `count`: `observe/memory/<n>`.
struct MemoryCase {
  let benchmark: Benchmark

  func run() throws {
    #if os(Linux)
      let size = benchmark.options.isQuick ? 10_000 : 100_000
      let name = "observe/memory/\(size)"
      guard benchmark.isWanted(name) else { return }
      let store = try Store(size)
      let payload = store.documents.reduce(0) { $0 + Self.byteCount(of: $1) }
      let latency = Latency()
      let last = Last()
      // So that what SQLite's connections cache is there before.
      for _ in 0..<8 { try warmUp(store) }
      let before = heap
      var subscription: Subscription?
      let start = CommitClock.now
      try latency.wait {
        subscription = store.workspace.subscribe(
          to: Bench.Doc.order { $0.score.ascending }, on: latency.queue
        ) { update in
          latency.handle()
          // Without its changes, which are as many as there are records at first.
          if !update.isInitial { last.take(update) }
        }
      }
      let time = Double(CommitClock.now - start)
      try latency.wait { try store.update([0]) { $0.text = "another" } }
      latency.queue.sync {}
      add(name, "workspace-store", time, (heap - before - payload) / size)
      guard let update = last.value else { return }
      _ = update.snapshot.position(of: update.snapshot.itemIdentifier(at: ListPosition(item: 0)))
      add(name, "with-index", time, (heap - before - payload) / size)
      subscription?.cancel()
    #endif
  }

  #if os(Linux)
    private func warmUp(_ store: Store) throws {
      let latency = Latency()
      var subscription: Subscription?
      try latency.wait {
        subscription = store.workspace.subscribe(
          to: Bench.Doc.order { $0.score.ascending }, on: latency.queue
        ) { _ in latency.handle() }
      }
      subscription?.cancel()
      _ = try store.workspace.fetch(Bench.Doc.order { $0.score.ascending }).count
    }

    private func add(_ name: String, _ subject: String, _ time: Double, _ bytes: Int) {
      benchmark.add(
        Measurement(case: name, subject: subject, rounds: [time], count: bytes),
        first: subject == "workspace-store")
    }

    private static func byteCount(of document: Bench.Doc) -> Int {
      var builder = FlatBufferBuilder()
      builder.finish(document.write(to: &builder))
      return builder.byteCount
    }

    /// The bytes that are allocated.
    private var heap: Int {
      malloc_trim(0)
      let info = mallinfo2()
      return info.uordblks + info.hblkhd
    }
  #endif
}
