import BenchmarkHarness
import FlatBufferCoding
import WorkspaceStore

/// Inserts, in one transaction and in one each.
struct WriteCases {
  let benchmark: Benchmark
  let folder: Folder

  func run() throws {
    let sizes = benchmark.options.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
    for size in sizes { try insert(size) }
    try insertEach(1_000)
  }

  private func insert(_ size: Int) throws {
    let documents = Documents.make(size)
    let rows = Self.rows(documents)
    try benchmark.measure(
      "store/insert/\(size)", rounds: 9,
      [
        Subject("raw-blob", prepare: { try RawStore(path: folder.fresh()) }) { store in
          try store.run("BEGIN IMMEDIATE")
          try store.insert(rows)
          try store.run("COMMIT")
          return size
        },
        Subject("workspace-store", prepare: { try Workspace(path: folder.fresh()) }) { store in
          try store.performChanges { changes in
            for document in documents { try changes.insert(document) }
          }
          return size
        },
      ])
  }

  private func insertEach(_ size: Int) throws {
    let documents = Documents.make(size)
    let rows = Self.rows(documents)
    try benchmark.measure(
      "store/insert-each/\(size)", rounds: 9,
      [
        Subject("raw-blob", prepare: { try RawStore(path: folder.fresh()) }) { store in
          for row in rows {
            try store.run("BEGIN IMMEDIATE")
            try store.insert(CollectionOfOne(row))
            try store.run("COMMIT")
          }
          return size
        },
        Subject("workspace-store", prepare: { try Workspace(path: folder.fresh()) }) { store in
          for document in documents { try store.performChanges { try $0.insert(document) } }
          return size
        },
      ])
  }

  /// Keys and finished payloads.
  static func rows(_ documents: [Bench.Doc]) -> [(key: String, payload: [UInt8])] {
    var builder = FlatBufferBuilder()
    return documents.map { document in
      builder.reset()
      builder.finish(document.write(to: &builder))
      return (document.title, builder.bytes)
    }
  }
}
