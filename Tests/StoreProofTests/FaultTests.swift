import Foundation
import StoreWorkload
import TestSupport
import Testing
import WorkspaceStore

/// How the files fail.
struct Fault {
  let name: String
  let kinds: FaultFiles.Kinds
  /// How many operations fail in a row.
  var count = 1
  /// SQLite's code; 0 is what the system would give.
  var code: Int32 = 0
  var isTorn = false
}

@Suite struct FaultTests {
  /// SQLITE_FULL.
  private static let full: Int32 = 13
  static let faults = [
    Fault(name: "one change fails", kinds: .changes),
    Fault(name: "every change fails from then on", kinds: .changes, count: .max),
    Fault(name: "a write is torn", kinds: .write, isTorn: true),
    Fault(
      name: "a write is torn and nothing works from then on", kinds: .changes,
      count: .max, isTorn: true),
    Fault(name: "the disk is full for a while", kinds: .write, count: 4, code: full),
    Fault(name: "the disk is full", kinds: .write, count: .max, code: full),
    Fault(name: "a lock fails", kinds: .lock),
    Fault(name: "every lock fails from then on", kinds: .lock, count: .max),
    Fault(name: "a read fails", kinds: .read),
    Fault(name: "shared memory can't be had", kinds: .map, count: 3),
  ]
  private static let transactions = 18

  /// Every operation is failed in turn where `STORE_EVERY_FAULT` is set, else every eleventh.
  static let stride =
    ProcessInfo.processInfo.environment["STORE_EVERY_FAULT"] == nil ? 11 * seedDivisor : 1

  @Test(
    "Whatever operation fails, the store opens again, is whole, and holds what was reported",
    arguments: faults.indices, [Durability.process, .power])
  func nthOperation(_ place: Int, _ durability: Durability) throws {
    let fault = Self.faults[place]
    let script = Script(seed: 5)
    // Each fault has its own share of the operations.
    var number = place % Self.stride
    while try survives(fault, at: number, script, durability) { number += Self.stride }
  }

  /// Lets one operation fail.
  ///
  /// - Returns: Whether there was such an operation.
  private func survives(
    _ fault: Fault, at number: Int, _ script: Script, _ durability: Durability
  ) throws -> Bool {
    let files = try FaultFiles()
    files.fail(
      fault.kinds, first: number, count: fault.count, code: fault.code, isTorn: fault.isTorn)
    let run = ScriptRun(script, on: files, count: Self.transactions, durability: durability)
    let isPast = files.count <= number
    files.mend()
    let workspace = try Workspace(path: files.path, configuration: files.configuration())
    let comment: Comment = "\(fault.name), operation \(number)"
    #expect(try workspace.check() == [], comment)
    var kept = run.committed
    let state = try StoreState(workspace)
    if fault.count == .max { kept = run.kept(script, state) ?? kept }
    #expect(state == StoreState(script, kept), comment)
    try workspace.performChanges { try script.run(100, in: $0) }
    #expect(try StoreState(workspace) == StoreState(script, kept + [100]), comment)
    try workspace.shutdown()
    if isPast {
      #expect(run.committed.count == Self.transactions)
      #expect(run.errors == [])
    }
    return !isPast
  }
}
