import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct IndexBuildTests {
  private static let plain: [StoreTable.Column] = [
    .init(name: "id", base: .int64, attributes: ["primary"]),
    .init(name: "text", base: .string), .init(name: "rank", base: .int32),
  ]

  private static func indexed(_ attribute: String = "indexed") -> [StoreTable.Column] {
    var columns = plain
    columns[1].attributes = [attribute]
    columns[2].attributes = ["indexed"]
    return columns
  }

  /// Opens a store, in the one case to build its indexes a step at a time.
  private func open(_ path: String, isByHand: Bool) throws -> Workspace {
    var configuration = Configuration()
    configuration.worksOnIndexes = !isByHand
    return try Workspace(path: path, configuration: configuration)
  }

  /// A store with more rows than a few steps of building take in.
  private func fill(_ path: String, isByHand: Bool = false) throws -> Workspace {
    let workspace = try open(path, isByHand: isByHand)
    let table = try StoreTable(Self.plain)
    try workspace.performChanges { changes in
      // From below zero on, as row ids are keys.
      for id in Int64(-1000)..<8000 {
        try changes.insert(table, [.integer(id), .text("t\(id % 50)"), .integer(id % 7)])
      }
    }
    return workspace
  }

  @Test(
    "An index that is built while objects are written, updated and deleted agrees with its table (CASES 16)",
    arguments: seeds(3))
  func background(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let workspace = try fill(folder.file(), isByHand: true)
    let other = try open(folder.file(), isByHand: true)
    let (old, new) = (try StoreTable(Self.plain), try StoreTable(Self.indexed()))
    try workspace.performChanges { try $0.register(new.recordType) }
    var texts = Dictionary(uniqueKeysWithValues: (Int64(-1000)..<8000).map { ($0, "t\($0 % 50)") })
    var unfinished = 0
    for round in 0..<40 {
      if round.isMultiple(of: 2) {
        let writer = (round.isMultiple(of: 4) ? other : workspace).writer
        _ = try writer.onConnection { (_) throws(WorkspaceError) in try writer.stepIndexWork() }
      }
      // Programs that know the index and one that does not, in two workspaces, which both build.
      let table = Bool.random(using: &generator) ? old : new
      try (round.isMultiple(of: 3) ? other : workspace).performChanges { changes in
        for _ in 0..<20 {
          let id = Int64.random(in: -1200..<8200, using: &generator)
          if Bool.random(using: &generator) {
            try changes.upsert(table, [.integer(id), .text("u\(round)"), .integer(id % 3)])
            texts[id] = "u\(round)"
          } else {
            try changes.delete(table.recordType, key: KeyValues(.integer(id)))
            texts[id] = nil
          }
        }
      }
      let indexes = try workspace.indexes()
      #expect(indexes.map(\.field) == ["text", "rank"])
      if indexes.contains(where: { !$0.isWhole }) { unfinished += 1 }
      // Right at any time, whether the index is used or not.
      for text in ["u\(round)", "t7"] {
        #expect(
          try workspace.count(new, text: text) == texts.values.count { $0 == text }, "seed \(seed)")
      }
    }
    #expect(unfinished > 20)
    try workspace.finishIndexes()
    #expect(try workspace.indexes().allSatisfy { $0.isWhole && $0.progress == nil })
    #expect(try workspace.check() == [])
    #expect(try other.check() == [])
  }

  @Test("A building that was broken off goes on when the store is opened again")
  func resumed() throws {
    let folder = try TemporaryFolder()
    let workspace = try fill(folder.file(), isByHand: true)
    let new = try StoreTable(Self.indexed())
    try workspace.performChanges { try $0.register(new.recordType) }
    #expect(try workspace.indexes().contains { !$0.isWhole })
    try workspace.shutdown()
    #expect(
      try folder.raw().rows("SELECT count(*) FROM __index WHERE state = 0 AND progress > -1000")
        != [["0"]])
    let reopened = try Workspace(path: folder.file())
    try reopened.finishIndexes()
    #expect(try reopened.indexes().allSatisfy(\.isWhole))
    #expect(try reopened.check() == [])
  }

  @Test("A unique index is built at once, so that a twin that is written later is refused")
  func unique() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.plain)
    try workspace.performChanges { changes in
      for id in Int64(0)..<5000 { try changes.insert(old, [.integer(id), .text("\(id)"), nil]) }
    }
    let unique = try StoreTable(Self.indexed("unique"))
    try workspace.performChanges { changes in
      try changes.register(unique.recordType)
      #expect(
        error { try changes.insert(old, [.integer(9999), .text("4999"), nil]) }?.code == .notUnique)
    }
    #expect(try workspace.indexes().first { $0.isUnique }?.isWhole == true)
    try workspace.finishIndexes()
    #expect(try workspace.check() == [])
  }

  @Test("A dropped index is gone at once, its table soon, and no later one gets its number")
  func dropping() throws {
    let folder = try TemporaryFolder()
    let workspace = try fill(folder.file())
    let (old, new) = (try StoreTable(Self.plain), try StoreTable(Self.indexed()))
    try workspace.performChanges { try $0.register(new.recordType) }
    try workspace.finishIndexes()
    let raw = try folder.raw()
    let numbers = try raw.rows("SELECT number FROM __index ORDER BY number")
    try workspace.performChanges { (changes: inout Transaction) throws in
      for field in [1, 2] as [UInt16] {
        #expect(try changes.core.dropIndex(of: old.recordType, path: FieldPath([field])))
        #expect(try changes.core.dropIndex(of: old.recordType, path: FieldPath([field])) == false)
      }
    }
    #expect(try workspace.indexes() == [])
    #expect(try workspace.count(new, text: "t3") == 160)
    try workspace.finishIndexes()
    #expect(
      try raw.rows("SELECT count(*) FROM sqlite_master WHERE name LIKE '%/#%'") == [["0"]])
    try workspace.performChanges { try $0.register(new.recordType) }
    try workspace.finishIndexes()
    let later = try raw.rows("SELECT number FROM __index ORDER BY number")
    #expect(later.count == 2 && !later.contains { numbers.contains($0) })
    #expect(try workspace.check() == [])
  }

  @Test("An index that the program declares is not dropped, and an expression has none")
  func declared() throws {
    let workspace = try Workspace(inMemory: Configuration(), records: [StoreItem.self])
    try workspace.performChanges { (changes: inout Transaction) throws in
      let declared = error { try changes.dropIndex(of: StoreItem.self) { $0.rank } }
      #expect(declared?.code == .indexDeclared)
      #expect(declared?.field == "rank")
      let isDropped = try changes.dropIndex(of: StoreItem.self) { $0.name }
      #expect(!isDropped)
      #expect(
        error { try changes.dropIndex(of: StoreItem.self) { $0.rank + 1 } }?.code == .notFound)
    }
  }
}

extension Workspace {
  /// How many rows have a text, as the planner finds them.
  fileprivate func count(_ table: StoreTable, text: String) throws -> Int {
    try read { (access) throws(WorkspaceError) -> Int in
      let connection = access.connection
      guard let type = connection.catalog.type(for: table.recordType) else { return 0 }
      let query = RecordQuery(
        condition: .compare(.equal, .field(FieldPath([1])), .constant(.text(text))))
      var count = 0
      try unsafe connection.rows(query, of: type) { _, _ in
        count += 1
        return true
      }
      return count
    }
  }
}
