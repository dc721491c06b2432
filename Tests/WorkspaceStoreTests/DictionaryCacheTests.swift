import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct DictionaryCacheTests {
  private static let capacity = 50
  private static let byteCapacity = 20_000

  private func store() -> DictionaryStore {
    DictionaryStore(
      newestCommit: 0, isShared: false,
      cache: DictionaryCache(capacity: Self.capacity, byteCapacity: Self.byteCapacity))
  }

  private func entry(_ number: Int) -> DictionaryEntryID {
    DictionaryEntryID(namespace: "", key: "key \(number)")
  }

  private func expectBounds(_ store: DictionaryStore) {
    let cache = store.cache
    #expect(cache.count <= Self.capacity)
    #expect(cache.nameCount <= Self.capacity)
    #expect((0...Self.byteCapacity).contains(cache.byteCount))
  }

  @Test(
    "However entries come to be cached, their number and bytes stay bounded", arguments: seeds(8))
  func bounds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let store = store()
    for commit in Int64(1)...400 {
      let entry = entry(Int.random(in: 0..<200, using: &generator))
      let rowID = Int64.random(in: 1..<200, using: &generator)
      let length = Int.random(in: 0..<3000, using: &generator)
      let value = DictionaryValue.string(String(repeating: "x", count: length))
      var set = ChangeSet(commit: commit)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        // Sets outside transactions, which a transaction has committed.
        for _ in 0..<Int.random(in: 1..<80, using: &generator) {
          let other = self.entry(Int.random(in: 0..<200, using: &generator))
          _ = store.set(other, value)
          set.dictionary.append(DictionaryChange(rowID: rowID, entry: other))
        }
        guard let sets = store.take() else { continue }
        store.confirm(sets, in: [set], commit: commit)
      case 1:
        set.dictionary = [DictionaryChange(rowID: rowID, entry: entry)]
        store.apply(set)
      case 2:
        store.keep(entry, value, rowID: rowID, commit: .max)
        store.keep(entry, decoded: length, of: value)
      default:
        store.keep(entry, nil, rowID: nil, commit: .max)
      }
      expectBounds(store)
    }
  }

  @Test("A value that is too large for the cache is not kept, and pushes nothing out")
  func tooLarge() {
    let store = store()
    store.keep(entry(1), .int(1), rowID: 1, commit: 0)
    store.keep(entry(2), .bytes([UInt8](repeating: 0, count: 30_000)), rowID: 2, commit: 0)
    guard case .value = store.find(entry(1)) else {
      Issue.record("the small value is gone")
      return
    }
    guard case .unknown = store.find(entry(2)) else {
      Issue.record("the large value is kept")
      return
    }
    expectBounds(store)
  }

  @Test("A set that changes nothing does not hide that another workspace removes the entry")
  func foreignRemoval() throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file())
    first.dictionary["k", Int.self] = 1
    try first.dictionary.synchronize()
    let second = try Workspace(path: folder.file())
    // Never read there, and stored alike: the commit has no change that names the row.
    second.dictionary["k", Int.self] = 1
    try second.dictionary.synchronize()
    try first.performChanges { try $0.dictionary.remove("k") }
    // Takes in what the other has committed.
    try second.performChanges { try $0.dictionary.set(2, for: "other") }
    #expect(try second.dictionary.value("k", as: Int.self) == nil)
  }

  @Test("A read of what is cached without its row notes the row, so that a removal can be named")
  func rowOfCachedEntry() {
    let store = store()
    _ = store.set(entry(1), .int(1))
    store.take().map { store.confirm($0, in: [], commit: 0) }
    #expect(store.entry(rowID: 7) == nil)
    store.keep(entry(1), .int(1), rowID: 7, commit: 0)
    #expect(store.entry(rowID: 7) == entry(1))
    var set = ChangeSet(commit: 1)
    set.dictionary = [DictionaryChange(rowID: 7, entry: nil)]
    store.apply(set)
    guard case .unknown = store.find(entry(1)) else {
      Issue.record("the removed entry is still cached")
      return
    }
  }
  @Test(
    "What is found is what was kept or set last, whatever was forgotten or pushed out",
    arguments: seeds(8))
  func newest(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var cache = DictionaryCache(capacity: Self.capacity, byteCapacity: Self.byteCapacity)
    var last: [DictionaryEntryID: DictionaryValue?] = [:]
    for number in 0..<600 {
      let entry = entry(Int.random(in: 0..<30, using: &generator))
      let value = Bool.random(using: &generator) ? DictionaryValue.int(Int64(number)) : nil
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        var sets = PendingSets()
        for _ in 0..<Int.random(in: 1..<60, using: &generator) {
          let entry = self.entry(Int.random(in: 0..<100, using: &generator))
          sets.set(entry, value)
          last[entry] = .some(value)
        }
        cache.keep(sets)
      case 2:
        cache.keep(entry, DictionaryCache.Cached(value: value))
        last[entry] = .some(value)
      case 3:
        cache.forget(entry)
        #expect(cache.find(entry) == nil)
        last[entry] = nil
      default:
        cache.note(entry, rowID: Int64(number))
      }
      for place in 0..<100 {
        let entry = self.entry(place)
        guard let found = cache.find(entry) else { continue }
        #expect(last[entry] == .some(found.value), "seed \(seed)")
      }
      #expect(cache.count <= Self.capacity && (0...Self.byteCapacity).contains(cache.byteCount))
    }
  }
}
