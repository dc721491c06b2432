import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

/// `.ci/sqlcipher` runs these with SQLCipher in place of SQLite; elsewhere all but one are skipped.
@Suite struct EncryptionTests {
  /// Whether the process has SQLCipher.
  private static let encrypts = error { try Connection.requireEncryption(path: "") } == nil
  private static let key = (0..<32).map { UInt8($0 * 7 + 1) }

  private func configuration(
    _ key: [UInt8]? = Self.key, isReadOnly: Bool = false
  ) -> Configuration {
    var configuration = Configuration(isReadOnly: isReadOnly)
    configuration.encryptionKey = key.map { key in { @Sendable in key } }
    return configuration
  }

  /// Whether the words of the test's records can be read in a file.
  private func isReadable(_ path: String) throws -> Bool {
    let bytes = try Data(contentsOf: URL(filePath: path))
    return ["SQLite format 3", "secret", "StoreNote"].contains {
      bytes.range(of: Data($0.utf8)) != nil
    }
  }

  @Test(
    "A key is refused by an SQLite that can't encrypt, and no file is made", .disabled(if: encrypts)
  )
  func refused() throws {
    let folder = try TemporaryFolder()
    let thrown = error { _ = try Workspace(path: folder.file(), configuration: configuration()) }
    #expect(thrown?.code == .noEncryption)
    #expect(thrown?.path == folder.file())
    #expect(try folder.names() == [])
  }

