import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// What work costs as a table grows, from a thousand rows to ten million: `store/growth-<work>/<n>`.
///
/// Records come one after the other, in transactions of 100,000, as ten million do not fit into memory.
struct GrowthCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    guard benchmark.isWanted("store/growth-") else { return }
    let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    for size in benchmark.options.isQuick ? Array(sizes[..<3]) : sizes {
      let path = try folder.fresh()
      let columns = try RawColumns(path: path + ".raw")
      let store = try Workspace(path: path)
      let keys = try insert(size, columns, store)
      try lookUp(keys, size, columns, store)
      try goThrough(size, columns, store)
      try filter(size, store)
      try store.shutdown()
    }
  }

  /// Fills both; gives ten thousand keys, or all.
  private func insert(_ size: Int, _ columns: RawColumns, _ store: Workspace) throws -> [String] {
    let clock = ContinuousClock()
    var documents = Documents()
    var keys: [String] = []
    var (raw, own) = (0.0, 0.0)
    let batch = min(size, 100_000)
    for _ in 0..<(size / batch) {
      let made = (0..<batch).map { _ in documents.next() }
      let rows = RawRows(made)
      keys += made.indices.filter { $0.isMultiple(of: max(1, size / 10_000)) }.map {
        made[$0].title
      }
      raw += try clock.measure {
        try columns.database.transaction { for row in rows.rows { try columns.insert(row) } }
      }.nanoseconds
      own += try clock.measure { try store.insert(made) }.nanoseconds
    }
    let name = "store/growth-insert/\(size)"
    for (subject, time) in [("raw-columns", raw), ("workspace-store", own)] {
      benchmark.add(
        Measurement(case: name, subject: subject, rounds: [time], count: size),
        first: subject == "raw-columns")
    }
    return keys.shuffled(seed: UInt64(size))
  }

  private func lookUp(
    _ keys: [String], _ size: Int, _ columns: RawColumns, _ store: Workspace
  ) throws {
    let keys = Array(keys.prefix(1_000))
    let texts = RawTexts(keys)
    try benchmark.measure(
      "store/growth-look-up/\(size)", rounds: 9,
      [
        Subject("raw-columns") { try texts.texts.count { try columns.document($0) != nil } },
        Subject("workspace-store") {
          try keys.count { try store.object(Bench.Doc.self, key: $0) != nil }
        },
      ])
  }

  private func goThrough(_ size: Int, _ columns: RawColumns, _ store: Workspace) throws {
    try benchmark.measure(
      "store/growth-cursor/\(size)", rounds: 3, seconds: 5,
      [
        Subject("raw-columns") {
          var touched = 0
          try columns.eachDocument { touched &+= $0.touched }
          return touched
        },
        Subject("workspace-store") {
          try store.withCursor(over: Bench.Doc.all) { cursor in
            var touched = 0
            while let document = try cursor.next() { touched &+= document.touched }
            return touched
          }
        },
      ])
  }

  private func filter(_ size: Int, _ store: Workspace) throws {
    let query = Bench.Doc.where { $0.priority == 7 && $0.color == .green }
    try benchmark.measure(
      "store/growth-filter/\(size)", rounds: 3, seconds: 5,
      [Subject("workspace-store") { try store.count(query) }])
  }
}

extension Array {
  /// The elements in an order that depends on the seed alone.
  fileprivate func shuffled(seed: UInt64) -> [Element] {
    var order = self
    var state = seed
    for place in indices.dropFirst() {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(place, Int((state >> 33) % UInt64(place + 1)))
    }
    return order
  }
}
