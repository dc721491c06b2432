import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct DamageTests {
  private static let wrongNumbers: [Int64] = [
    .max, .max - 1, .min, 1 << 62, 1 << 62 - 1, 1 << 62 - 2, 1 << 62 - 3, 1 << 61, -1, 0,
  ]

  /// A store with two types and a dictionary, and a statement that damages it from outside.
  private func damaged(_ folder: TemporaryFolder, _ sql: String) throws -> Workspace {
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 1, rank: 5))
      try changes.insert(StoreNote(title: "a", text: "fine"))
      try changes.dictionary.set(7, for: "k")
    }
    try workspace.shutdown()
    try folder.raw().execute(sql)
    return try Workspace(path: folder.file())
  }

  @Test(
    "A type that the catalog can't read throws and is a finding; all the rest can be read and written",
    arguments: [
      "UPDATE __schema SET binary = x'00010203' WHERE type = 1",
      "UPDATE __schema SET binary = substr(binary, 1, 100) WHERE type = 1",
      "UPDATE __index SET path = x'FF' WHERE number = 1",
      "UPDATE __index SET state = 77 WHERE type = 1",
      "UPDATE __index SET number = 9223372036854775807 WHERE number = 3",
    ])
  func damagedType(_ sql: String) throws {
    let folder = try TemporaryFolder()
    let workspace = try damaged(folder, sql)
    let thrown = error { _ = try workspace.fetch(StoreItem.all) }
    #expect(thrown?.code == .damagedStore)
    #expect(thrown?.typeName == "Stored.StoreItem")
    #expect(thrown?.path == folder.file())
    #expect(error { _ = try workspace.object(StoreItem.self, key: 1) }?.code == .damagedStore)
    #expect(error { _ = try workspace.count(StoreItem.all) }?.code == .damagedStore)
    try workspace.performChanges { (changes: inout Transaction) throws in
      #expect(error { try changes.insert(StoreItem(id: 2)) }?.code == .damagedStore)
      #expect(error { try changes.delete(StoreItem.self, key: 1) }?.code == .damagedStore)
      try changes.insert(StoreNote(title: "b"))
    }
    #expect(try workspace.object(StoreNote.self, key: "a")?.text == "fine")
    #expect(try workspace.count(StoreNote.all) == 2)
    #expect(workspace.dictionary["k", Int.self] == 7)
    let findings = try workspace.check()
    #expect(findings.contains { $0.kind == .catalog && $0.typeName == "Stored.StoreItem" })
    #expect(!findings.contains { $0.typeName == "Stored.StoreNote" })
    #expect(try workspace.statistics().types.map(\.name) == ["Stored.StoreNote"])
    try workspace.shutdown()
  }

  @Test(
    "Counters that are damaged are a typed error, and never overflow",
    arguments: ["number", "next_rowid", "generation"], ["9223372036854775807", "-5"])
  func counters(_ column: String, _ value: String) throws {
    let folder = try TemporaryFolder()
    let thrown = error {
      let workspace = try damaged(folder, "UPDATE __commit SET \(column) = \(value)")
      try workspace.performChanges { try $0.insert(StoreNote(title: "b")) }
    }
    #expect(thrown?.code == .damagedStore)
    #expect(thrown?.message.contains(value) == true)
  }

  @Test(
    "Numbers of the catalog that are damaged never overflow: new types throw, and the store opens again",
    arguments: ["__schema", "__index"], wrongNumbers)
  func numbers(_ table: String, _ number: Int64) throws {
    let folder = try TemporaryFolder()
    let column = table == "__schema" ? "type" : "number"
    let largest = "(SELECT max(\(column)) FROM \(table))"
    let workspace = try damaged(
      folder, "UPDATE \(table) SET \(column) = \(number) WHERE \(column) = \(largest)")
    for round in 0..<2 {
      // A new type with indexes, and one without.
      let isIndexed = round == 0
      let new = try StoreTable(
        [
          .init(name: "id", base: .int64, attributes: ["primary"]),
          .init(name: "rank", base: .int32, attributes: isIndexed ? ["indexed"] : []),
        ], name: "Test.New\(round)")
      do {
        try workspace.performChanges { try $0.insert(new, [.integer(1), .integer(2)]) }
        #expect(try workspace.bytes(new, KeyValues(.integer(1))) != nil)
      } catch let error as WorkspaceError {
        #expect(error.code == .damagedStore)
      }
      _ = error { try workspace.performChanges { try $0.register(StoreItem.recordType) } }
    }
    try workspace.shutdown()
    let reopened = try Workspace(path: folder.file())
    try reopened.performChanges { try $0.dictionary.set(8, for: "k") }
    #expect(try reopened.dictionary.value("k", as: Int.self) == 8)
    try reopened.shutdown()
  }

  @Test("A counter that gives row ids out again is found, and nothing is written over")
  func rowIDsAgain() throws {
    let folder = try TemporaryFolder()
    let workspace = try damaged(folder, "UPDATE __commit SET next_rowid = 1")
    try workspace.performChanges { changes in try changes.insert(StoreItem(id: 2)) }
    let findings = try workspace.check()
    #expect(findings.map(\.kind) == [.commitLog, .commitLog])
    let taken = error {
      // One of the first ids is that of an object or of an entry.
      for number in 0..<9 {
        try workspace.performChanges { try $0.insert(StoreNote(title: "\(number)")) }
      }
    }
    #expect(taken?.code == .damagedStore)
    let set = error {
      for number in 0..<9 {
        try workspace.performChanges { try $0.dictionary.set(number, for: "new \(number)") }
      }
    }
    #expect(set?.code == .damagedStore)
    #expect(try workspace.object(StoreNote.self, key: "a")?.text == "fine")
    #expect(workspace.dictionary["k", Int.self] == 7)
  }

  @Test("A table that is gone is a typed error for its type alone")
  func missingTable() throws {
    let folder = try TemporaryFolder()
    let workspace = try damaged(folder, "DROP TABLE \"Stored.StoreItem\"")
    let thrown = error { _ = try workspace.fetch(StoreItem.all) }
    #expect(thrown?.sqliteCode == 1)
    #expect(thrown?.message.contains("Stored.StoreItem") == true)
    #expect(error { try workspace.performChanges { try $0.insert(StoreItem(id: 1)) } } != nil)
    #expect(try workspace.count(StoreNote.all) == 1)
    #expect(try !workspace.check().isEmpty)
    try workspace.performChanges { try $0.insert(StoreNote(title: "b")) }
  }
}