  @Test(
    "With a key all is written, read, copied and compacted, and no file shows anything",
    .enabled(if: encrypts), arguments: [32, 48])
  func wholeLife(keyLength: Int) throws {
    let folder = try TemporaryFolder()
    let key = (0..<keyLength).map { UInt8($0 + 1) }
    let workspace = try Workspace(path: folder.file(), configuration: configuration(key))
    try workspace.performChanges { changes in
      for number in 0..<500 {
        try changes.insert(StoreNote(title: "secret \(number)", text: "a secret text"))
      }
      try changes.insert(StoreItem(id: 1, name: "secret", rank: 4, code: "c"))
      try changes.dictionary.set("secret", for: "secret key")
    }
    for suffix in ["", "-wal"] { #expect(try !isReadable(folder.file() + suffix), "\(suffix)") }
    // Readers have connections of their own.
    #expect(try workspace.count(StoreNote.all) == 500)
    let snapshot = try workspace.snapshot()
    try workspace.performChanges { try $0.delete(StoreNote.where { $0.title != "secret 7" }) }
    #expect(try snapshot.count(StoreNote.all) == 500)
    snapshot.end()
    #expect(try workspace.fetch(StoreItem.where { $0.rank > 3 }).map(\.name) == ["secret"])
    try workspace.compact()
    try workspace.suspend()
    try workspace.resume()
    try workspace.backup(to: folder.file("copy.db"))
    #expect(try workspace.check() == [])
    try workspace.shutdown()
    for name in ["test.db", "copy.db"] {
      #expect(try !isReadable(folder.file(name)), "\(name)")
      for isReadOnly in [true, false] {
        let again = try Workspace(
          path: folder.file(name), configuration: configuration(key, isReadOnly: isReadOnly))
        #expect(try again.object(StoreNote.self, key: "secret 7")?.text == "a secret text")
        #expect(again.dictionary["secret key", String.self] == "secret")
        #expect(try again.check() == [])
        try again.shutdown()
      }
    }
    #expect(try folder.names() == ["copy.db", "test.db"])
  }

  @Test("What another workspace with the key commits arrives", .enabled(if: encrypts))
  func observed() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), configuration: configuration())
    let other = try Workspace(path: folder.file(), configuration: configuration())
    let titles = Locked<[String]>([])
    let (queue, came) = (DispatchQueue(label: "handlers"), DispatchSemaphore(value: 0))
    let subscription = workspace.subscribe(to: StoreNote.all, on: queue) { update in
      titles.withLock { $0 = update.records.map(\.title) }
      came.signal()
    }
    #expect(came.wait(timeout: .now() + 60) == .success)
    try other.performChanges(durability: .power) { try $0.insert(StoreNote(title: "theirs")) }
    #expect(came.wait(timeout: .now() + 60) == .success)
    #expect(titles.withLock { $0 } == ["theirs"])
    subscription.cancel()
    try other.shutdown()
    try workspace.shutdown()
  }

  @Test(
    "Another key, none, or one for a store without is a typed error with a remedy, and changes nothing",
    .enabled(if: encrypts), arguments: [false, true])
  func otherKeys(isReadOnly: Bool) throws {
    let folder = try TemporaryFolder()
    for (name, key) in [("locked.db", Self.key), ("open.db", nil)] as [(String, [UInt8]?)] {
      let workspace = try Workspace(path: folder.file(name), configuration: configuration(key))
      try workspace.performChanges { try $0.insert(StoreNote(title: "secret")) }
      try workspace.shutdown()
    }
    let before = try ["locked.db", "open.db"].map {
      try Data(contentsOf: URL(filePath: folder.file($0)))
    }
    let tries: [(String, [UInt8]?, WorkspaceError.Code)] = [
      ("locked.db", Self.key.reversed(), .wrongKey), ("locked.db", nil, .notADatabase),
      ("open.db", Self.key, .wrongKey), ("locked.db", [1, 2, 3], .invalidKey),
    ]
    for (name, key, code) in tries {
      let thrown = error {
        _ = try Workspace(
          path: folder.file(name), configuration: configuration(key, isReadOnly: isReadOnly))
      }
      #expect(thrown?.code == code, "\(name)")
      #expect(thrown?.path == folder.file(name))
      #expect(code == .invalidKey || thrown?.sqliteCode == 26 && thrown?.remedy != nil)
    }
    #expect(
      try before
        == ["locked.db", "open.db"].map {
          try Data(contentsOf: URL(filePath: folder.file($0)))
        })
    #expect(try folder.names() == ["locked.db", "open.db"])
  }

  @Test("What a crash leaves in the log is read with the key", .enabled(if: encrypts))
  func crashed() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), configuration: configuration())
    try workspace.performChanges { try $0.insert(StoreNote(title: "in the log")) }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.file() + suffix, toPath: folder.file("left.db") + suffix)
    }
    for isReadOnly in [true, false] {
      let left = try Workspace(
        path: folder.file("left.db"), configuration: configuration(isReadOnly: isReadOnly))
      #expect(try left.count(StoreNote.all) == 1)
      try left.shutdown()
    }
    try workspace.shutdown()
  }

  @Test("A byte that was changed is a typed error, as each page is signed", .enabled(if: encrypts))
  func damaged() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), configuration: configuration())
    try workspace.performChanges { changes in
      for number in 0..<200 { try changes.insert(StoreNote(title: "\(number)")) }
    }
    try workspace.shutdown()
    let whole = try Data(contentsOf: URL(filePath: folder.file()))
    for place in stride(from: 100, to: whole.count, by: 4096) {
      var bytes = whole
      bytes[place] ^= 1
      try bytes.write(to: URL(filePath: folder.file("bad.db")))
      do {
        let damaged = try Workspace(path: folder.file("bad.db"), configuration: configuration())
        defer { try? damaged.shutdown() }
        #expect(try damaged.fetch(StoreNote.all).count == 200)
      } catch {
        let codes: [WorkspaceError.Code] = [
          .wrongKey, .damagedStore, .notADatabase, .inputOutput,
        ]
        #expect(codes.contains(error.code), "\(error)")
      }
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder.file("bad.db") + suffix)
      }
    }
  }

  @Test("A store in memory is copied into a file with the key", .enabled(if: encrypts))
  func fromMemory() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(inMemory: configuration())
    try workspace.performChanges { try $0.insert(StoreNote(title: "secret")) }
    try workspace.backup(to: folder.file())
    #expect(try !isReadable(folder.file()))
    let copy = try Workspace(path: folder.file(), configuration: configuration())
    #expect(try copy.count(StoreNote.all) == 1)
    try copy.shutdown()
  }
}
