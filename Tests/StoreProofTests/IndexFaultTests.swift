import StoreWorkload
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct IndexFaultTests {
  private static let rows: Int64 = 2500

  /// A store with many entries and without the index of their rank.
  private func prepare(_ files: FaultFiles) throws {
    let workspace = try Workspace(path: files.path, configuration: files.configuration())
    try workspace.performChanges { changes in
      for id in 0..<Self.rows {
        try changes.insert(Workload.Entry(id: id, rank: Int32(id % 9), code: "\(id)"))
      }
      let type = try #require(try changes.core.connection.catalog.find(Workload.Entry.recordType))
      let index = try #require(type.indexes.first { !$0.isUnique })
      _ = try changes.core.dropIndex(of: Workload.Entry.recordType, path: index.path)
    }
    try workspace.finishIndexes()
    try workspace.shutdown()
  }

  @Test(
    "An index whose building is broken off by the disk, or by a loss of power, is whole after all",
    arguments: seeds(16), [true, false])
  func brokenOff(seed: UInt64, losesPower: Bool) throws {
    let files = try FaultFiles()
    try prepare(files)
    var configuration = files.configuration()
    configuration.worksOnIndexes = false
    // The opening that declares it takes in the first rows, steps by hand the others.
    files.fail(.changes, first: Int(seed >> 8 % 160))
    do {
      let workspace = try Workspace(
        path: files.path, configuration: configuration, records: [Workload.Entry.self])
      do {
        for _ in 0..<4 {
          _ = try workspace.writer.onConnection { (_) throws(WorkspaceError) in
            try workspace.writer.stepIndexWork()
          }
          try workspace.performChanges { changes in
            try changes.update(Workload.Entry.where { $0.id < 3 }) { $0.rank += 1 }
          }
        }
      } catch let error as WorkspaceError {
        #expect(error.sqliteCode != nil)
      }
      try? workspace.shutdown()
    } catch let error as WorkspaceError {
      #expect(error.sqliteCode != nil)
    }
    files.mend()
    if losesPower { #expect(files.losePower(seed: seed)) }
    let workspace = try Workspace(
      path: files.path, configuration: files.configuration(), records: [Workload.Entry.self])
    try workspace.finishIndexes()
    #expect(try workspace.indexes().map(\.isWhole) == [true, true])
    #expect(try workspace.check() == [])
    #expect(try workspace.count(Workload.Entry.all) == Int(Self.rows))
    let some = try workspace.count(Workload.Entry.where { $0.rank == 5 })
    #expect(some == (try workspace.fetch(Workload.Entry.all)).count { $0.rank == 5 })
    try workspace.shutdown()
  }
}
