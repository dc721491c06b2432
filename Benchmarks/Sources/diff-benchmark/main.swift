import BenchmarkHarness
import Foundation

let benchmark = Benchmark(options: .fromCommandLine())
try ArrayCases(benchmark).run()
try SnapshotCases(benchmark).run()
try MemoryCases(benchmark).run()
try benchmark.finish(
  bars: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.json"))
