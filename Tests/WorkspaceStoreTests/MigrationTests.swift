import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct MigrationTests {
  private static let first: [StoreTable.Column] = [
    .init(name: "id", base: .int64, attributes: ["primary"]), .init(name: "text", base: .string),
  ]
  private static let second = first + [.init(name: "more", base: .int32)]

  @Test("A recorded schema is only ever replaced by one that adds to it")
  func superset() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.first)
    let new = try StoreTable(Self.second)
    try workspace.performChanges { try $0.insert(old, [.integer(1), .text("a")]) }
    try workspace.performChanges { try $0.insert(new, [.integer(2), .text("b"), .integer(9)]) }
    try workspace.performChanges { try $0.insert(old, [.integer(3), .text("c")]) }
    let raw = try folder.raw()
    #expect(try raw.rows("SELECT count(*) FROM __schema") == [["1"]])
    let recorded = try raw.withStatement("SELECT binary FROM __schema") {
      (statement) throws(WorkspaceError) in
      try statement.step() ? statement.array(0) : []
    }
    #expect(recorded == new.recordType.binary)
    #expect(try raw.rows("SELECT max(generation) FROM __commit") == [["2"]])
    let other = try StoreTable([
      .init(name: "id", base: .int64, attributes: ["primary"]), .init(name: "text", base: .int32),
    ])
    let thrown = error {
      try workspace.performChanges { try $0.insert(other, [.integer(4), nil]) }
    }
    #expect(thrown?.code == .schemaMismatch)
    #expect(thrown?.message.contains("text") == true)
  }

  @Test("An older program reads newer records, and never drops what it does not know")
  func unknownFields() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.first)
    let new = try StoreTable(Self.second)
    try workspace.performChanges { changes in
      try changes.insert(new, [.integer(1), .text("a"), .integer(7)])
      try changes.insert(new, [.integer(2), .text("b"), nil])
    }
    try workspace.performChanges { (changes: inout Transaction) throws in
      let thrown = error { _ = try changes.update(old, [.integer(1), .text("lost")]) }
      #expect(thrown?.code == .unknownFields)
      #expect(thrown?.field == "more")
      #expect(
        error { try changes.upsert(old, [.integer(1), .text("lost")]) }?.code == .unknownFields)
      #expect(try changes.update(old, [.integer(2), .text("fine")]))
      #expect(try changes.update(new, [.integer(1), .text("known"), .integer(8)]))
    }
    #expect(
      try workspace.bytes(new, KeyValues(.integer(1)))
        == new.bytes([.integer(1), .text("known"), .integer(8)]))
    #expect(try workspace.check() == [])
  }

  @Test("A renamed type keeps its table; older programs still find it by its old name")
  func renaming() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.first, name: "Test.Old")
    let new = try StoreTable(Self.second, name: "Test.New", was: "Test.Old")
    try workspace.performChanges { try $0.insert(old, [.integer(1), .text("a")]) }
    #expect(
      try workspace.bytes(new, KeyValues(.integer(1))) == old.bytes([.integer(1), .text("a")]))
    try workspace.performChanges { try $0.insert(new, [.integer(2), .text("b"), .integer(3)]) }
    try workspace.performChanges { try $0.insert(old, [.integer(3), .text("c")]) }
    #expect(try workspace.allBytes(new).count == 3)
    #expect(try workspace.allBytes(old).count == 3)
    let raw = try folder.raw()
    #expect(
      try raw.rows("SELECT name, former_names FROM __schema") == [["'Test.New'", "'Test.Old'"]])
    #expect(
      try raw.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%.%'") == [
        ["'Test.Old'"]
      ])
    #expect(try workspace.check() == [])
  }

  @Test(
    "Names that are reserved, or differ only in case, are refused",
    arguments: ["__x", "sqlite_x", "SQLite_y", "TEST.ITEM", "a/b"])
  func names(_ name: String) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let table = try StoreTable(Self.first, name: "Test.Item")
    try workspace.performChanges { try $0.register(table.recordType) }
    let other = try StoreTable(Self.first, name: name)
    #expect(
      error { try workspace.performChanges { try $0.register(other.recordType) } }?.code
        == .invalidName)
  }

  @Test("A schema without a key is refused")
  func noKey() throws {
    let workspace = try Workspace(inMemory: Configuration())
    let table = try StoreTable([.init(name: "text", base: .string)])
    #expect(
      error { try workspace.performChanges { try $0.register(table.recordType) } }?.code
        == .schemaMismatch)
    #expect(error { _ = try RecordType(schema: Schema()) }?.code == .schemaMismatch)
  }

  @Test("A store whose migration was another script is refused")
  func changedScript() throws {
    let folder = try TemporaryFolder()
    try Workspace(path: folder.file()).shutdown()
    try folder.raw().execute("UPDATE __migration SET checksum = x'00'")
    #expect(error { _ = try Workspace(path: folder.file()) }?.code == .damagedStore)
  }

  @Test("Another workspace's types and indexes are known at the next transaction")
  func generations() throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file())
    let second = try Workspace(path: folder.file())
    try first.performChanges { try $0.insert(StoreItem(id: 1, code: "a")) }
    #expect(try second.object(StoreItem.self, key: 1)?.code == "a")
    #expect(
      error { try second.performChanges { try $0.insert(StoreItem(id: 2, code: "a")) } }?.code
        == .notUnique)
    try second.performChanges { try $0.insert(StoreNote(title: "n")) }
    #expect(try first.object(StoreNote.self, key: "n") != nil)
    try first.performChanges { try $0.insert(StoreNote(title: "m")) }
    #expect(try first.statistics().types.map(\.rows) == [1, 2])
    #expect(try second.check() == [])
  }
}
