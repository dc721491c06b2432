import StoreWorkload
import Testing
import WorkspaceStore

/// Files that fail while a store is looked after and its dictionary is set outside transactions.
@Suite struct MaintenanceFaultTests {
  @Test(
    "Whatever operation fails, the store is whole and holds what was reported, the dictionary too",
    arguments: FaultTests.faults.indices)
  func nthOperation(_ place: Int) throws {
    let fault = FaultTests.faults[place]
    var number = place % FaultTests.stride
    while try survives(fault, at: number) { number += FaultTests.stride }
  }

  /// Lets one operation fail.
  ///
  /// - Returns: Whether there was such an operation.
  private func survives(_ fault: Fault, at number: Int) throws -> Bool {
    let files = try FaultFiles()
    let script = Script(seed: 11)
    let copy = files.path + "-copy"
    var run = MaintenanceRun()
    do {
      var configuration = files.configuration()
      configuration.cacheSize = 16
      let workspace = try Workspace(path: files.path, configuration: configuration)
      for number in 1...6 { try workspace.performChanges { try script.run(number, in: $0) } }
      files.fail(
        fault.kinds, first: number, count: fault.count, code: fault.code, isTorn: fault.isTorn)
      run = MaintenanceRun(workspace, copyAt: copy)
    }
    let isPast = files.count <= number
    files.mend()
    let comment: Comment = "\(fault.name), operation \(number)"
    let workspace = try Workspace(path: files.path, configuration: files.configuration())
    #expect(try workspace.check() == [], comment)
    #expect(try StoreState(workspace).entries == StoreState(script, 1...6).entries, comment)
    let stored = try workspace.dictionary.namespace("run").value("k", as: Int.self)
    #expect(run.mayHold(stored, isLasting: fault.count == .max), comment)
    // What was said to be a copy is one.
    if run.hasCopy {
      let copied = try Workspace(path: copy, configuration: files.configuration())
      #expect(try copied.check() == [], comment)
      #expect(try StoreState(copied).entries == StoreState(script, 1...6).entries, comment)
      try copied.shutdown()
    }
    try workspace.shutdown()
    if isPast { #expect(run.errors == [], comment) }
    return !isPast
  }
}

/// What was done, and what was reported.
private struct MaintenanceRun {
  private var attempts = Attempts()
  var errors: [WorkspaceError] { attempts.errors }
  private(set) var hasCopy = false
  /// The last value that was reported as stored; nil before the first.
  private var stored: Int?
  /// The values after it that were reported as failed.
  private var failed: [Int] = []

  init() {}

  /// Sets a key before and after each kind of maintenance, and shuts the store down.
  init(_ workspace: Workspace, copyAt copy: String) {
    set(1, in: workspace)
    attempts.run { _ = try workspace.checkpoint() }
    set(2, in: workspace)
    attempts.run { try workspace.compact() }
    note(3) {
      try workspace.performChanges { changes in
        do {
          try changes.withCursor(over: Workload.Entry.all) { cursor in
            while try cursor.next() != nil {}
          }
        } catch {}
        try changes.dictionary.namespace("run").set(3, for: "k")
      }
    }
    attempts.run { try workspace.suspend() }
    // While it is suspended what is set waits.
    for _ in 1...6 { attempts.run { try workspace.resume() } }
    set(4, in: workspace)
    hasCopy = attempts.run { try workspace.backup(to: copy) }
    set(5, in: workspace)
    attempts.run { try workspace.shutdown() }
  }

  /// Whether a store that was closed and opened again may hold a value.
  func mayHold(_ value: Int?, isLasting: Bool) -> Bool {
    value == stored || isLasting && value.map(failed.contains) ?? false
  }

  private mutating func set(_ value: Int, in workspace: Workspace) {
    note(value) {
      try workspace.dictionary.namespace("run").set(value, for: "k")
      try workspace.dictionary.synchronize()
    }
  }

  private mutating func note(_ value: Int, _ body: () throws -> Void) {
    if attempts.run(body) {
      stored = value
      failed = []
    } else {
      failed.append(value)
    }
  }
}
