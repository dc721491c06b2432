import BenchmarkHarness
import Foundation
import SnapshotDiff

#if os(Linux)
  import CMalloc
#endif

/// Memory, as `count`: `diff/u64/<n>/mixed1/memory` and `snapshot/<n>/memory-per-row`; bytes.
struct MemoryCases {
  private let benchmark: Benchmark

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
  }

  func run() throws {
    #if os(Linux)
      let count = benchmark.options.isQuick ? 100_000 : 1_000_000
      var random = Generator(state: 4)
      let old = (0..<count).map { _ in Row(id: random.next(), version: 0) }
      let new = Work.mixed1.apply(to: old, &random)
      let (diffName, rowName) = (
        "diff/u64/\(count)/mixed1/memory", "snapshot/\(count)/memory-per-row"
      )
      if benchmark.isWanted(diffName) { try diff(diffName, old, new) }
      if benchmark.isWanted(rowName) { try rows(rowName, old.map(\.id)) }
    #endif
  }

  #if os(Linux)
    /// The most memory that the difference takes beyond what it returns.
    private func diff(_ name: String, _ old: [Row], _ new: [Row]) throws {
      malloc_trim(0)
      // Writing 5 resets the peak (proc(5), clear_refs).
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = try status("VmRSS:")
      let clock = ContinuousClock()
      var changes = ListChanges()
      let time = clock.measure {
        changes = ListChanges(
          from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
      }
      let peak = try status("VmHWM:")
      let result =
        changes.itemDeletes.count * MemoryLayout<ListPosition>.stride
        + changes.itemInserts.count * MemoryLayout<ListPosition>.stride
        + changes.itemMoves.count * MemoryLayout<ListMove>.stride
        + changes.itemUpdates.count * MemoryLayout<ListUpdate>.stride
      add(name, "snapshot-diff", time, peak - before - result)
    }

    /// The memory of a snapshot, per row.
    private func rows(_ name: String, _ ids: [UInt64]) throws {
      let before = heap
      let clock = ContinuousClock()
      var snapshot = ListSnapshot<WholeList, UInt64>()
      var time = clock.measure { snapshot = ListSnapshot(unique: ids) }
      let plain = heap
      // Rounded up, as a bar is not to be met by what is cut off.
      add(name, "snapshot-diff", time, (plain - before + ids.count - 1) / ids.count)
      time = clock.measure { _ = snapshot.position(of: ids[0]) }
      add(name, "with-index", time, (heap - before + ids.count - 1) / ids.count)
      precondition(snapshot.numberOfItems == ids.count, "the snapshot is alive")
    }

    private func add(_ name: String, _ subject: String, _ time: Duration, _ bytes: Int) {
      benchmark.add(
        Measurement(case: name, subject: subject, rounds: [time.nanoseconds], count: bytes),
        first: subject != "with-index")
    }

    /// The bytes that are allocated.
    private var heap: Int {
      let info = mallinfo2()
      return info.uordblks + info.hblkhd
    }

    /// A line of the process's status, in bytes.
    private func status(_ name: String) throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
        let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first,
        let value = Int(kilobytes)
      else { throw WrongResult(description: "no \(name) in /proc/self/status") }
      return value * 1024
    }
  #endif
}
