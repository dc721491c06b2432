import BenchmarkRecords
import BenchmarkHarness
import WorkspaceStore

/// The dictionary: sets of numbers and of records until they are persisted, gets of what was read before, and first gets.
struct DictionaryCases {
  private let benchmark: Benchmark
  private let folder: Folder
  private let count = 10_000

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    guard benchmark.isWanted("store/dictionary") else { return }
    let keys = (0..<count).map { "settings.key-\($0)" }
    let texts = RawTexts(keys)
    try set(keys, texts)
    try setRecords()
    try hot(keys)
    try cold(keys, texts)
  }

  private func set(_ keys: [String], _ texts: RawTexts) throws {
    try benchmark.measure(
      "store/dictionary-set/\(count)",
      [
        Subject("raw", prepare: { try RawDictionary(path: folder.fresh()) }) { raw in
          try raw.database.transaction {
            for (value, key) in texts.texts.enumerated() { try raw.set(value, for: key) }
          }
          return texts.texts.count
        },
        Subject("workspace-store", prepare: { try Workspace(path: folder.fresh()) }) { store in
          for (value, key) in keys.enumerated() { try store.dictionary.set(value, for: key) }
          try store.dictionary.synchronize()
          return keys.count
        },
      ])
  }

  private func setRecords() throws {
    let documents = Documents.make(count)
    let encoded = RawRows(documents)
    try benchmark.measure(
      "store/dictionary-set-records/\(count)",
      [
        Subject("raw", prepare: { try RawDictionary(path: folder.fresh()) }) { raw in
          try raw.database.transaction { for row in encoded.rows { try raw.set(row) } }
          return encoded.rows.count
        },
        Subject("workspace-store", prepare: { try Workspace(path: folder.fresh()) }) { store in
          for document in documents { try store.dictionary.set(document, for: document.title) }
          try store.dictionary.synchronize()
          return documents.count
        },
      ])
  }

  private func hot(_ keys: [String]) throws {
    let store = try filled(keys, at: folder.fresh())
    let locked = LockedDictionary(
      Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) }))
    let dictionary = store.dictionary
    try require(keys.indices.allSatisfy { dictionary[keys[$0], Int.self] == $0 }, "dictionary-hot")
    try benchmark.measure(
      "store/dictionary-hot/\(count)", rounds: 25,
      [
        Subject("locked-dictionary") { keys.reduce(0) { $0 &+ (locked.get($1) ?? 0) } },
        Subject("workspace-store") { keys.reduce(0) { $0 &+ (dictionary[$1, Int.self] ?? 0) } },
      ])
    try store.shutdown()
  }

  private func cold(_ keys: [String], _ texts: RawTexts) throws {
    let path = try folder.fresh()
    try filled(keys, at: path).shutdown()
    let raw = try RawDictionary(path: path + ".raw")
    try raw.database.transaction {
      for (value, key) in texts.texts.enumerated() { try raw.set(value, for: key) }
    }
    try benchmark.measure(
      "store/dictionary-cold/\(count)",
      [
        Subject("raw") { try texts.texts.reduce(0) { try $0 &+ (raw.get($1) ?? 0) } },
        Subject("workspace-store", prepare: { try Workspace(path: path) }) { store in
          let dictionary = store.dictionary
          return keys.reduce(0) { $0 &+ (dictionary[$1, Int.self] ?? 0) }
        },
      ])
  }

  private func filled(_ keys: [String], at path: String) throws -> Workspace {
    let store = try Workspace(path: path)
    for (value, key) in keys.enumerated() { try store.dictionary.set(value, for: key) }
    try store.dictionary.synchronize()
    return store
  }
}
