import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct StoreCommitTests {
  @Test("A row that changes twice is one change; one that ends as it began is none")
  func coalescing() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 1...3 { try changes.insert(StoreItem(id: Int64(id))) }
    }
    let sink = RecordingSink.install(in: workspace, watching: ["Stored.StoreItem"])
    try workspace.performChanges { changes in
      try changes.update(StoreItem(id: 1, rank: 1))
      try changes.update(StoreItem(id: 1))
      try changes.delete(StoreItem.self, key: 2)
      try changes.insert(StoreItem(id: 2, rank: 5))
      try changes.insert(StoreItem(id: 4))
      try changes.delete(StoreItem.self, key: 4)
      try changes.update(StoreItem(id: 3))
    }
    let set = try #require(sink.last)
    #expect(set.commit == 2)
    guard case .rows(let rows) = set.types[1] else {
      Issue.record("no rows in \(set)")
      return
    }
    #expect(rows.map(\.rowID) == [2])
    #expect(rows.first?.before != rows.first?.after)
    try workspace.performChanges { try $0.update(StoreItem(id: 3)) }
    #expect(sink.sets.withLock { $0.count } == 1)
  }

  @Test("Types that nobody watches give row ids only; deleteAll and large sets give the whole type")
  func withoutBytes() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: workspace, watching: ["Stored.StoreItem"])
    try workspace.performChanges { changes in
      for title in ["c", "a", "b"] { try changes.insert(StoreNote(title: title)) }
      try changes.update(StoreNote(title: "a", text: "x"))
    }
    guard case .rowIDs(let rowIDs) = sink.last?.types[1] else {
      Issue.record("no row ids")
      return
    }
    #expect(rowIDs == [1, 2, 3])
    let text = String(repeating: "x", count: 1 << 20)
    try workspace.performChanges { changes in
      for id in 0..<17 { try changes.insert(StoreItem(id: Int64(id), name: text)) }
    }
    guard case .everything = sink.last?.types[2] else {
      Issue.record("not everything")
      return
    }
    #expect(try workspace.performChanges { try $0.deleteAll(StoreNote.self) } == 3)
    guard case .everything = sink.last?.types[1] else {
      Issue.record("not everything")
      return
    }
    #expect(try workspace.check() == [])
  }

  @Test("Commits of another workspace arrive together, before one's own, each row id once")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file(), records: [StoreItem.self])
    let second = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: first, watching: ["Stored.StoreItem"])
    try second.performChanges { changes in
      try changes.insert(StoreItem(id: 5))
      try changes.insert(StoreItem(id: -3))
      try changes.dictionary.set(1, for: "k")
    }
    try second.performChanges { changes in
      try changes.insert(StoreItem(id: 2))
      _ = try changes.delete(StoreItem.self, key: 5)
      try changes.dictionary.remove("k")
    }
    try first.performChanges { try $0.insert(StoreItem(id: 1)) }
    try second.performChanges { try $0.insert(StoreItem(id: 3)) }
    try second.performChanges { try $0.deleteAll(StoreItem.self) }
    try first.performChanges { try $0.insert(StoreItem(id: 1)) }
    let sets = sink.sets.withLock { $0 }
    #expect(sets.map(\.commit) == [3, 4, 6, 7])
    #expect(sets.map(\.isForeign) == [true, false, true, false])
    guard case .rowIDs(let rowIDs) = sets[0].types[1], case .everything = sets[2].types[1] else {
      Issue.record("\(sets)")
      return
    }
    #expect(rowIDs == [-3, 2, 5])
    #expect(sets[0].dictionary.count == 1)
  }

  @Test("A log that was trimmed is told as a gap")
  func gap() throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file(), records: [StoreItem.self])
    let second = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: first)
    for number in 0..<1100 {
      try second.performChanges { try $0.upsert(StoreItem(id: 1, rank: Int32(number))) }
    }
    try first.performChanges { try $0.upsert(StoreItem(id: 2)) }
    let sets = sink.sets.withLock { $0 }
    #expect(sets.map(\.isGap) == [true, false])
    #expect(sets.map(\.commit) == [1101, 1102])
  }

  @Test(
    "The log's form round-trips, and damaged bytes are refused in bounded time",
    arguments: seeds(20))
  func logForm(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var set = ChangeSet(commit: 1)
    for type in 1...Int64.random(in: 1...4, using: &generator) {
      let count = Int.random(in: 0..<50, using: &generator)
      let rowIDs = Set((0..<count).map { _ in Int64.random(in: .min ... .max, using: &generator) })
      set.types[type] = Bool.random(using: &generator) ? .everything : .rowIDs(rowIDs.sorted())
    }
    set.dictionary = [1, 5, 1 << 40].map { DictionaryChange(rowID: $0, entry: nil) }
    let bytes = ChangeLog.encode(set)
    let entries = try #require(unsafe bytes.withUnsafeBytes { unsafe ChangeLog.decode($0) })
    #expect(entries.first == ChangeLog.Entry(type: 0, rowIDs: [1, 5, 1 << 40]))
    for entry in entries.dropFirst() {
      switch set.types[entry.type] {
      case .everything: #expect(entry.rowIDs == nil)
      case .rowIDs(let rowIDs): #expect(entry.rowIDs == rowIDs)
      default: Issue.record("type \(entry.type) was not set")
      }
    }
    #expect(entries.count == set.types.count + 1)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      damaged.removeLast(Int.random(in: 0..<damaged.count, using: &generator))
      _ = unsafe damaged.withUnsafeBytes { unsafe ChangeLog.decode($0) }
    }
  }
}
