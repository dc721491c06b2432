import StoreWorkload
import Testing
import WorkspaceStore

/// What a session does besides the transaction itself, when files fail.
@Suite struct SessionFaultTests {
  @Test("A read that fails in a cursor ends the transaction, though the closure went on")
  func cursor() throws {
    let files = try FaultFiles()
    var configuration = files.configuration()
    configuration.cacheSize = 16
    let workspace = try Workspace(path: files.path, configuration: configuration)
    try workspace.performChanges { changes in
      for id in 0..<2000 {
        try changes.insert(Workload.Entry(id: Int64(id), body: String(repeating: "x", count: 500)))
      }
    }
    var (count, failures) = (2000, 0)
    for number in stride(from: 0, to: 400, by: 40) {
      _ = try workspace.checkpoint()
      files.fail(.read, first: number)
      do {
        try workspace.performChanges { changes in
          try? changes.withCursor(over: Workload.Entry.all) { cursor in
            while try cursor.next() != nil {}
          }
          files.mend()
          try changes.insert(Workload.Entry(id: Int64(10_000 + number)))
        }
        count += 1
      } catch {
        failures += 1
      }
      files.mend()
      #expect(try workspace.count(Workload.Entry.all) == count)
      #expect(try workspace.check() == [])
    }
    #expect(failures > 0)
    try workspace.shutdown()
  }

  @Test("Sets of the dictionary are as durable as the workspace, whoever takes them along")
  func durability() throws {
    let files = try FaultFiles()
    var configuration = files.configuration(durability: .power)
    // What writes the log back is synced too.
    configuration.logSizeLimit = 4096
    let workspace = try Workspace(path: files.path, configuration: configuration)
    try workspace.performChanges { try $0.insert(Workload.Entry(id: 1)) }
    files.watch(.sync)
    try workspace.performChanges(durability: .process) { try $0.insert(Workload.Entry(id: 2)) }
    #expect(files.count == 0)
    workspace.dictionary["k", Int.self] = 1
    try workspace.performChanges(durability: .process) { try $0.insert(Workload.Entry(id: 3)) }
    try workspace.dictionary.synchronize()
    #expect(files.count > 0)
    try workspace.shutdown()
  }

  @Test("A store that outlives its files, and the file system under them, is closed without harm")
  func outlived() throws {
    let workspace: Workspace
    do {
      let files = try FaultFiles()
      workspace = try Workspace(path: files.path, configuration: files.configuration())
      try workspace.performChanges { try $0.insert(Workload.Entry(id: 1)) }
      #expect(try workspace.count(Workload.Entry.all) == 1)
    }
    try workspace.shutdown()
    #expect(throws: WorkspaceError.self) { try workspace.count(Workload.Entry.all) }
  }
}
