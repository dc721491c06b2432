import BenchmarkHarness
import Foundation

// Times the store against SQLite's C interface, in one process and on the same records.
if let child = MemoryChild(CommandLine.arguments) {
  try child.run()
  exit(0)
}
let bars = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.json")
let benchmark = Benchmark(options: .fromCommandLine(), bars: bars)
let folder = try Folder()
try WriteCases(benchmark, folder).run()
try ChangeCases(benchmark, folder).run()
try ReadCases(benchmark, folder).run()
try RangeCases(benchmark, folder).run()
try DictionaryCases(benchmark, folder).run()
try OpenCases(benchmark, folder).run()
try MemoryCases(benchmark, folder).run()
try GrowthCases(benchmark, folder).run()
try folder.remove()
try benchmark.finish(bars: bars)
