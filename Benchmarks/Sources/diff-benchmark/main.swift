import BenchmarkHarness
import Foundation

let bars = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.json")
let benchmark = Benchmark(options: .fromCommandLine(), bars: bars)
try ArrayCases(benchmark).run()
try SnapshotCases(benchmark).run()
try MemoryCases(benchmark).run()
try benchmark.finish(bars: bars)
