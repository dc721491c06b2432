import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// Opening a store that is large.
struct OpenCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    let megabytes = benchmark.options.isQuick ? 64 : 1_024
    let name = "store/open/\(megabytes)"
    guard benchmark.isWanted(name) else { return }
    let path = try folder.fresh()
    let store = try Workspace(path: path)
    let text = String(repeating: "sixteen bytes of", count: 1_000)
    var documents = Documents()
    for _ in 0..<(megabytes / 16) {
      try store.insert(
        (0..<1_000).map { _ in
          var document = documents.next()
          document.text = text
          return document
        })
    }
    try store.shutdown()
    let clock = ContinuousClock()
    try benchmark.measure(
      name,
      [
        Subject(timing: "workspace-store") {
          let start = clock.now
          let store = try Workspace(path: path, records: [Bench.Doc.self])
          let time = clock.now - start
          try store.shutdown()
          return Subject.Round(nanoseconds: time.nanoseconds, count: megabytes)
        }
      ])
  }
}
