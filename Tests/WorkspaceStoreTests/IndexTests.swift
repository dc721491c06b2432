import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct IndexTests {
  private static let plain: [StoreTable.Column] = [
    .init(name: "id", base: .int64, attributes: ["primary"]),
    .init(name: "text", base: .string), .init(name: "rank", base: .int32),
    .init(name: "big", base: .uint64, isOptional: true),
  ]

  private static let indexed: [StoreTable.Column] = [
    .init(name: "id", base: .int64, attributes: ["primary"]),
    .init(name: "text", base: .string, attributes: ["indexed"]),
    .init(name: "rank", base: .int32, attributes: ["indexed"]),
    .init(name: "big", base: .uint64, attributes: ["indexed"], isOptional: true),
  ]

  /// What an index table has to hold for rows.
  private func expected(
    _ rows: [Int64: [KeyValue?]], column: Int, default value: String
  ) -> Set<[String]> {
    Set(
      rows.map { id, row in
        switch row[column] {
        case .text(let text): ["1", "'\(text)'", "\(id)"]
        case .integer(let number): ["1", "\(number)", "\(id)"]
        case .unsigned(let number): ["1", "\(Int64(bitPattern: number ^ 1 << 63))", "\(id)"]
        default: value == "null" ? ["0", "0", "\(id)"] : ["1", value, "\(id)"]
        }
      })
  }

  private func randomRow(_ id: Int64, _ generator: inout SeededGenerator) -> [KeyValue?] {
    let text: KeyValue? =
      Bool.random(using: &generator)
      ? .text("t\(Int.random(in: 0..<5, using: &generator))") : nil
    let rank: KeyValue? =
      Bool.random(using: &generator)
      ? .integer(Int64.random(in: -3..<3, using: &generator)) : nil
    let big: KeyValue? =
      Bool.random(using: &generator)
      ? .unsigned(UInt64.random(in: UInt64.max - 5...UInt64.max, using: &generator)) : nil
    return [.integer(id), text, rank, big]
  }

  @Test(
    "Indexes agree with their table after random changes, by programs that know them and by one that does not (CASES 24)",
    arguments: seeds(8))
  func agreement(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.plain)
    let new = try StoreTable(Self.indexed)
    var rows: [Int64: [KeyValue?]] = [:]
    for step in 0..<60 {
      // The indexes come while there are rows.
      let table = step < 15 || Bool.random(using: &generator) ? old : new
      try workspace.performChanges { changes in
        for _ in 0..<10 {
          let id = Int64.random(in: 0..<40, using: &generator)
          let row = randomRow(id, &generator)
          if Int.random(in: 0..<4, using: &generator) == 0 {
            try changes.delete(table.recordType, key: KeyValues(.integer(id)))
            rows[id] = nil
          } else {
            try changes.upsert(table, row)
            rows[id] = row
          }
        }
      }
    }
    try workspace.performChanges { try $0.register(new.recordType) }
    let raw = try folder.raw()
    let indexes = try raw.rows("SELECT number, hex(path) FROM __index ORDER BY path")
    #expect(indexes.map { $0[1] } == ["'0100'", "'0200'", "'0300'"])
    for (column, index) in zip(1..., indexes) {
      let entries = try raw.rows("SELECT * FROM \"Test.Item/#\(index[0])\"")
      #expect(entries.count == rows.count)
      #expect(
        Set(entries) == expected(rows, column: column, default: column == 2 ? "0" : "null"),
        "seed \(seed)")
    }
    #expect(try workspace.check() == [])
  }

  @Test(
    "A unique index on a field with twins is a typed error that names them, and nothing is changed (CASES 17)"
  )
  func twins() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let old = try StoreTable(Self.plain)
    var columns = Self.plain
    columns[1].attributes = ["unique"]
    let new = try StoreTable(columns)
    try workspace.performChanges { changes in
      try changes.insert(old, [.integer(3), .text("a"), nil, nil])
      try changes.insert(old, [.integer(5), nil, nil, nil])
      try changes.insert(old, [.integer(7), .text("a"), nil, nil])
      try changes.insert(old, [.integer(8), nil, nil, nil])
    }
    let raw = try folder.raw()
    let before = try raw.rows("SELECT * FROM sqlite_master")
    let thrown = error { try workspace.performChanges { try $0.register(new.recordType) } }
    #expect(thrown?.code == .notUnique)
    #expect(thrown?.message.contains("rows 3 and 7") == true)
    #expect(thrown?.message.contains("\"a\"") == true)
    #expect(thrown?.field == "text")
    #expect(try raw.rows("SELECT * FROM sqlite_master") == before)
    #expect(try raw.rows("SELECT count(*) FROM __index") == [["0"]])
    #expect(try workspace.allBytes(old).count == 4)
    try workspace.performChanges { changes in
      #expect(try changes.update(old, [.integer(7), .text("b"), nil, nil]))
      try changes.register(new.recordType)
      #expect(
        error { try changes.insert(old, [.integer(9), .text("b"), nil, nil]) }?.code == .notUnique)
    }
    #expect(try workspace.check() == [])
  }

  @Test(
    "An index that becomes unique is made anew, and stays unique for programs that do not ask for it"
  )
  func becomesUnique() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let indexed = try StoreTable(Self.indexed)
    var columns = Self.indexed
    columns[1].attributes = ["unique"]
    let unique = try StoreTable(columns)
    try workspace.performChanges { try $0.insert(indexed, [.integer(1), .text("a"), nil, nil]) }
    try workspace.performChanges { try $0.insert(unique, [.integer(2), .text("b"), nil, nil]) }
    #expect(
      error {
        try workspace.performChanges {
          try $0.insert(indexed, [.integer(3), .text("b"), nil, nil])
        }
      }?
      .code == .notUnique)
    let raw = try folder.raw()
    #expect(
      try raw.rows("SELECT hex(path), is_unique FROM __index ORDER BY path") == [
        ["'0100'", "1"], ["'0200'", "0"], ["'0300'", "0"],
      ])
    #expect(try workspace.check() == [])
  }

  @Test("A damaged record can be replaced or deleted, and its index entries go with it (CASES 20)")
  func damagedRecord() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 1...4 { try changes.insert(StoreItem(id: Int64(id), rank: 5, code: "c\(id)")) }
    }
    try folder.raw().execute(
      "UPDATE \"Stored.StoreItem\" SET p = x'FFFFFFFF00' WHERE rowid IN (2, 3)")
    #expect(error { _ = try workspace.object(StoreItem.self, key: 2) }?.code == .damagedRecord)
    #expect(error { _ = try workspace.object(StoreItem.self, key: 2) }?.rowID == 2)
    #expect(try workspace.object(StoreItem.self, key: 1)?.rank == 5)
    #expect(try workspace.check().map(\.rowID) == [2, 3])
    try workspace.performChanges { changes in
      try changes.update(StoreItem(id: 2, rank: 6, code: "c2"))
      #expect(try changes.delete(StoreItem.self, key: 3))
    }
    #expect(try workspace.object(StoreItem.self, key: 2)?.rank == 6)
    #expect(try workspace.check() == [])
  }

  @Test("check finds an index that lacks a row, one with too many, a wrong key and a damaged log")
  func findings() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 1...4 { try changes.insert(StoreItem(id: Int64(id), rank: 5, code: "c\(id)")) }
      try changes.insert(StoreNote(title: "a"))
    }
    try folder.raw().execute(
      """
      DELETE FROM "Stored.StoreItem/#1" WHERE rowid = 2;
      INSERT INTO "Stored.StoreItem/#2" VALUES (1, 'zzz', 99);
      UPDATE "Stored.StoreNote" SET k0 = 'b';
      UPDATE __commit SET changes = x'81';
      """)
    let findings = try workspace.check()
    #expect(findings.filter { $0.kind == .index && $0.rowID == 2 }.count == 1)
    #expect(findings.filter { $0.kind == .index && $0.rowID == 99 }.count == 1)
    #expect(findings.filter { $0.kind == .key }.map(\.typeName) == ["Stored.StoreNote"])
    #expect(findings.filter { $0.kind == .commitLog }.count == 1)
    #expect(try workspace.check(limit: 2).count == 2)
  }
}
