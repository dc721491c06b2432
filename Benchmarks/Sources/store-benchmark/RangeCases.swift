import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// Ranges of an indexed field, in its order: a thousand narrow ones, and a wide one.
struct RangeCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    guard benchmark.isWanted("store/narrow-ranges") || benchmark.isWanted("store/wide-range") else {
      return
    }
    for size in benchmark.options.isQuick ? [10_000] : [10_000, 100_000] {
      let documents = Documents.make(size)
      let raw = RawRows(documents)
      let path = try folder.fresh()
      let columns = try RawColumns(path: path + ".raw", isIndexed: true)
      try columns.database.transaction { for row in raw.rows { try columns.insert(row) } }
      let store = try Workspace(path: path)
      try store.insert(documents.map(\.indexed))
      let times = documents.map(\.created).sorted()
      let narrow = (0..<1_000).map { number in
        let place = number &* 7919 % (size - 20)
        return times[place]..<times[place + 20]
      }
      try measure("store/narrow-ranges/\(size)", narrow, columns, store)
      try measure(
        "store/wide-range/\(size)", [times[size / 3]..<times[size * 2 / 3]], columns, store)
      try store.shutdown()
    }
  }

  private func measure(
    _ name: String, _ ranges: [Range<Int64>], _ columns: RawColumns, _ store: Workspace
  ) throws {
    for range in ranges.prefix(20) {
      try require(
        fetch(range, store).map(\.title) == columns.documents(created: range).map(\.title), name)
    }
    try benchmark.measure(
      name,
      [
        Subject("raw-columns") {
          try ranges.reduce(0) { try $0 + columns.documents(created: $1).count }
        },
        Subject("workspace-store") { try ranges.reduce(0) { try $0 + fetch($1, store).count } },
      ])
  }

  private func fetch(_ range: Range<Int64>, _ store: Workspace) throws -> [Bench.IndexedDoc] {
    try store.fetch(
      Bench.IndexedDoc.where {
        $0.created >= range.lowerBound && $0.created < range.upperBound
      }.order { $0.created.ascending })
  }
}
