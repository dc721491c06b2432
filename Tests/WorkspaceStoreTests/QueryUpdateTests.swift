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
}
