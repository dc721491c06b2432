import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// Look-ups, fetches of whole tables, filters and orders; both sides make the same Swift records.
struct ReadCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    let works = ["look-up", "look-up-snapshot", "fetch", "filter", "order", "titles", "keys"]
    guard works.contains(where: { benchmark.isWanted("store/\($0)") }) else { return }
    for size in benchmark.options.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000] {
      let documents = Documents.make(size)
      let raw = RawRows(documents)
      let path = try folder.fresh()
      let columns = try RawColumns(path: path + ".raw")
      try columns.database.transaction { for row in raw.rows { try columns.insert(row) } }
      let store = try Workspace(path: path)
      try store.insert(documents)
      try require(store.fetch(Bench.Doc.all) == documents, "store/fetch")
      try require(columns.documents() == documents, "store/fetch of raw-columns")
      try lookUp(documents, raw, columns, store)
      try fetch(size, columns, store)
      try filter(size, columns, store)
      try order(size, columns, store)
      try project(documents, store)
      try store.shutdown()
    }
  }

  private func lookUp(
    _ documents: [Bench.Doc], _ raw: RawRows, _ columns: RawColumns, _ store: Workspace
  ) throws {
    let size = documents.count
    let places = (0..<10_000).map { $0 &* 7919 % size }
    let keys = places.map { documents[$0].title }
    let texts = places.map { raw.rows[$0].title }
    try require(store.object(Bench.Doc.self, key: keys[1]) == documents[places[1]], "look-up")
    try require(columns.document(texts[1]) == documents[places[1]], "look-up of raw-columns")
    try benchmark.measure(
      "store/look-up/\(size)",
      [
        Subject("raw-columns") { try texts.reduce(0) { try $0 + touched(columns.document($1)) } },
        Subject("workspace-store") {
          try keys.reduce(0) { try $0 + touched(store.object(Bench.Doc.self, key: $1)) }
        },
      ])
    try benchmark.measure(
      "store/look-up-snapshot/\(size)",
      [
        Subject("raw-columns") {
          try columns.snapshot {
            try texts.reduce(0) { try $0 + touched(columns.document($1)) }
          }
        },
        Subject("workspace-store") {
          let snapshot = try store.snapshot()
          defer { snapshot.end() }
          return try keys.reduce(0) { try $0 + touched(snapshot.object(Bench.Doc.self, key: $1)) }
        },
      ])
  }

  private func touched(_ document: Bench.Doc?) -> Int {
    document?.touched ?? 0
  }

  private func fetch(_ size: Int, _ columns: RawColumns, _ store: Workspace) throws {
    try benchmark.measure(
      "store/fetch/\(size)",
      [
        Subject("raw-columns") { try columns.documents().reduce(0) { $0 &+ $1.touched } },
        Subject("workspace-store") {
          try store.fetch(Bench.Doc.all).reduce(0) { $0 &+ $1.touched }
        },
      ])
  }

  private func filter(_ size: Int, _ columns: RawColumns, _ store: Workspace) throws {
    let query = Bench.Doc.where { $0.priority < 17 }
    try require(
      store.fetch(query) == columns.documents(priorityBelow: 17), "store/filter/\(size)")
    try benchmark.measure(
      "store/filter/\(size)",
      [
        Subject("raw-columns") { try columns.documents(priorityBelow: 17).count },
        Subject("workspace-store") { try store.fetch(query).count },
      ])
  }

  private func order(_ size: Int, _ columns: RawColumns, _ store: Workspace) throws {
    let query = Bench.Doc.all.order { $0.score.ascending }
    try require(store.fetch(query) == columns.documents(.byScore), "store/order/\(size)")
    try benchmark.measure(
      "store/order/\(size)", rounds: 9,
      [
        Subject("raw-columns") { try columns.documents(.byScore).reduce(0) { $0 &+ $1.touched } },
        Subject("workspace-store") { try store.fetch(query).reduce(0) { $0 &+ $1.touched } },
      ])
  }

  /// Other ways to fetch than whole records: one field, keys, a cursor.
  private func project(_ documents: [Bench.Doc], _ store: Workspace) throws {
    let size = documents.count
    try require(
      store.keys(Bench.Doc.all) == documents.map(\.title)
        && store.fetch(\.priority, of: Bench.Doc.all) == documents.map(\.priority), "store/fields")
    try benchmark.measure(
      "store/fields/\(size)",
      [
        Subject("whole") { try store.fetch(Bench.Doc.all).count },
        Subject("cursor") {
          try store.withCursor(over: Bench.Doc.all) { cursor in
            var count = 0
            while try cursor.next() != nil { count += 1 }
            return count
          }
        },
        Subject("keys") { try store.keys(Bench.Doc.all).count },
        Subject("integer-field") { try store.fetch(\.priority, of: Bench.Doc.all).count },
        Subject("string-field") { try store.fetch(\.tag, of: Bench.Doc.all).count },
      ])
  }
}
