import BenchmarkHarness
import Dispatch
import Foundation
import Synchronization
import WorkspaceStore

/// How long it takes from COMMIT's return to the start of handlers, without the hop to their queue.
///
/// The hop is an empty block on the same queue, sent after the same pause, once for each commit.
final class Latency: Sendable {
  /// The handlers' queue.
  let queue = DispatchQueue(label: "handlers")
  private let started = Atomic<UInt64>(0)
  private let waited = Atomic<Int>(0)
  private let semaphore = DispatchSemaphore(value: 0)

  /// For handlers, at their start; the one that was waited for ends the round.
  func handle() {
    let now = CommitClock.now
    guard waited.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    started.store(now, ordering: .releasing)
    semaphore.signal()
  }

  /// Waits until so many handlers have started that were called for what `body` does.
  func wait(handlers: Int = 1, _ body: () throws -> Void) throws {
    waited.store(handlers, ordering: .releasing)
    try body()
    semaphore.wait()
  }

  /// Measures commits: each calls so many handlers, the last of which counts.
  ///
  /// - Returns: The nanoseconds of each commit without the hop, and the hop's of each.
  func measure(
    commits: Int, handlers: Int = 1, pause: UInt32 = 300, _ commit: (Int) throws -> Void
  ) throws -> Times {
    try withoutActuallyEscaping(commit) { commit in
      try measure(commits: commits, handlers: handlers, pause: pause, [commit])[0]
    }
  }

  /// Measures commits of several subjects, which take turns at being the first.
  ///
  /// - Returns: The times of each subject, in their order.
  func measure(
    commits: Int, handlers: Int = 1, pause: UInt32 = 300, _ subjects: [(Int) throws -> Void]
  ) throws -> [Times] {
    var times = subjects.map { _ in [Double]() }
    var hops: [Double] = []
    for round in 0..<(commits + 10) {
      for turn in subjects.indices {
        let subject = (turn + round) % subjects.count
        usleep(pause)
        try wait(handlers: handlers) { try subjects[subject](round) }
        let time = Double(started.load(ordering: .acquiring)) - Double(CommitClock.lastCommit)
        if round >= 10 { times[subject].append(time) }
      }
      usleep(pause)
      var sent: UInt64 = 0
      try wait {
        sent = CommitClock.now
        queue.async { self.handle() }
      }
      if round >= 10 { hops.append(Double(started.load(ordering: .acquiring)) - Double(sent)) }
    }
    let hop = hops.sorted()[hops.count / 2]
    return times.map { ($0.map { max(1, $0 - hop) }, hops) }
  }

  /// The nanoseconds of commits without the hop, and those of hops.
  typealias Times = (commits: [Double], hops: [Double])
}

extension Benchmark {
  /// Adds what was measured, and the hop beside it.
  func add(
    _ name: String, _ times: Latency.Times, count: Int = 1,
    subject: String = "workspace-store"
  ) {
    add(Measurement(case: name, subject: subject, rounds: times.commits, count: count))
    add(Measurement(case: name, subject: "hop", rounds: times.hops, count: 1), first: false)
  }
}
