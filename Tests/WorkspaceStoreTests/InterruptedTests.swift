import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

/// What a suspension interrupts says that it was suspended, and nothing else.
@Suite struct InterruptedTests {
  /// Suspends and resumes a workspace while `body` runs, once that has begun.
  ///
  /// - Returns: The code of the error that `body` threw; nil if it threw none.
  private func suspending(
    _ workspace: Workspace,
    _ body: @escaping @Sendable (_ begin: @escaping @Sendable () -> Void) throws -> Void
  ) throws -> WorkspaceError.Code? {
    let hasBegun = DispatchSemaphore(value: 0)
    let hasEnded = DispatchGroup()
    let code = Locked<WorkspaceError.Code?>(nil)
    DispatchQueue.global().async(group: hasEnded) {
      let thrown = error { try body { hasBegun.signal() } }?.code
      code.withLock { $0 = thrown }
    }
    hasBegun.wait()
    try workspace.suspend()
    hasEnded.wait()
    try workspace.resume()
    return code.withLock { $0 }
  }

  @Test("A check that is interrupted is no finding")
  func check() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 0..<3000 { try changes.insert(StoreItem(id: Int64(id))) }
    }
    for _ in 0..<10 {
      let findings = Locked<[StoreFinding]>([])
      let code = try suspending(workspace) { begin in
        begin()
        let found = try workspace.check()
        findings.withLock { $0 = found }
      }
      #expect(findings.withLock { $0 } == [])
      #expect(code == .suspended || code == nil)
    }
    try workspace.shutdown()
  }

  @Test(
    "A step of a migration that is interrupted has not failed, and is run again",
    arguments: [true, false])
  func migration(isInMemory: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace =
      try isInMemory ? Workspace(inMemory: Configuration()) : Workspace(path: folder.file())
    let isEndless = Locked(true)
    let code = try suspending(workspace) { begin in
      let step = MigrationStep("step") { changes, _ in
        begin()
        var id: Int64 = 0
        repeat {
          id += 1
          try? changes.insert(StoreItem(id: id))
          // Also one who does not look at the first error is told.
          _ = try changes.count(StoreItem.all)
        } while isEndless.withLock { $0 }
      }
      try workspace.migrate([step])
    }
    #expect(code == .suspended)
    #expect(try workspace.completedMigrations() == [])
    #expect(try workspace.count(StoreItem.all) == 0)
    isEndless.withLock { $0 = false }
    let step = MigrationStep("step") { changes, _ in try changes.insert(StoreItem(id: 1)) }
    #expect(try workspace.migrate([step]) == ["step"])
    try workspace.shutdown()
  }
}
