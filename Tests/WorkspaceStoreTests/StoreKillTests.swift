#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing

  @testable import WorkspaceStore

  @Suite struct StoreKillTests {
    /// The store that a child of the process `parent` writes to.
    private static func path(parent: Int32) -> String {
      FileManager.default.temporaryDirectory
        .appendingPathComponent("workspace-store-kill-\(parent).db").path
    }

    @Test(
      "What was reported as committed, or synchronized, outlives a kill of the process (CASES 32)")
    func killed() async throws {
      let path = Self.path(parent: getpid())
      func remove() {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
      }
      // A process of this number may have been killed before.
      remove()
      defer { remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let workspace = try Workspace(path: Self.path(parent: getppid()))
        try workspace.performChanges { try $0.insert(StoreItem(id: 1, name: "committed")) }
        workspace.dictionary["synchronized", Int.self] = 1
        try workspace.dictionary.synchronize()
        workspace.dictionary["open", Int.self] = 2
        try workspace.performChanges { changes in
          try changes.insert(StoreItem(id: 2, name: "not committed"))
          kill(getpid(), SIGKILL)
        }
      }
      let workspace = try Workspace(path: path)
      #expect(try workspace.object(StoreItem.self, key: 1)?.name == "committed")
      #expect(try workspace.object(StoreItem.self, key: 2) == nil)
      #expect(workspace.dictionary["synchronized", Int.self] == 1)
      #expect([nil, 2].contains(workspace.dictionary["open", Int.self]))
      #expect(try workspace.check() == [])
      try workspace.shutdown()
    }
  }
#endif
