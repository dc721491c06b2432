import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

/// Catalogs that SQLite reads without a word, and that are not whole.
@Suite struct CatalogDamageTests {
  private let items = (1...3).map {
    StoreItem(id: $0, name: "n\($0)", rank: Int32($0), code: "c\($0)")
  }
  private let notes = ["a", "b"].map { StoreNote(title: $0, text: "of \($0)") }

  private func fill(_ path: String) throws {
    let workspace = try Workspace(path: path)
    try workspace.performChanges { changes in
      for item in items { try changes.insert(item) }
      for note in notes { try changes.insert(note) }
      try changes.dictionary.set(7, for: "k")
    }
    try workspace.performChanges { try $0.dictionary.set(8, for: "k") }
    try workspace.shutdown()
  }

  /// What is read is right or a typed error, and what is written is kept or a typed error.
  private func isRightOrTyped<R: Record>(
    _ workspace: Workspace, _ expected: [R], new: R
  ) -> (reads: Bool, writes: Bool) {
    var reads = false
    do {
      let found = try workspace.fetch(R.all)
      #expect(found == expected)
      #expect(try workspace.count(R.all) == expected.count)
      #expect(try workspace.object(R.self, key: expected[0].id) == expected[0])
      reads = true
    } catch {
      #expect(error.code == .damagedStore, "\(error)")
    }
    do {
      try workspace.performChanges { try $0.insert(new) }
      #expect(reads)
      #expect(try workspace.fetch(R.all).count == expected.count + 1)
      return (reads, true)
    } catch {
      #expect((error as? WorkspaceError)?.code == .damagedStore, "\(error)")
      return (reads, false)
    }
  }

  @Test(
    "A catalog whose rows were lost, or do not fit each other, is a typed error for whom it concerns",
    arguments: [
      ("DELETE FROM __schema WHERE type = 1", false, true),
      ("DELETE FROM __schema WHERE type = 2", true, false),
      ("DELETE FROM __schema", false, false),
      ("UPDATE __schema SET name = 'Stored.Other' WHERE type = 2", true, false),
      ("UPDATE __schema SET former_names = 'Stored.Other' WHERE type = 2", true, false),
      ("UPDATE __schema SET former_names = 'Stored.StoreItem' WHERE type = 2", false, false),
      ("UPDATE __schema SET former_names = 'stored.storenote' WHERE type = 1", false, false),
      ("UPDATE __schema SET type = 5 WHERE type = 1", true, true),
      ("UPDATE __schema SET binary = (SELECT binary FROM __schema WHERE type = 1)", true, false),
      ("UPDATE __index SET type = 9 WHERE number = 1", true, true),
      ("DELETE FROM __index", true, true),
    ])
  func lostRows(_ sql: String, _ readsItems: Bool, _ readsNotes: Bool) throws {
    let folder = try TemporaryFolder()
    try fill(folder.file())
    try folder.raw().execute(sql)
    let workspace = try Workspace(path: folder.file())
    #expect(
      isRightOrTyped(workspace, items, new: StoreItem(id: 9, code: "new")).reads == readsItems)
    #expect(isRightOrTyped(workspace, notes, new: StoreNote(title: "new")).reads == readsNotes)
    #expect(workspace.dictionary["k", Int.self] == 8)
    if !sql.hasPrefix("DELETE FROM __index") {
      let findings = try workspace.check()
      #expect(findings.contains { $0.kind == .catalog }, "\(findings)")
    }
    try workspace.shutdown()
  }

  @Test("Tables of other tools beside those of the store are no damage")
  func otherTables() throws {
    let folder = try TemporaryFolder()
    try fill(folder.file())
    try folder.raw().execute(
      "CREATE TABLE _tool_seq(id INTEGER PRIMARY KEY, seq INTEGER); CREATE VIEW v AS SELECT 1; ANALYZE"
    )
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreNote(title: "c")) }
    #expect(try workspace.fetch(StoreItem.all) == items)
    #expect(try workspace.count(Samples.IntKeyed.all) == 0)
    try workspace.shutdown()
  }

  @Test("A page of the catalog with another page in its place never hides an object")
  func pages() throws {
    let folder = try TemporaryFolder()
    try fill(folder.file())
    let whole = try Data(contentsOf: URL(filePath: folder.file()))
    let size = 4096
    let roots = try folder.raw().rows(
      "SELECT rootpage FROM sqlite_master WHERE tbl_name IN ('__schema', '__index', '__migration')")
    let pages = try roots.map { try #require(Int($0[0])) }
    #expect(pages.count == 5)
    var met = 0
    for target in pages {
      for source in 1...(whole.count / size) where source != target {
        var bytes = whole
        bytes.replaceSubrange(
          (target - 1) * size..<target * size, with: whole[(source - 1) * size..<source * size])
        let path = folder.file("swapped-\(target)-\(source).db")
        try bytes.write(to: URL(filePath: path))
        do {
          let workspace = try Workspace(path: path)
          let first = isRightOrTyped(workspace, items, new: StoreItem(id: 9, code: "new"))
          let second = isRightOrTyped(workspace, notes, new: StoreNote(title: "new"))
          if !first.reads || !second.reads { met += 1 }
          try workspace.shutdown()
        } catch {
          met += 1
          #expect(error is WorkspaceError)
        }
      }
    }
    #expect(met > 10)
  }
}
