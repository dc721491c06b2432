import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct HardLinkTests {
  private let folder: TemporaryFolder
  private let reading = Configuration(isReadOnly: true)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func link(_ name: String, to target: String = "test.db") throws {
    try #require(unsafe Glibc.link(folder.file(target), folder.file(name)) == 0)
  }

  @Test("A file with several names is refused for writing under each, and read under each")
  func refused() throws {
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreNote(title: "a")) }
    try workspace.shutdown()
    try link("second.db")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("third.db"), withDestinationPath: "second.db")
    let bytes = try Data(contentsOf: URL(filePath: folder.file()))
    for name in ["test.db", "second.db", "third.db"] {
      let thrown = error { _ = try Workspace(path: folder.file(name)) }
      #expect(thrown?.code == .hardLinked)
      #expect(thrown?.path == folder.file(name == "third.db" ? "second.db" : name))
      #expect(thrown?.message.contains("2 names") == true && thrown?.remedy != nil)
      let reader = try Workspace(path: folder.file(name), configuration: reading)
      #expect(try reader.count(StoreNote.all) == 1)
      try reader.shutdown()
    }
    #expect(try folder.names() == ["second.db", "test.db", "third.db"])
    #expect(try Data(contentsOf: URL(filePath: folder.file())) == bytes)
    // A copy is a file of its own, and so is the file once its other name is gone.
    try FileManager.default.copyItem(
      atPath: folder.file("second.db"), toPath: folder.file("copy.db"))
    try Workspace(path: folder.file("copy.db")).shutdown()
    try FileManager.default.removeItem(atPath: folder.file("test.db"))
    let again = try Workspace(path: folder.file("second.db"))
    #expect(try again.count(StoreNote.all) == 1)
    try again.shutdown()
  }

  @Test("A store in use that gets a second name goes on, and nobody writes under the other")
  func inUse() throws {
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { try $0.insert(StoreNote(title: "a")) }
    try link("second.db")
    #expect(error { _ = try Workspace(path: folder.file("second.db")) }?.code == .hardLinked)
    try workspace.performChanges { try $0.insert(StoreNote(title: "b")) }
    #expect(try workspace.count(StoreNote.all) == 2)
    try FileManager.default.removeItem(atPath: folder.file("second.db"))
    let other = try Workspace(path: folder.file())
    #expect(try other.count(StoreNote.all) == 2)
    #expect(try other.check() == [])
    try other.shutdown()
    try workspace.shutdown()
  }

  @Test("A backup has one name, however it got it", arguments: [true, false])
  func backup(canRename: Bool) throws {
    let workspace = try Workspace(path: folder.file(), records: [StoreNote.self])
    try workspace.backup(to: folder.file("copy.db"), canRename: canRename)
    var facts = stat()
    #expect(unsafe stat(folder.file("copy.db"), &facts) == 0 && facts.st_nlink == 1)
    try Workspace(path: folder.file("copy.db")).shutdown()
    try workspace.shutdown()
  }
}
