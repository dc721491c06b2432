import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct LogBoundTests {
  /// Writes about 300 KiB in one commit.
  private func write(_ workspace: Workspace, _ round: Int) throws {
    try workspace.performChanges { changes in
      for id in Int64(0)..<60 {
        try changes.upsert(
          StoreItem(id: id, name: String(repeating: "n", count: 5000) + "\(round)"))
      }
    }
  }

  @Test("The log stays near its limit however much is written, and is empty after a checkpoint")
  func bounded() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(
      path: folder.file(), configuration: Configuration(logSizeLimit: 512))
    var largest = 0
    for round in 0..<40 {
      try write(workspace, round)
      _ = try workspace.count(StoreItem.all)
      largest = max(largest, try workspace.statistics().logByteCount)
    }
    #expect(largest < 4 * 512 << 10)
    #expect(try workspace.checkpoint())
    #expect(try workspace.statistics().logByteCount == 0)
    #expect(try workspace.check() == [])
  }

  @Test("A read snapshot holds the log up, which is told; after its end the log shrinks")
  func heldUp() throws {
    let folder = try TemporaryFolder()
    let lines = Locked<[String]>([])
    let workspace = try Workspace(
      path: folder.file(),
      configuration: Configuration(busyTimeout: 50, logSizeLimit: 512) { line in
        lines.withLock { $0.append(line) }
      })
    try write(workspace, 0)
    let snapshot = try workspace.snapshot()
    for round in 1..<30 { try write(workspace, round) }
    #expect(try workspace.statistics().logByteCount > 4 << 20)
    #expect(lines.withLock { $0.contains { $0.contains("write-ahead log has") } })
    // Each doubling is told once.
    #expect(lines.withLock(\.count) < 4)
    #expect(try workspace.checkpoint() == false)
    #expect(try snapshot.object(StoreItem.self, key: 3)?.name?.hasSuffix("n0") == true)
    snapshot.end()
    // The first writes the log back, the next begins it anew, and its file is cut.
    for round in 30..<33 { try write(workspace, round) }
    #expect(try workspace.statistics().logByteCount < 1 << 20)
    #expect(try workspace.check() == [])
  }
}
