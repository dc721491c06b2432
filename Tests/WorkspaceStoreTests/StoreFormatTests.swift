import TestSupport
import Testing
import WorkspaceStore

@testable import struct WorkspaceStore.StoreFile

@Suite struct StoreFormatTests {
  @Test("A new store has the application id, the version, UTF-8, WAL and the tables of the format")
  func newStore() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.shutdown()
    #expect(try folder.names() == ["test.db"])
    let raw = try folder.raw()
    #expect(try raw.rows("PRAGMA application_id") == [["\(0x5753_5452)"]])
    #expect(try raw.rows("PRAGMA user_version") == [["1"]])
    #expect(try raw.rows("PRAGMA encoding") == [["'UTF-8'"]])
    #expect(try raw.rows("PRAGMA journal_mode") == [["'wal'"]])
    #expect(
      try raw.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        == ["__commit", "__dictionary", "__index", "__migration", "__schema"].map { ["'\($0)'"] })
    #expect(
      try raw.rows("SELECT number, name, length(checksum) FROM __migration") == [
        ["1", "'catalog'", "8"]
      ])
  }

  @Test("Tables and indexes of a type are made as the format says, at the first write")
  func tables() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    #expect(try workspace.object(StoreItem.self, key: 1) == nil)
    let raw = try folder.raw()
    #expect(try raw.rows("SELECT count(*) FROM __schema") == [["0"]])
    try workspace.performChanges {
      try $0.insert(StoreItem(id: 7, name: "seven", rank: 3, code: "a", ratio: .nan))
      try $0.insert(StoreItem(id: -2, name: "two", rank: -5))
      try $0.insert(StoreNote(title: "a\0b"))
    }
    let tables = try raw.rows(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE '%.%' ORDER BY name"
    )
    #expect(
      tables == [
        [
          "'Stored.StoreItem'",
          "'CREATE TABLE \"Stored.StoreItem\"(rowid INTEGER PRIMARY KEY, p BLOB NOT NULL)'",
        ],
        [
          "'Stored.StoreItem/#1'",
          "'CREATE TABLE \"Stored.StoreItem/#1\"(present INTEGER NOT NULL, value NOT NULL, rowid INTEGER NOT NULL, PRIMARY KEY(present, value, rowid)) WITHOUT ROWID'",
        ],
        [
          "'Stored.StoreItem/#2'",
          "'CREATE TABLE \"Stored.StoreItem/#2\"(present INTEGER NOT NULL, value NOT NULL, rowid INTEGER NOT NULL, PRIMARY KEY(present, value)) WITHOUT ROWID'",
        ],
        [
          "'Stored.StoreItem/#3'",
          "'CREATE TABLE \"Stored.StoreItem/#3\"(present INTEGER NOT NULL, value NOT NULL, rowid INTEGER NOT NULL, PRIMARY KEY(present, value, rowid)) WITHOUT ROWID'",
        ],
        [
          "'Stored.StoreNote'",
          "'CREATE TABLE \"Stored.StoreNote\"(rowid INTEGER PRIMARY KEY, k0 NOT NULL, p BLOB NOT NULL, UNIQUE(k0))'",
        ],
      ])
    #expect(try raw.rows("SELECT rowid FROM \"Stored.StoreItem\" ORDER BY 1") == [["-2"], ["7"]])
    #expect(
      try raw.rows("SELECT * FROM \"Stored.StoreItem/#1\"") == [
        ["1", "-5", "-2"], ["1", "3", "7"],
      ])
    #expect(
      try raw.rows("SELECT * FROM \"Stored.StoreItem/#2\"") == [
        ["0", "-2", "-2"], ["1", "'a'", "7"],
      ])
    #expect(
      try raw.rows("SELECT * FROM \"Stored.StoreItem/#3\"") == [
        ["0", "0", "-2"], ["0", "0", "7"],
      ])
    #expect(try raw.rows("SELECT length(CAST(k0 AS BLOB)) FROM \"Stored.StoreNote\"") == [["3"]])
    #expect(
      try raw.rows("SELECT number, type, hex(path), is_unique, state FROM __index") == [
        ["1", "1", "'0200'", "0", "1"], ["2", "1", "'0300'", "1", "1"],
        ["3", "1", "'0400'", "0", "1"],
      ])
    #expect(
      try raw.rows("SELECT number, length(origin), next_rowid, generation FROM __commit")
        == [["1", "16", "5", "2"]])
    #expect(try workspace.check() == [])
  }

  @Test("Row ids of other keys and of the dictionary come from one counter, which never goes back")
  func rowIDs() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreNote(title: "a")) }
    try workspace.performChanges { try $0.dictionary.set(1, for: "k") }
    try workspace.performChanges { try $0.insert(StoreNote(title: "b")) }
    try workspace.performChanges { try $0.delete(StoreNote.self, key: "b") }
    try workspace.performChanges { try $0.insert(StoreNote(title: "c")) }
    let raw = try folder.raw()
    #expect(
      try raw.rows("SELECT rowid, k0 FROM \"Stored.StoreNote\"") == [["1", "'a'"], ["4", "'c'"]])
    #expect(try raw.rows("SELECT rowid FROM __dictionary") == [["2"]])
    #expect(try raw.rows("SELECT max(next_rowid) FROM __commit") == [["5"]])
  }

  @Test("The commit log keeps the newest thousand, trimmed every hundred")
  func trimming() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    for number in 0..<1250 {
      try workspace.performChanges { try $0.upsert(StoreItem(id: 1, rank: Int32(number))) }
    }
    let raw = try folder.raw()
    #expect(
      try raw.rows("SELECT min(number), max(number), count(*) FROM __commit") == [
        ["201", "1250", "1050"]
      ])
    try workspace.performChanges { _ in }
    #expect(try raw.rows("SELECT max(number) FROM __commit") == [["1250"]])
  }

  @Test(
    "A store that another program brings to a later version is refused by those that have it open",
    arguments: [true, false])
  func laterVersion(changesCatalog: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    #expect(try workspace.count(StoreItem.all) == 1)
    let raw = try folder.raw()
    try raw.execute(
      """
      BEGIN IMMEDIATE;
      PRAGMA user_version = 99;
      INSERT INTO __commit SELECT number + 1, origin, next_rowid, generation + \(changesCatalog ? 1 : 0), x''
      FROM __commit ORDER BY number DESC LIMIT 1;
      COMMIT
      """)
    for _ in 0..<2 {
      #expect(
        error { try workspace.performChanges { try $0.insert(StoreItem(id: 2)) } }?.code
          == .newerVersion)
    }
    if changesCatalog {
      #expect(error { _ = try workspace.count(StoreItem.all) }?.code == .newerVersion)
    }
    #expect(try raw.rows("SELECT count(*) FROM \"Stored.StoreItem\"") == [["1"]])
  }
}
