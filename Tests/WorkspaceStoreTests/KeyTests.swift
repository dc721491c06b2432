import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct KeyTests {
  struct KeyCase: Sendable, CustomTestStringConvertible {
    let base: Schema.BaseType
    let values: [KeyValue]
    /// The values in order of the row id or the key column.
    var isRowID = true
    var testDescription: String { "\(base)" }
  }

  static let cases: [KeyCase] = [
    KeyCase(base: .int8, values: [.integer(-128), .integer(0), .integer(127)]),
    KeyCase(base: .uint8, values: [.integer(0), .integer(255)]),
    KeyCase(base: .int16, values: [.integer(-32768), .integer(32767)]),
    KeyCase(base: .uint16, values: [.integer(0), .integer(65535)]),
    KeyCase(base: .int32, values: [.integer(-2_147_483_648), .integer(2_147_483_647)]),
    KeyCase(base: .uint32, values: [.integer(0), .integer(4_294_967_295)]),
    KeyCase(base: .int64, values: [.integer(.min), .integer(-1), .integer(0), .integer(.max)]),
    KeyCase(
      base: .uint64,
      values: [.unsigned(0), .unsigned(1 << 63 - 1), .unsigned(1 << 63), .unsigned(.max)]),
    KeyCase(base: .bool, values: [.bool(false), .bool(true)], isRowID: false),
    KeyCase(
      base: .float32,
      values: [.real(-.infinity), .real(-1.5), .real(0), .real(1.5), .real(.infinity)],
      isRowID: false),
    KeyCase(
      base: .float64,
      values: [
        .real(-.infinity), .real(-1e300), .real(0), .real(.leastNonzeroMagnitude), .real(1e300),
        .real(.infinity),
      ], isRowID: false),
    KeyCase(
      base: .string,
      values: [
        .text(""), .text("\0"), .text("a"), .text("a\0b"), .text("a\0c"), .text("e\u{301}"),
        .text("\u{E9}"), .text("\u{FFFF}"), .text("\u{1F600}"),
      ], isRowID: false),
  ]

  @Test(
    "Keys of each type are found, ordered, updated and deleted on their own (CASES 13, 14)",
    arguments: cases)
  func keys(_ test: KeyCase) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let table = try StoreTable([
      .init(name: "key", base: test.base, attributes: ["primary"]),
      .init(name: "text", base: .string),
    ])
    try workspace.performChanges { changes in
      for (number, key) in test.values.enumerated().reversed() {
        try changes.insert(table, [key, .text("\(number)")])
      }
    }
    for (number, key) in test.values.enumerated() {
      #expect(try workspace.bytes(table, KeyValues(key)) == table.bytes([key, .text("\(number)")]))
      let twice = error { try workspace.performChanges { try $0.insert(table, [key, nil]) } }
      #expect(twice?.code == .keyExists)
      #expect(twice?.key == key.description)
    }
    let raw = try folder.raw()
    let order = test.isRowID ? "rowid" : "k0"
    #expect(
      try raw.rows("SELECT hex(p) FROM \"Test.Item\" ORDER BY \(order)").map { $0[0] }
        == test.values.enumerated().map { number, key in
          "'\(table.bytes([key, .text("\(number)")]).map { byte in let hex = String(byte, radix: 16, uppercase: true); return byte < 16 ? "0" + hex : hex }.joined())'"
        })
    #expect(
      try raw.rows("SELECT count(*) FROM sqlite_master WHERE sql LIKE '%k0%'") == [
        [test.isRowID ? "0" : "1"]
      ])
    #expect(try workspace.check() == [])
    for (number, key) in test.values.enumerated() {
      try workspace.performChanges { (changes: inout Transaction) throws in
        #expect(try changes.update(table, [key, .text("new")]))
        #expect(try changes.bytes(table, KeyValues(key)) == table.bytes([key, .text("new")]))
        #expect(try changes.delete(table.recordType, key: KeyValues(key)))
        #expect(try !changes.delete(table.recordType, key: KeyValues(key)))
      }
      #expect(try workspace.allBytes(table).count == test.values.count - number - 1)
    }
  }

  @Test("-0.0 and 0.0 are one key; NaN and null are none")
  func specialKeys() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let table = try StoreTable([
      .init(name: "key", base: .float64, attributes: ["primary"]), .init(name: "n", base: .int32),
    ])
    let strings = try StoreTable(
      [.init(name: "key", base: .string, attributes: ["primary"]), .init(name: "n", base: .int32)],
      name: "Test.Strings")
    try workspace.performChanges { changes in
      try changes.insert(table, [.real(-0.0), .integer(1)])
      #expect(error { try changes.insert(table, [.real(0), .integer(2)]) }?.code == .keyExists)
      #expect(try changes.update(table, [.real(0), .integer(3)]))
      #expect(error { try changes.insert(table, [.real(.nan), nil]) }?.code == .invalidKey)
      #expect(error { try changes.insert(strings, [nil, nil]) }?.code == .invalidKey)
      #expect(error { _ = try changes.bytes(table, KeyValues(.real(.nan))) }?.code == .invalidKey)
      #expect(error { _ = try changes.bytes(table, KeyValues(.text("a"))) }?.code == .invalidKey)
    }
    #expect(
      try workspace.bytes(table, KeyValues(.real(-0.0))) == table.bytes([.real(0), .integer(3)]))
    #expect(try workspace.allBytes(table).count == 1)
    #expect(try workspace.allBytes(strings).isEmpty)
    #expect(try workspace.check() == [])
  }

  @Test("Composite keys are compared part by part, in order of declaration")
  func compositeKeys() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let table = try StoreTable([
      .init(name: "a", base: .string, attributes: ["primary"]),
      .init(name: "x", base: .int32),
      .init(name: "b", base: .uint64, attributes: ["primary"]),
    ])
    let keys = [
      KeyValues(.text("a"), [.unsigned(1)]), KeyValues(.text("a"), [.unsigned(.max)]),
      KeyValues(.text("a\0"), [.unsigned(1)]), KeyValues(.text(""), [.unsigned(0)]),
    ]
    try workspace.performChanges { changes in
      for key in keys { try changes.insert(table, [key[0], .integer(1), key[1]]) }
      for key in keys {
        #expect(
          error { try changes.insert(table, [key[0], .integer(2), key[1]]) }?.code == .keyExists)
      }
    }
    for key in keys {
      #expect(try workspace.bytes(table, key) == table.bytes([key[0], .integer(1), key[1]]))
    }
    #expect(error { _ = try workspace.bytes(table, KeyValues(.text("a"))) }?.code == .invalidKey)
    let raw = try folder.raw()
    #expect(
      try raw.rows("SELECT k0, k1 FROM \"Test.Item\" ORDER BY rowid LIMIT 2")
        == [["'a'", "\(Int64.min + 1)"], ["'a'", "\(Int64.max)"]])
    let isDeleted = try workspace.performChanges { try $0.delete(table.recordType, key: keys[1]) }
    #expect(isDeleted)
    #expect(try workspace.allBytes(table).count == 3)
    #expect(try workspace.check() == [])
  }

  @Test(
    "A change of key is a delete and an insert, with a new row id; an existing key changes nothing (CASES 15)"
  )
  func changedKeys() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(
      in: workspace, watching: ["Stored.StoreNote", "Stored.StoreItem"])
    let old = StoreNote(title: "old", text: "1")
    try workspace.performChanges { changes in
      try changes.insert(old)
      try changes.insert(StoreNote(title: "other"))
      try changes.insert(StoreItem(id: 1, code: "a"))
      try changes.insert(StoreItem(id: 2, code: "b"))
    }
    try workspace.performChanges { changes in
      #expect(
        error { try changes.update(old, to: StoreNote(title: "other", text: "2")) }?.code
          == .keyExists)
      #expect(
        error { try changes.update(StoreItem(id: 1), to: StoreItem(id: 2)) }?.code == .keyExists)
      #expect(
        error { try changes.update(StoreItem(id: 1), to: StoreItem(id: 3, code: "b")) }?.code
          == .notUnique)
      #expect(error { try changes.update(StoreItem(id: 1, code: "b")) }?.code == .notUnique)
      #expect(
        error { try changes.update(StoreItem(id: 9), to: StoreItem(id: 10)) }?.code == .notFound)
    }
    #expect(sink.sets.withLock { $0.count } == 1)
    #expect(try workspace.object(StoreNote.self, key: "old") == old)
    #expect(try workspace.object(StoreItem.self, key: 1)?.code == "a")
    try workspace.performChanges { changes in
      try changes.update(old, to: StoreNote(title: "new", text: "2"))
      try changes.update(StoreItem(id: 1), to: StoreItem(id: 3, code: "a"))
    }
    let set = try #require(sink.last)
    guard case .rows(let items) = set.types[2], case .rows(let notes) = set.types[1] else {
      Issue.record("no rows in \(set)")
      return
    }
    #expect(items.map(\.rowID) == [1, 3])
    #expect(items.map { $0.before == nil } == [false, true])
    #expect(items.map { $0.after == nil } == [true, false])
    #expect(notes.map { $0.rowID > 1 } == [false, true])
    #expect(try workspace.object(StoreNote.self, key: "old") == nil)
    #expect(try workspace.check() == [])
  }
}
