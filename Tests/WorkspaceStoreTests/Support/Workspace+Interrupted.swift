@testable import WorkspaceStore

extension Workspace {
  /// Runs a transaction that inserts without end, until it is interrupted; `hasBegun` is called in it.
  ///
  /// - Returns: The code of the error that it threw.
  func insertUntilInterrupted(_ hasBegun: () -> Void) -> WorkspaceError.Code? {
    error {
      try performChanges { changes in
        hasBegun()
        var id: Int64 = 0
        while true {
          try changes.insert(StoreItem(id: id))
          id += 1
        }
      }
    }?.code
  }
}
