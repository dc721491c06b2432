import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

@Suite struct QueryUpdateTests {
  @Test("Keys can move along, each to where another was")
  func shiftedKeys() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(1)...5 { try changes.insert(StoreItem(id: id, rank: Int32(id))) }
    }
    let sink = RecordingSink.install(in: workspace, watching: ["Stored.StoreItem"])
    try workspace.performChanges { changes in
      let count = try changes.update(StoreItem.where { $0.id >= 2 }) { $0.id += 1 }
      #expect(count == 4)
    }
    #expect(try workspace.fetch(StoreItem.all).map(\.id) == [1, 3, 4, 5, 6])
    #expect(try workspace.fetch(StoreItem.all).map(\.rank) == [1, 2, 3, 4, 5])
    guard case .rows(let rows) = try #require(sink.last).types[1] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.map(\.rowID) == [2, 3, 4, 5, 6])
    #expect(rows.map { $0.before == nil } == [false, false, false, false, true])
    #expect(rows.map { $0.after == nil } == [true, false, false, false, false])
    #expect(try workspace.check() == [])
  }

  @Test("Unique values can change places, and objects whose key stays keep their row ids")
  func swappedValues() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(0)..<4 { try changes.insert(StoreItem(id: id, code: "\(id)")) }
      for title in ["a", "b", "c"] { try changes.insert(StoreNote(title: title, text: title)) }
    }
    let raw = try folder.raw()
    let before = try raw.rows("SELECT rowid FROM \"Stored.StoreNote\" WHERE k0 = 'c'")
    try workspace.performChanges { changes in
      try changes.update(StoreItem.all) { $0.code = "\(3 - $0.id)" }
      try changes.update(StoreNote.all) { note in
        switch note.title {
        case "a": note.title = "b"
        case "b": note.title = "a"
        default: note.text = "same key"
        }
      }
    }
    #expect(try workspace.fetch(StoreItem.all).map(\.code) == ["3", "2", "1", "0"])
    #expect(try workspace.object(StoreNote.self, key: "a")?.text == "b")
    #expect(try workspace.object(StoreNote.self, key: "b")?.text == "a")
    #expect(try workspace.object(StoreNote.self, key: "c")?.text == "same key")
    #expect(try raw.rows("SELECT rowid FROM \"Stored.StoreNote\" WHERE k0 = 'c'") == before)
    #expect(try workspace.check() == [])
  }

  @Test("Where one of them can't be changed, none is, and the transaction goes on")
  func allOrNothing() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(0)..<6 { try changes.insert(StoreItem(id: id, code: "\(id)")) }
    }
    try workspace.performChanges { (changes: inout Transaction) throws in
      let some = StoreItem.where { $0.id < 4 }
      #expect(
        error { try changes.update(some) { $0.id += 2 } }?.code == .keyExists)
      #expect(
        error { try changes.update(some) { $0.code = $0.id == 3 ? "5" : "x\($0.id)" } }?.code
          == .notUnique)
      #expect(throws: Stop.self) {
        try changes.update(some) { item in
          if item.id == 3 { throw Stop() }
          item.rank = 9
        }
      }
      #expect(try changes.fetch(StoreItem.all).map(\.code) == (0..<6).map { "\($0)" })
      try changes.insert(StoreItem(id: 9))
    }
    #expect(try workspace.count(StoreItem.where { $0.rank == 9 }) == 0)
    #expect(try workspace.count(StoreItem.all) == 7)
    #expect(try workspace.check() == [])
  }

  @Test(
    "What == does not see is written all the same: spellings, the sign of zero; NaN is no change")
  func bytesCount() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      try changes.insert(StoreNote(title: "a", text: "\u{e9}"))
      try changes.insert(StoreItem(id: 1, name: "\u{e9}", ratio: 0))
      try changes.insert(StoreItem(id: 2, ratio: .nan))
    }
    let counts = try workspace.performChanges { changes in
      [
        try changes.update(StoreNote.all) { $0.text = "e\u{301}" },
        try changes.update(StoreNote.all) { $0.text = "e\u{301}" },
        try changes.update(StoreItem.where { $0.id == 1 }) { $0.name = "e\u{301}" },
        try changes.update(StoreItem.where { $0.id == 1 }) { $0.ratio = -0.0 },
        try changes.update(StoreItem.all) { $0.ratio = $0.ratio },
      ]
    }
    #expect(counts == [1, 0, 1, 1, 0])
    let note = try #require(try workspace.object(StoreNote.self, key: "a"))
    #expect(note.text.map { Array($0.utf8) } == Array("e\u{301}".utf8))
    let item = try #require(try workspace.object(StoreItem.self, key: 1))
    #expect(item.name.map { Array($0.utf8) } == Array("e\u{301}".utf8))
    #expect(item.ratio?.sign == .minus)
    #expect(try workspace.check() == [])
  }

  @Test(
    "A key that is spelt in another way is another key: observers see a delete and an insert",
    arguments: [false, true])
  func respeltKeys(hasUniqueField: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(
      in: workspace, watching: ["Stored.StoreNote", "Samples.KitchenSink"])
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    try workspace.performChanges { changes in
      try changes.insert(StoreNote(title: composed, text: "t"))
      try changes.insert(Samples.KitchenSink(id: composed, serial: 5))
    }
    let before = try #require(sink.last)
    try workspace.performChanges { (changes: inout Transaction) throws in
      let count =
        if hasUniqueField {
          try changes.update(Samples.KitchenSink.all) {
            $0.id = decomposed; $0.score = 1
          }
        } else {
          try changes.update(StoreNote.all) {
            $0.title = decomposed; $0.text = "other"
          }
        }
      #expect(count == 1)
    }
    let after = try #require(sink.last)
    let type: Int64 = hasUniqueField ? 2 : 1
    guard case .rows(let inserted) = before.types[type], case .rows(let rows) = after.types[type]
    else {
      Issue.record("no rows")
      return
    }
    #expect(rows.count == 2)
    #expect(rows.first?.rowID == inserted.first?.rowID)
    #expect(rows.first?.after == nil && rows.last?.before == nil)
    if hasUniqueField {
      #expect(try workspace.object(Samples.KitchenSink.self, key: decomposed)?.score == 1)
      #expect(try workspace.object(Samples.KitchenSink.self, key: composed) == nil)
    } else {
      #expect(try workspace.object(StoreNote.self, key: decomposed)?.text == "other")
      #expect(try workspace.object(StoreNote.self, key: composed) == nil)
      try workspace.performChanges { (changes: inout Transaction) throws in
        // The other way to change a key, back again.
        let stored = try #require(try changes.object(StoreNote.self, key: decomposed))
        try changes.update(stored, to: StoreNote(title: composed, text: "back"))
      }
      #expect(try workspace.keys(StoreNote.all).map { Array($0.utf8) } == [Array(composed.utf8)])
    }
    #expect(try workspace.check() == [])
  }
}
