import Foundation
@testable import Migrations
import TestSupport
import Testing

@testable import WorkspaceStore

/// Stores as versions of this library wrote them: `format-N.db` has the format with number N.
///
/// A format is fixed when it is released, and so is its file here. It was made with `workspace-cli load` and `set`;
/// `format-N-log.db` was copied while it was open, and has its last commit in the `-wal` beside it.
@Suite struct FixtureTests {
  /// A copy of a store that may be changed.
  private func open(
    _ name: String, in folder: TemporaryFolder, isReadOnly: Bool = false
  ) throws -> Workspace {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "db"))
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + suffix) {
      try FileManager.default.copyItem(
        atPath: url.path + suffix, toPath: folder.file() + suffix)
    }
    return try Workspace(
      path: folder.file(), configuration: Configuration(isReadOnly: isReadOnly))
  }

  @Test(
    "A store of every past format opens, for reading and for writing, and holds what it held",
    arguments: ["format-1", "format-1-log"], [true, false])
  func opens(_ name: String, isReadOnly: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace = try open(name, in: folder, isReadOnly: isReadOnly)
    #expect(try workspace.check() == [])
    let items = try workspace.fetch(StoreItem.order { $0.id.ascending })
    #expect(items.map(\.id) == [-2, 1, 4, .max])
    #expect(items.map(\.name) == ["minus two", "one", nil, "a\0b"])
    #expect(items.map(\.rank) == [-7, 5, 0, 5])
    #expect(items.map(\.code) == ["b", "a", nil, nil])
    #expect(items.map { "\($0.ratio ?? -1)" } == ["-1.0", "0.5", "inf", "nan"])
    #expect(try workspace.count(StoreItem.where { $0.rank == 5 }) == 2)
    #expect(try workspace.count(StoreNote.all) == 4)
    #expect(try workspace.object(StoreNote.self, key: "e\u{301}")?.text == "two scalars")
    #expect(try workspace.object(StoreNote.self, key: "\u{E9}")?.text == "one scalar")
    #expect(workspace.dictionary["integer", Int.self] == 7)
    #expect(workspace.dictionary["text", String.self] == "seven")
    #expect(workspace.dictionary["real", Double.self] == 7.5)
    #expect(workspace.dictionary.namespace("other")["flag", Bool.self] == true)
    try workspace.shutdown()
  }

  @Test(
    "A store of every past format can be written to", arguments: ["format-1", "format-1-log"])
  func writes(_ name: String) throws {
    let folder = try TemporaryFolder()
    let workspace = try open(name, in: folder)
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 5, rank: 5, code: "c"))
      try changes.insert(StoreNote(title: "new"))
      try changes.delete(StoreNote.self, key: "")
      try changes.dictionary.set(8, for: "integer")
    }
    #expect(
      error { try workspace.performChanges { try $0.insert(StoreItem(id: 6, code: "a")) } }?.code
        == .notUnique)
    // Numbers of indexes that were given before there was a counter for them are not given again.
    try workspace.performChanges { changes in
      let type = try #require(changes.core.connection.catalog.type(for: StoreItem.recordType))
      for index in type.indexes {
        _ = try changes.core.dropIndex(of: StoreItem.recordType, path: index.path)
      }
    }
    try workspace.shutdown()
    let reopened = try Workspace(path: folder.file(), records: [StoreItem.self])
    try reopened.finishIndexes()
    let numbers = try folder.raw().rows("SELECT number FROM __index").compactMap { Int($0[0]) }
    #expect(numbers.count == 3 && numbers.allSatisfy { $0 > 3 })
    #expect(try reopened.check() == [])
    #expect(try reopened.count(StoreItem.where { $0.rank == 5 }) == 3)
  }

  @Test("Comments and spacing of a format's script may change, its words may not")
  func checksums() throws {
    let first = try #require(Migration.all.first)
    // The first line is a comment.
    let code = String(decoding: first.script, as: UTF8.self).drop { $0 != "\n" }
    let text =
      "-- Another comment.\n" + code.split(separator: ", ").joined(separator: ",  -- why\n   ")
    let spaced = Migration(
      number: 1, name: "catalog", script: Array(text.utf8), formerChecksums: [])
    #expect(spaced.checksum == first.checksum)
    let changed = Migration(
      number: 1, name: "catalog", script: first.script + Array(" CREATE TABLE x(y);".utf8),
      formerChecksums: [])
    #expect(!first.matches(changed.checksum))
    // What was recorded in stores out there: whoever changes this breaks them.
    #expect(first.checksum == [0xD4, 0x68, 0xDE, 0xE9, 0xCE, 0xE7, 0x55, 0xE6])
  }
}
