import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SymbolicLinkTests {
  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private let reading = Configuration(isReadOnly: true)

  @Test("A store behind links is read and written as one, also what is only in its log")
  func throughLinks() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("other"), withIntermediateDirectories: false)
    try link(folder.file("other/first"), to: "../test.db")
    try link(folder.file("other/second"), to: folder.file("other/first"))
    try link(folder.file("folder"), to: "other")
    let paths = ["test.db", "other/first", "other/second", "folder/second"].map(folder.file)
    let workspace = try Workspace(path: paths[2])
    try workspace.performChanges { try $0.insert(StoreNote(title: "a")) }
    // A writer is there, and then one that was killed.
    for path in paths {
      let reader = try Workspace(path: path, configuration: reading)
      #expect(try reader.count(StoreNote.all) == 1, "\(path)")
      try reader.shutdown()
      let writer = try Workspace(path: path)
      try writer.performChanges { try $0.upsert(StoreNote(title: "a", text: path)) }
      try writer.shutdown()
      #expect(try workspace.object(StoreNote.self, key: "a")?.text == path)
    }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
    }
    try link(folder.file("other/left"), to: "../left.db")
    let left = try Workspace(path: folder.file("other/left"), configuration: reading)
    #expect(try left.object(StoreNote.self, key: "a")?.text == paths[3])
    try left.shutdown()
    try workspace.shutdown()
    #expect(
      try folder.names() == ["folder", "left.db", "left.db-wal", "other", "test.db"])
  }

  @Test("A link that leads nowhere is a path without a file; links in a circle are a typed error")
  func nowhere() throws {
    let folder = try TemporaryFolder()
    try link(folder.file("link"), to: "test.db")
    #expect(
      error { _ = try Workspace(path: folder.file("link"), configuration: reading) }?.code
        == .missingFile)
    let workspace = try Workspace(path: folder.file("link"))
    #expect(workspace.path == folder.file())
    try workspace.performChanges { try $0.insert(StoreNote(title: "a")) }
    try workspace.shutdown()
    #expect(try folder.names() == ["link", "test.db"])
    try link(folder.file("round"), to: "circle")
    try link(folder.file("circle"), to: "round")
    for isReadOnly in [true, false] {
      let thrown = error {
        _ = try Workspace(
          path: folder.file("round"), configuration: Configuration(isReadOnly: isReadOnly))
      }
      #expect(thrown?.code == .cannotOpen)
      #expect(thrown?.remedy != nil)
    }
  }
}
