import BenchmarkRecords
import BenchmarkHarness
import Foundation
import WorkspaceStore

#if os(Linux)
  import CMalloc
#endif

/// Commits at full speed, one record each, while a handler sleeps 1 ms for each update: `observe/flood/<commits>`.
///
/// The time is that of one commit, of stores that take turns; counted is the most memory beyond what there was before a
/// turn.
struct FloodCase {
  let benchmark: Benchmark

  func run() throws {
    let commits = benchmark.options.isQuick ? 5_000 : 100_000
    let name = "observe/flood/\(commits)"
    guard benchmark.isWanted(name) else { return }
    let policies: [(String, DeliveryPolicy?)] = [
      ("no-subscription", nil), ("newest", .newest), ("every-commit", .everyCommit),
    ]
    let subjects = try policies.map { try Flooded($0.0, $0.1) }
    let turns = benchmark.options.isQuick ? 5 : 10
    for turn in 0..<turns {
      // Whoever comes first in a turn is another each time.
      for place in subjects.indices {
        let subject = subjects[(turn + place) % subjects.count]
        try subject.commit((turn * commits / turns)..<((turn + 1) * commits / turns))
        try subject.settle()
      }
    }
    for subject in subjects {
      benchmark.add(
        Measurement(
          case: name, subject: subject.name, rounds: subject.rounds, count: subject.mostBytes),
        first: subject.name == policies[0].0)
    }
  }
}

/// A store with a slow handler, or none, and what its commits took.
private final class Flooded {
  let name: String
  /// The nanoseconds of a commit, by turns.
  private(set) var rounds: [Double] = []
  /// The most bytes that were allocated at the end of a turn beyond those at its beginning.
  private(set) var mostBytes = 0
  private let store: Store
  private let latency = Latency()
  private let last = Last()
  private var subscription: Subscription?
  private static let query = Bench.Doc.order { $0.score.ascending }

  init(_ name: String, _ policy: DeliveryPolicy?) throws {
    self.name = name
    store = try Store(10_000)
    guard let policy else { return }
    let (latency, last) = (latency, last)
    try latency.wait {
      subscription = store.workspace.subscribe(
        to: Self.query, on: latency.queue, policy: policy
      ) { update in
        if update.isInitial { latency.handle() }
        usleep(1_000)
        last.take(update)
      }
    }
  }

  deinit {
    subscription?.cancel()
  }

  func commit(_ numbers: Range<Int>) throws {
    let before = heap
    let start = CommitClock.now
    for number in numbers {
      // Another text each time: an update to what is there already would not be written.
      try store.update([number * 7_919 % 10_000]) { $0.text = "text of commit \(number)" }
    }
    rounds.append(Double(CommitClock.now - start) / Double(numbers.count))
    mostBytes = max(mostBytes, heap - before)
  }

  /// Waits until the handler has had all: 1,024 updates at most, a millisecond each; then it must have the last state.
  func settle() throws {
    guard subscription != nil else { return }
    let expected = try store.workspace.fetch(Self.query)
    for _ in 0..<100 where last.value?.records != expected { usleep(100_000) }
    try last.check(store.workspace, Self.query, on: latency.queue)
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
