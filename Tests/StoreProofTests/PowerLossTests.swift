import StoreWorkload
import TestSupport
import Testing
import WorkspaceStore

@Suite struct PowerLossTests {
  private static let transactions = 18

  @Test(
    "After a loss of power the store is whole; at the higher level every reported commit is there, at the lower a prefix",
    arguments: seeds(3), [Durability.process, .power])
  func lossOfPower(seed: UInt64, _ durability: Durability) throws {
    let script = Script(seed: seed)
    // Each seed has its own share of the operations.
    var number = Int(seed % 11)
    while true {
      let files = try FaultFiles()
      files.fail(.changes, first: number, isTorn: true)
      let run = ScriptRun(script, on: files, count: Self.transactions, durability: durability)
      let isPast = files.count <= number
      files.mend()
      #expect(files.losePower(seed: seed &+ UInt64(number)))
      let workspace = try Workspace(path: files.path, configuration: files.configuration())
      let place: Comment = "seed \(seed), operation \(number)"
      #expect(try workspace.check() == [], place)
      let state = try StoreState(workspace)
      let kept = (0...run.committed.count).last { count in
        state == StoreState(script, run.committed.prefix(count))
      }
      let isAll = run.kept(script, state) != nil
      let count = try #require(isAll ? run.committed.count : kept, place)
      if durability == .power { #expect(count == run.committed.count, place) }
      try workspace.shutdown()
      if isPast { break }
      number += 11 * seedDivisor
    }
  }

  @Test("The lower level may lose commits that were reported, the higher one never does")
  func lossOfReports() throws {
    let script = Script(seed: 3)
    var lost: [Durability: Int] = [:]
    for durability in [Durability.process, .power] {
      for seed in seeds(24) {
        let files = try FaultFiles()
        // Writing the log back syncs it, so that it would hardly ever be lost.
        var configuration = files.configuration(durability: durability)
        configuration.logSizeLimit = 4096
        let workspace = try Workspace(path: files.path, configuration: configuration)
        for number in 1...6 { try workspace.performChanges { try script.run(number, in: $0) } }
        // Nothing reaches the disk any more, as shutting down would write the log back.
        files.fail(.changes, first: 0)
        try workspace.shutdown()
        files.mend()
        #expect(files.losePower(seed: seed))
        let reopened = try Workspace(path: files.path, configuration: files.configuration())
        if try StoreState(reopened) != StoreState(script, 1...6) {
          lost[durability, default: 0] += 1
        }
        try reopened.shutdown()
      }
    }
    #expect(lost[.process, default: 0] > 0)
    #expect(lost[.power] == nil)
  }
}
