import BenchmarkHarness
import Foundation

// Times live queries from COMMIT's return to the start of their handlers, and fetching again beside them.
CommitClock.start()
let benchmark = Benchmark(options: .fromCommandLine())
try OneQueryCases(benchmark: benchmark).run()
try ManyQueryCases(benchmark: benchmark).run()
try WindowCase(benchmark: benchmark).run()
try BulkCase(benchmark: benchmark).run()
try MemoryCase(benchmark: benchmark).run()
try FloodCase(benchmark: benchmark).run()
try benchmark.finish(
  bars: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.json"))
