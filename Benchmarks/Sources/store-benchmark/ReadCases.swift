import BenchmarkHarness
import FlatBufferCoding
import WorkspaceStore

/// Look-ups by key and fetches of whole tables; both sides decode what they read with the generated code.
struct ReadCases {
  let benchmark: Benchmark
  let folder: Folder

  func run() throws {
    let sizes = benchmark.options.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
    for size in sizes {
      let documents = Documents.make(size)
      let path = try folder.fresh()
      let raw = try RawStore(path: path + ".raw")
      try raw.run("BEGIN IMMEDIATE")
      try raw.insert(WriteCases.rows(documents))
      try raw.run("COMMIT")
      let store = try Workspace(path: path)
      try store.performChanges { changes in
        for document in documents { try changes.insert(document) }
      }
      try fetch(size, raw, store)
      try filter(size, raw, store)
      try lookUp(documents, raw, store)
      try store.shutdown()
    }
  }

  private func fetch(_ size: Int, _ raw: RawStore, _ store: Workspace) throws {
    try benchmark.measure(
      "store/fetch/\(size)",
      [
        Subject("raw-blob") { try raw.documents().reduce(0) { $0 + $1.touched } },
        Subject("workspace-store") {
          try store.fetch(Bench.Doc.all).reduce(0) { $0 + $1.touched }
        },
      ])
  }

  private func filter(_ size: Int, _ raw: RawStore, _ store: Workspace) throws {
    let query = Bench.Doc.where { $0.priority < 17 }
    try benchmark.measure(
      "store/filter/\(size)",
      [
        Subject("raw-blob") { try raw.documents().count { $0.priority < 17 } },
        Subject("workspace-store") { try store.fetch(query).count },
      ])
  }

  private func lookUp(_ documents: [Bench.Doc], _ raw: RawStore, _ store: Workspace) throws {
    let keys = stride(from: 0, to: documents.count, by: max(1, documents.count / 1_000))
      .map { documents[$0 * 7919 % documents.count].title }
    try benchmark.measure(
      "store/look-up/\(documents.count)",
      [
        Subject("raw-blob") {
          try keys.count { try raw.document($0) != nil }
        },
        Subject("workspace-store") {
          try keys.count { try store.object(Bench.Doc.self, key: $0) != nil }
        },
      ])
  }
}

extension Bench.Doc {
  /// A number that depends on every field.
  var touched: Int {
    let strings = title.utf8.count + (tag?.utf8.count ?? 0) + (text?.utf8.count ?? 0)
    let numbers =
      Int(priority) + Int(score) + Int(truncatingIfNeeded: created) + Int(color.rawValue)
    return strings &+ numbers &+ Int(pos?.x ?? 0)
  }
}
