import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct DraftTests {
  private func leave(_ name: String, in folder: TemporaryFolder, files: [String]) throws -> String {
    let path = folder.file(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for file in files { try Data("x".utf8).write(to: URL(filePath: "\(path)/\(file)")) }
    return path
  }

  @Test("What a killed maker has left is removed by the next one, also where that one fails")
  func leftovers() throws {
    for fails in [false, true] {
      let folder = try TemporaryFolder()
      let workspace = try Workspace(path: folder.file(), records: [StoreNote.self])
      for number in 0..<3 {
        _ = try leave(
          "copy.db.partial-\(number)", in: folder,
          files: Array(["draft", "draft-journal", "draft-wal", "draft-shm"].prefix(number + 1)))
      }
      _ = try leave("copy.db.partial-empty", in: folder, files: [])
      let thrown = error {
        try workspace.backup(to: folder.file("copy.db")) { _ in
          if fails { throw CancellationError() }
        }
      }
      #expect(thrown == nil)
      #expect(
        try folder.names().filter { $0.hasPrefix("copy") } == (fails ? [] : ["copy.db"]))
      try workspace.shutdown()
    }
  }

  @Test("Drafts of makers that live, of other files, and what is no draft, are left alone")
  func others() throws {
    let folder = try TemporaryFolder()
    let foreign = try leave("copy.db.partial-mine", in: folder, files: ["draft", "letter"])
    let other = try leave("copy.db2.partial-1", in: folder, files: ["draft"])
    try Data("x".utf8).write(to: URL(filePath: folder.file("copy.db.partial-file")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("copy.db.partial-link"), withDestinationPath: other)
    let path = folder.file("copy.db")
    let outcome = error {
      try NewFile.make(at: path) { outer in
        try Data("outer".utf8).write(to: URL(filePath: outer))
        try NewFile.make(at: path) { inner in
          #expect(inner != outer)
          try Data("inner".utf8).write(to: URL(filePath: inner))
        }
        #expect(FileManager.default.fileExists(atPath: outer))
      }
    }
    // The inner one was first.
    #expect(outcome?.code == .fileExists)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "inner")
    #expect(FileManager.default.fileExists(atPath: "\(foreign)/letter"))
    #expect(FileManager.default.fileExists(atPath: "\(other)/draft"))
    #expect(
      try folder.names() == [
        "copy.db", "copy.db.partial-file", "copy.db.partial-link", "copy.db.partial-mine",
        "copy.db2.partial-1",
      ])
  }

  @Test("Where no draft can be made, the error says why and names the path that was given")
  func refused() throws {
    let folder = try TemporaryFolder()
    let missing = error { try NewFile.make(at: folder.file("no/copy.db")) { _ in } }
    #expect(missing?.code == .missingFile)
    #expect(missing?.path == folder.file("no/copy.db"))
    try Data("x".utf8).write(to: URL(filePath: folder.file("file")))
    let inFile = error { try NewFile.make(at: folder.file("file/copy.db")) { _ in } }
    #expect(inFile?.code == .missingFile)
    let long = String(repeating: "n", count: 300)
    let tooLong = error { try NewFile.make(at: folder.file(long)) { _ in } }
    #expect(tooLong?.code == .cannotOpen)
    #expect(tooLong?.path == folder.file(long))
    #expect(try folder.names() == ["file"])
  }
}
