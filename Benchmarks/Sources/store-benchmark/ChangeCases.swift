import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// Changes of records that are stored, each case in one transaction: upsert, update and delete.
struct ChangeCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    guard benchmark.isWanted("store/upsert") || benchmark.isWanted("store/fetch-") else { return }
    let size = 10_000
    let documents = Documents.make(size)
    let changed = documents.map { document in
      var document = document
      document.priority += 100
      return document
    }
    let before = RawRows(documents)
    let after = RawRows(changed)
    try upsert(documents, changed, before, after)
    try update(documents, changed, before, after)
    try delete(documents, before)
  }

  private func upsert(
    _ documents: [Bench.Doc], _ changed: [Bench.Doc], _ before: RawRows, _ after: RawRows
  ) throws {
    let half = documents.count / 2
    try measure("store/upsert/\(documents.count)", Array(documents[..<half]), before.rows[..<half])
    {
      blob in
      for row in after.rows { try blob.upsert(row) }
    } store: { store in
      try store.performChanges { changes in
        for document in changed { try changes.upsert(document) }
      }
    } result: {
      changed
    }
  }

  private func update(
    _ documents: [Bench.Doc], _ changed: [Bench.Doc], _ before: RawRows, _ after: RawRows
  ) throws {
    try measure("store/fetch-update/\(documents.count)", documents, before.rows[...]) { blob in
      _ = try blob.fetch()
      for row in after.rows { try blob.update(row) }
    } store: { store in
      try store.performChanges { changes in
        for var document in try changes.fetch(Bench.Doc.all) {
          document.priority += 100
          try changes.update(document)
        }
      }
    } result: {
      changed
    }
  }

  private func delete(_ documents: [Bench.Doc], _ before: RawRows) throws {
    try measure("store/fetch-delete/\(documents.count)", documents, before.rows[...]) { blob in
      _ = try blob.fetch()
      for row in before.rows { try blob.delete(row) }
    } store: { store in
      try store.performChanges { changes in
        for document in try changes.fetch(Bench.Doc.all) { try changes.delete(document) }
      }
    } result: {
      []
    }
  }

  private func measure(
    _ name: String, _ stored: [Bench.Doc], _ rows: ArraySlice<RawRow>,
    raw: @escaping (RawBlob) throws -> Void, store: @escaping (Workspace) throws -> Void,
    result: () -> [Bench.Doc]
  ) throws {
    guard benchmark.isWanted(name) else { return }
    let checked = try open(stored)
    try store(checked)
    let kept = try checked.fetch(Bench.Doc.all)
    try require(kept == result(), name)
    try checked.shutdown()
    try benchmark.measure(
      name, rounds: 15,
      [
        Subject(
          "raw-blob",
          prepare: {
            let blob = try RawBlob(path: folder.fresh())
            try blob.database.transaction { for row in rows { try blob.insert(row) } }
            return blob
          }
        ) { blob in
          try blob.database.transaction { try raw(blob) }
          return kept.count
        },
        Subject("workspace-store", prepare: { try open(stored) }) { workspace in
          try store(workspace)
          return kept.count
        },
      ])
  }

  private func open(_ stored: [Bench.Doc]) throws -> Workspace {
    let store = try Workspace(path: folder.fresh(), records: [Bench.Doc.self])
    try store.insert(stored)
    return store
  }
}
