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
  ) throws -> (commits: [Double], hops: [Double]) {
    var times: [Double] = []
    var hops: [Double] = []
    for round in 0..<(commits + 10) {
      usleep(pause)
      try wait(handlers: handlers) { try commit(round) }
      let time = Double(started.load(ordering: .acquiring)) - Double(CommitClock.lastCommit)
      usleep(pause)
      var sent: UInt64 = 0
      try wait {
        sent = CommitClock.now
        queue.async { self.handle() }
      }
      let hop = Double(started.load(ordering: .acquiring)) - Double(sent)
      if round >= 10 {
        times.append(time)
        hops.append(hop)
      }
    }
    let hop = hops.sorted()[hops.count / 2]
    return (times.map { max(1, $0 - hop) }, hops)
  }
}

extension Benchmark {
  /// Adds what was measured, and the hop beside it.
  func add(
    _ name: String, _ times: (commits: [Double], hops: [Double]), count: Int = 1,
    subject: String = "workspace-store"
  ) {
    add(Measurement(case: name, subject: subject, rounds: times.commits, count: count))
    add(Measurement(case: name, subject: "hop", rounds: times.hops, count: 1), first: false)
  }
}
