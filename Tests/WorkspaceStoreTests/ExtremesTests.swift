import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

private struct Tree: Codable, Sendable, Equatable {
  var children: [Tree] = []
}

@Suite struct ExtremesTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(path: folder.file(), records: [StoreNote.self])
  }

  @Test(
    "Keys and values of hundreds of kilobytes, empty ones, and ones with NUL are stored, found and deleted"
  )
  func sizes() throws {
    let long = String(repeating: "k\0\u{E9}", count: 1 << 16)
    let keys = ["", "\0", "\0\0", long, long + "\0", "'\"; DROP TABLE x --", "\u{FEFF}", "%"]
    try workspace.performChanges { changes in
      for (number, key) in keys.enumerated() {
        try changes.insert(StoreNote(title: key, text: "\(number)" + long))
        let dictionary = changes.dictionary.namespace(key)
        try dictionary.set(number, for: key)
        try dictionary.set([UInt8](repeating: 7, count: 1 << 18), for: key + "bytes")
      }
    }
    try workspace.shutdown()
    let again = try Workspace(path: folder.file())
    #expect(try again.check() == [])
    for (number, key) in keys.enumerated() {
      #expect(try again.object(StoreNote.self, key: key)?.text == "\(number)" + long)
      #expect(try again.fetch(StoreNote.where { $0.title == key }).count == 1)
      let dictionary = again.dictionary.namespace(key)
      #expect(try dictionary.value(key, as: Int.self) == number)
      #expect(try dictionary.value(key + "bytes", as: [UInt8].self)?.count == 1 << 18)
      #expect(try dictionary.keys().count == 2)
      let isDeleted = try again.performChanges { try $0.delete(StoreNote.self, key: key) }
      #expect(isDeleted)
    }
    #expect(try again.count(StoreNote.all) == 0)
  }

  @Test("Thirty-two readers at a time each see a commit whole, and leave no descriptor")
  func manyReaders() throws {
    let workspace = workspace
    try workspace.performChanges { changes in
      for number in 0..<20 { try changes.insert(StoreNote(title: "\(number)", text: "0")) }
    }
    let (ready, faults) = (DispatchGroup(), Locked<[String]>([]))
    let (all, writes) = (DispatchGroup(), DispatchSemaphore(value: 0))
    for _ in 0..<32 {
      ready.enter()
      all.enter()
      Thread.detachNewThread {
        do {
          let snapshot = try workspace.snapshot()
          ready.leave()
          writes.wait()
          let texts = try Set(snapshot.fetch(StoreNote.all).map(\.text))
          if texts != ["0"] { faults.withLock { $0.append("\(texts)") } }
          snapshot.end()
          if try Set(workspace.fetch(StoreNote.all).map(\.text)).count != 1 {
            faults.withLock { $0.append("half a commit") }
          }
        } catch {
          faults.withLock { $0.append("\(error)") }
        }
        all.leave()
      }
    }
    ready.wait()
    for round in 1...10 {
      try workspace.performChanges { try $0.update(StoreNote.all) { $0.text = "\(round)" } }
    }
    for _ in 0..<32 { writes.signal() }
    all.wait()
    #expect(faults.withLock { $0 } == [])
    try workspace.shutdown()
    #expect(try folder.openDescriptors() == 0)
  }

  @Test("Stored JSON that is nested without end, or was written by somebody else, is a typed error")
  func foreignJSON() throws {
    try workspace.dictionary.set(Tree(children: [Tree()]), for: "k")
    try workspace.dictionary.synchronize()
    try workspace.shutdown()
    for text in [String(repeating: "[", count: 100_000), "", "{", "nul", "\"open"] {
      try folder.raw().withStatement("UPDATE __dictionary SET value = CAST(? AS BLOB)") {
        (statement) throws(WorkspaceError) in
        try statement.bind(1, text)
        try statement.run()
      }
      let again = try Workspace(path: folder.file())
      let thrown = error { _ = try again.dictionary.value("k", as: Tree.self) }
      #expect(thrown?.code == .damagedValue, "\(text.prefix(9))")
      #expect(thrown?.key == "k")
      #expect(thrown?.remedy != nil)
      #expect(again.dictionary["k", Tree.self] == nil)
      #expect(try again.check().map(\.kind) == [.dictionary], "\(text.prefix(9))")
      try again.shutdown()
    }
  }

  @Test("Misuse of the dictionary is a typed error that names the key, and changes nothing")
  func dictionaryMisuse() throws {
    try workspace.dictionary.set(300, for: "k")
    #expect(error { _ = try workspace.dictionary.value("k", as: Int8.self) }?.code == .typeMismatch)
    #expect(error { _ = try workspace.dictionary.value("k", as: Tree.self) }?.key == "k")
    #expect(
      error { _ = try workspace.dictionary.value("k", as: StoreNote.self) }?.code == .typeMismatch)
    try workspace.dictionary.remove("never set")
    try workspace.dictionary.namespace("nobody's").removeAll()
    try workspace.performChanges { changes in
      #expect(error { try workspace.dictionary.synchronize() }?.code == .nestedTransaction)
      #expect(
        error { _ = try changes.dictionary.value("k", as: String.self) }?.code == .typeMismatch)
    }
    try workspace.dictionary.synchronize()
    #expect(try workspace.dictionary.value("k", as: Int.self) == 300)
    let reader = try Workspace(
      path: folder.file(), configuration: Configuration(isReadOnly: true))
    #expect(error { try reader.dictionary.set(1, for: "k") }?.code == .readOnly)
    #expect(error { try reader.dictionary.removeAll() }?.code == .readOnly)
    reader.dictionary["k", Int.self] = 1
    #expect(reader.dictionary["k", Int.self] == 300)
    // The subscript could not say so.
    #expect(error { try reader.shutdown() }?.code == .readOnly)
  }
}
