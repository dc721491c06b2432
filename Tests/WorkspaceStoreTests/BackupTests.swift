import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

@Suite struct BackupTests {
  @Test("A copy that is made while others write is one commit of the store, and whole")
  func whileWriting() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(0)..<4000 {
        try changes.insert(
          StoreItem(id: id, name: String(repeating: "n", count: 700), code: "c\(id)"))
      }
      try changes.dictionary.set(0, for: "round")
    }
    var round = 0
    try workspace.backup(to: folder.file("copy.db")) { progress in
      #expect(progress.pages <= progress.totalPages)
      // A commit between any two steps of the copy.
      round += 1
      try workspace.performChanges { changes in
        try changes.update(StoreItem(id: Int64(round), name: "new", code: "c\(round)"))
        try changes.dictionary.set(round, for: "round")
      }
    }
    #expect(round > 1)
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy.db"])
    let copy = try Workspace(path: folder.file("copy.db"))
    #expect(try copy.check() == [])
    #expect(try copy.count(StoreItem.all) == 4000)
    #expect(try copy.count(StoreItem.where { $0.name == "new" }) == 0)
    #expect(copy.dictionary["round", Int.self] == 0)
    #expect(workspace.dictionary["round", Int.self] == round)
    try copy.performChanges { try $0.delete(StoreItem.self, key: 7) }
    #expect(try workspace.object(StoreItem.self, key: 7) != nil)
  }

  @Test("A suspension ends a copy, which leaves nothing; the end of a copy is reported")
  func suspended() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(0)..<4000 {
        try changes.insert(StoreItem(id: id, name: String(repeating: "n", count: 700)))
      }
    }
    let isOver = DispatchSemaphore(value: 0)
    var calls = 0
    let thrown = error {
      try workspace.backup(to: folder.file("copy.db")) { _ in
        calls += 1
        DispatchQueue.global().async {
          #expect(error { try workspace.suspend() } == nil)
          // Neither the draft nor its lock is there any more.
          let names = try? folder.names().filter { $0.hasPrefix("copy") }
          #expect(names == [] && (try? folder.openDescriptors()) == 0)
          isOver.signal()
        }
        while !workspace.writer.isSuspended.withLock({ $0 }) {}
      }
    }
    isOver.wait()
    #expect(thrown?.code == .suspended)
    #expect(calls == 1)
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == [])
    // While it is suspended none is made.
    #expect(error { try workspace.backup(to: folder.file("copy.db")) }?.code == .suspended)
    try workspace.resume()
    var last: BackupProgress?
    try workspace.backup(to: folder.file("copy.db")) { last = $0 }
    #expect(last.map { $0.pages == $0.totalPages } == true)
  }

  @Test("A file that is there is not replaced; a copy that fails leaves nothing")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let exists = error { try workspace.backup(to: folder.file()) }
    #expect(exists?.code == .fileExists)
    #expect(exists?.path == folder.file())
    #expect(
      error { try workspace.backup(to: folder.file("none/copy.db")) }?.code == .missingFile)
    try workspace.performChanges { changes in
      for id in Int64(0)..<3000 {
        try changes.insert(StoreItem(id: id, name: String(repeating: "n", count: 700)))
      }
    }
    #expect(throws: Stop.self) {
      try workspace.backup(to: folder.file("copy.db")) { _ in throw Stop() }
    }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == [])
  }

  @Test("A store in memory can be kept as a file, and is written to meanwhile")
  func fromMemory() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { try $0.insert(StoreItem(id: 1, name: "kept")) }
    var calls = 0
    try workspace.backup(to: folder.file()) { _ in
      calls += 1
      try workspace.performChanges { try $0.insert(StoreItem(id: 2, name: "later")) }
    }
    #expect(calls == 1)
    let kept = try Workspace(path: folder.file())
    #expect(try kept.object(StoreItem.self, key: 1)?.name == "kept")
    #expect(try kept.count(StoreItem.all) == 1)
    #expect(try kept.check() == [])
    #expect(try workspace.count(StoreItem.all) == 2)
    try workspace.performChanges { _ in
      #expect(
        error { try workspace.backup(to: folder.file("no.db")) }?.code == .nestedTransaction)
    }
    #expect(try folder.names().filter { $0.hasPrefix("no") } == [])
  }

  @Test(
    "Without a rename that replaces nothing a copy is made as well, nothing is replaced, and nothing is left"
  )
  func withoutLinks() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreItem(id: 1, name: "kept")) }
    try workspace.backup(to: folder.file("copy.db"), canRename: false)
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy.db"])
    let copy = try Workspace(
      path: folder.file("copy.db"), configuration: Configuration(isReadOnly: true))
    #expect(try copy.object(StoreItem.self, key: 1)?.name == "kept")
    for canRename in [true, false] {
      // Somebody takes the place while the copy is made.
      let thrown = error {
        try workspace.backup(to: folder.file("taken.db"), canRename: canRename) { _ in
          try Data("theirs".utf8).write(to: URL(filePath: folder.file("taken.db")))
        }
      }
      #expect(thrown?.code == .fileExists)
      #expect(thrown?.path == folder.file("taken.db"))
      #expect(try folder.names().filter { $0.hasPrefix("taken") } == ["taken.db"])
      #expect(
        try Data(contentsOf: URL(filePath: folder.file("taken.db"))) == Data("theirs".utf8))
      try FileManager.default.removeItem(atPath: folder.file("taken.db"))
    }
  }

  @Test(
    "A log without its database keeps a new file away; a draft that is not whole is not put in place",
    arguments: ["-wal", "-journal"])
  func logs(suffix: String) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let stale = URL(filePath: folder.file("copy.db") + suffix)
    try Data("stale".utf8).write(to: stale)
    let thrown = error { try workspace.backup(to: folder.file("copy.db")) }
    #expect(thrown?.code == .fileExists)
    #expect(thrown?.message.contains("copy.db" + suffix) == true)
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy.db" + suffix])
    try FileManager.default.removeItem(at: stale)
    let half = error {
      try NewFile.make(at: folder.file("half.db")) { draft in
        for name in [draft, draft + suffix] { try Data("x".utf8).write(to: URL(filePath: name)) }
      }
    }
    #expect(half?.code == .inputOutput)
    #expect(half?.path == folder.file("half.db"))
    #expect(try folder.names().filter { $0.hasPrefix("half") } == [])
    try workspace.backup(to: folder.file("copy.db"))
  }

  @Test("A compacted store is smaller and holds the same, and live results go on")
  func compacting() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in Int64(0)..<3000 {
        try changes.insert(StoreItem(id: id, name: String(repeating: "n", count: 700)))
        try changes.insert(StoreNote(title: "\(id)"))
      }
    }
    try workspace.performChanges { changes in
      try changes.delete(StoreItem.where { $0.id >= 10 })
      for id in 10..<3000 { try changes.delete(StoreNote.self, key: "\(id)") }
    }
    let raw = try folder.raw()
    let rows = try raw.rows("SELECT rowid, k0 FROM \"Stored.StoreNote\"")
    let before = try workspace.statistics()
    #expect(before.freeByteCount > 1 << 20)
    try workspace.compact()
    let after = try workspace.statistics()
    #expect(after.freeByteCount == 0)
    #expect(after.byteCount < before.byteCount / 4)
    #expect(after.logByteCount == 0)
    #expect(after.commit == before.commit)
    #expect(try raw.rows("SELECT rowid, k0 FROM \"Stored.StoreNote\"") == rows)
    #expect(try workspace.check() == [])
    try workspace.performChanges { changes in
      #expect(error { try workspace.compact() }?.code == .nestedTransaction)
      try changes.insert(StoreNote(title: "later"))
    }
    #expect(try workspace.count(StoreNote.all) == 11)
  }
}
