import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ErrorTests {
  @Test(
    "What SQLite reports has a code, SQLite's code and message, the path and a remedy",
    arguments: [
      (5, .busy), (6, .busy), (10, .inputOutput), (266, .inputOutput), (11, .damagedStore),
      (267, .damagedStore), (13, .full), (14, .cannotOpen), (26, .notADatabase), (8, .readOnly),
      (9, .interrupted), (18, .tooBig), (2067, .keyExists), (21, .sqlite),
    ] as [(Int32, WorkspaceError.Code)])
  func mapping(_ sqliteCode: Int32, _ code: WorkspaceError.Code) {
    let error = WorkspaceError(sqliteCode: sqliteCode, message: "why", path: "/a.db")
    #expect(error.code == code)
    #expect(error.sqliteCode == sqliteCode)
    #expect(error.message == "why")
    #expect(error.path == "/a.db")
    #expect(error.description.contains("SQLite code \(sqliteCode)"))
    // Nothing is known of what SQLite reports otherwise.
    #expect((error.remedy != nil) == (code != .sqlite))
  }

  @Test(
    "Every kind of error has a remedy, but for values and names that the program alone knows",
    arguments: [
      .missingFile, .isDirectory, .noPermission, .cannotOpen, .emptyFile, .notADatabase,
      .notAStore, .fileExists, .fileMoved, .hardLinked, .wrongKey, .noEncryption, .newerVersion,
      .keyExists,
      .notUnique, .notFound, .schemaMismatch, .unknownFields, .indexDeclared, .typeMismatch,
      .damagedRecord, .damagedValue, .damagedStore, .busy, .overtaken, .full, .readOnly,
      .rolledBack, .nestedTransaction, .transactionEnded, .migrationFailed, .suspended, .shutDown,
      .inputOutput, .tooBig, .interrupted,
    ] as [WorkspaceError.Code])
  func remedies(_ code: WorkspaceError.Code) throws {
    let remedy = try #require(WorkspaceError(code, "why").remedy)
    #expect(remedy.hasSuffix(".") && remedy.count > 15)
  }

  @Test("Calls that would wait for the transaction around them say what to do instead, and where")
  func nesting() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { (_: inout Transaction) in
      let calls: [(String, () throws -> Void)] = [
        ("performChanges", { try workspace.performChanges { _ in } }),
        ("synchronize", { try workspace.dictionary.synchronize() }),
        ("checkpoint", { try workspace.checkpoint() }),
        ("compact", { try workspace.compact() }),
        ("finishIndexes", { try workspace.finishIndexes() }),
        ("suspend", { try workspace.suspend() }), ("resume", { try workspace.resume() }),
        ("shutdown", { try workspace.shutdown() }),
      ]
      for (name, call) in calls {
        let thrown = error { try call() }
        #expect(thrown?.code == .nestedTransaction, "\(name)")
        #expect(thrown?.path == folder.file(), "\(name)")
        #expect(thrown?.message.contains("after its end") == (name != "performChanges"), "\(name)")
      }
    }
    try workspace.shutdown()
    let late = error { try workspace.performChanges { _ in } }
    #expect(late?.code == .shutDown)
    #expect(late?.path == folder.file())
  }

  @Test("A lock of another connection is busy after the timeout, with SQLite's words and a remedy")
  func busy() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(
      path: folder.file(), configuration: Configuration(busyTimeout: 20), records: [StoreItem.self])
    let raw = try folder.raw()
    try raw.execute("BEGIN IMMEDIATE")
    let thrown = error { try workspace.performChanges { try $0.insert(StoreItem(id: 1)) } }
    #expect(thrown?.code == .busy)
    #expect(thrown?.sqliteCode == 5)
    #expect(thrown?.message.contains("locked") == true)
    #expect(thrown?.path == folder.file())
    #expect(thrown?.remedy?.contains("busyTimeout") == true)
    // Reads go on.
    #expect(try workspace.count(StoreItem.all) == 0)
    try raw.execute("ROLLBACK")
    try workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
  }
}
