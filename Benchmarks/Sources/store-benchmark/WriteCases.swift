import BenchmarkRecords
import BenchmarkHarness
import Dispatch
import WorkspaceStore

/// Inserts, in one transaction and in one each.
struct WriteCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    for size in benchmark.options.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000] {
      try insert(size)
    }
    let size = benchmark.options.isQuick ? 10_000 : 100_000
    try insertIndexed(size)
    try insertByKeys(size)
    try insertEach(1_000)
  }

  private func insert(_ size: Int) throws {
    let name = "store/insert/\(size)"
    guard benchmark.isWanted(name) else { return }
    let documents = Documents.make(size)
    let raw = RawRows(documents)
    let store = try Workspace(path: folder.fresh(), records: [Bench.Doc.self])
    try store.insert(documents)
    try require(store.fetch(Bench.Doc.all) == documents, name)
    try store.shutdown()
    try benchmark.measure(
      name, rounds: 9,
      [
        Subject("raw-blob", prepare: { try RawBlob(path: folder.fresh()) }) { blob in
          try blob.database.transaction { for row in raw.rows { try blob.insert(row) } }
          return size
        },
        Subject("raw-columns", prepare: { try RawColumns(path: folder.fresh()) }) { columns in
          try columns.database.transaction { for row in raw.rows { try columns.insert(row) } }
          return size
        },
        Subject("workspace-store", prepare: { try open(Bench.Doc.self) }) { store in
          try store.insert(documents)
          return size
        },
      ])
  }

  private func insertIndexed(_ size: Int) throws {
    let name = "store/insert-indexed/\(size)"
    guard benchmark.isWanted(name) else { return }
    let documents = Documents.make(size)
    let raw = RawRows(documents)
    let indexed = documents.map(\.indexed)
    try benchmark.measure(
      name, rounds: 9,
      [
        Subject(
          "raw-columns", prepare: { try RawColumns(path: folder.fresh(), isIndexed: true) }
        ) { columns in
          try columns.database.transaction { for row in raw.rows { try columns.insert(row) } }
          return size
        },
        Subject("workspace-store", prepare: { try open(Bench.IndexedDoc.self) }) { store in
          try store.insert(indexed)
          return size
        },
      ])
  }

  private func insertByKeys(_ size: Int) throws {
    let name = "store/insert-keys/\(size)"
    guard benchmark.isWanted(name) else { return }
    let documents = Documents.make(size)
    let numbered = documents.enumerated().map { $1.numbered($0) }
    try benchmark.measure(
      name, rounds: 9,
      [
        Subject("string-keys", prepare: { try open(Bench.Doc.self) }) { store in
          try store.insert(documents)
          return size
        },
        Subject("integer-keys", prepare: { try open(Bench.NumberedDoc.self) }) { store in
          try store.insert(numbered)
          return size
        },
      ])
  }

  private func insertEach(_ size: Int) throws {
    let name = "store/insert-each/\(size)"
    guard benchmark.isWanted(name) else { return }
    let documents = Documents.make(size)
    let raw = RawRows(documents)
    let checked = try open(Bench.Doc.self)
    try insertSoon(documents, checked)
    try require(checked.fetch(Bench.Doc.all) == documents, name)
    try checked.shutdown()
    try benchmark.measure(
      name, rounds: 15,
      [
        Subject("raw-blob", prepare: { try RawBlob(path: folder.fresh()) }) { blob in
          for row in raw.rows { try blob.database.transaction { try blob.insert(row) } }
          return size
        },
        Subject("raw-blob-log", prepare: { try RawBlob(path: folder.fresh()) }) { blob in
          for row in raw.rows {
            try blob.database.transaction {
              try blob.insert(row)
              try blob.log()
            }
          }
          return size
        },
        Subject("synchronous", prepare: { try open(Bench.Doc.self) }) { store in
          for document in documents { try store.performChanges { try $0.insert(document) } }
          return size
        },
        Subject("asynchronous", prepare: { try open(Bench.Doc.self) }) { store in
          try insertSoon(documents, store)
          return size
        },
      ])
  }

  /// Inserts each record in an asynchronous transaction, and waits for the last.
  private func insertSoon(_ documents: [Bench.Doc], _ store: Workspace) throws {
    let queue = DispatchQueue(label: "completions")
    let group = DispatchGroup()
    for document in documents {
      group.enter()
      store.performChanges(on: queue) {
        try $0.insert(document)
      } completion: { _ in
        group.leave()
      }
    }
    group.wait()
  }

  private func open(_ type: any Record.Type) throws -> Workspace {
    try Workspace(path: folder.fresh(), records: [type])
  }
}

extension Workspace {
  /// Inserts records in one transaction.
  func insert<R: Record>(_ records: [R]) throws {
    try performChanges { changes in
      for record in records { try changes.insert(record) }
    }
  }
}
