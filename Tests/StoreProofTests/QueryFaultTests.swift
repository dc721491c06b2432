import StoreWorkload
import TestSupport
import Testing

@testable import WorkspaceStore

/// Changes by a query are made whole or not at all, also where the caller goes on after an error.
@Suite struct QueryFaultTests {
  private static let rows: Int64 = 60

  private func prepare(_ files: FaultFiles) throws {
    let workspace = try Workspace(path: files.path, configuration: files.configuration())
    try workspace.performChanges { changes in
      for id in 0..<Self.rows {
        let body = String(repeating: "text ", count: 3000)
        try changes.insert(
          Workload.Entry(id: id, rank: Int32(id % 3), code: "\(id)", body: body))
      }
    }
    try workspace.shutdown()
  }

  @Test(
    "A read that fails in the middle of a delete or an update by a query leaves nothing half done",
    arguments: [true, false])
  func brokenOff(deletes: Bool) throws {
    let query = Workload.Entry.where { $0.rank == 1 }
    var (failures, number) = (0, 0)
    while true {
      let files = try FaultFiles()
      try prepare(files)
      // The smallest cache, so that rows are read again when it is their turn.
      var configuration = files.configuration()
      configuration.cacheSize = 0
      let workspace = try Workspace(path: files.path, configuration: configuration)
      var caught: WorkspaceError?
      do {
        try workspace.performChanges { changes in
          try changes.upsert(Workload.Tag(name: "t"))
          files.fail(.read, first: number, count: 1)
          do {
            if deletes {
              try changes.delete(query)
            } else {
              try changes.update(query) { $0.rank = 9 }
            }
          } catch let error as WorkspaceError {
            caught = error
          }
          files.mend()
        }
      } catch let error as WorkspaceError {
        #expect(caught != nil || error.sqliteCode != nil)
      }
      let isPast = files.count <= number
      files.mend()
      try? workspace.shutdown()
      let reopened = try Workspace(path: files.path, configuration: files.configuration())
      let left = try reopened.count(query)
      let done = try reopened.count(Workload.Entry.where { $0.rank == 9 })
      let place: Comment = "read \(number)"
      #expect(left == 20 || left == 0, place)
      #expect(done == (deletes ? 0 : 20 - left), place)
      #expect(try reopened.check() == [], place)
      try reopened.shutdown()
      if caught != nil {
        failures += 1
        #expect(left == 20, place)
      }
      if isPast { break }
      number += 7
    }
    #expect(failures > 0)
  }
}
