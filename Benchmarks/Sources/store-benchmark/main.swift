import BenchmarkHarness
import Foundation

// Times the store against SQLite's C interface, in one process and on the same records.
let benchmark = Benchmark(options: .fromCommandLine())
let folder = try Folder()
try WriteCases(benchmark: benchmark, folder: folder).run()
try ReadCases(benchmark: benchmark, folder: folder).run()
try benchmark.finish(
  bars: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.json"))
