import Foundation
import StoreWorkload
import TestSupport
import Testing
import WorkspaceStore

@Suite struct KillTests {
  /// How often: 50 times, or as often as `STORE_KILLS` says.
  private static var kills: Int {
    ProcessInfo.processInfo.environment["STORE_KILLS"].flatMap(Int.init) ?? seeds(50).count
  }

  @Test("A process that is killed loses nothing that it reported, and leaves nothing half-done")
  func killed() throws {
    var generator = SeededGenerator(seed: 11)
    var folder = try TemporaryFolder()
    var seed: UInt64 = 0
    var before: [Int] = []
    for round in 0..<Self.kills {
      // A store is killed a few times over, so that it is also opened after a kill by one who is killed.
      if round.isMultiple(of: 4) {
        folder = try TemporaryFolder()
        seed = generator.next() >> 1
        before = []
      }
      let writer = try WriterProcess("script", folder.file(), "\(seed)", "100000")
      var output = Data()
      let wanted = Int.random(in: 0...300, using: &generator)
      while output.count < wanted, writer.waitForOutput(&output) {}
      usleep(UInt32.random(in: 0...2000, using: &generator))
      writer.kill()
      let end = try writer.finish()
      output.append(end.output)
      #expect(end.errors == "")
      before = try Self.verify(output, after: before, seed: seed, path: folder.file())
    }
  }

  /// Checks a store after a kill.
  ///
  /// - Returns: The transactions that it holds, in order.
  private static func verify(
    _ output: Data, after before: [Int], seed: UInt64, path: String
  ) throws -> [Int] {
    let script = Script(seed: seed)
    // A report that the kill has cut short has no end of line.
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let reported = lines.dropLast().compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    #expect(reported == Array(1..<reported.count + 1), "transactions commit in order")
    let workspace = try Workspace(path: path)
    #expect(try workspace.check() == [])
    let state = try StoreState(workspace)
    // What was committed and not yet reported is at most one group.
    var expected = StoreState(script, before + reported)
    for count in reported.count...reported.count + 4 {
      if count > reported.count { expected.run(script, count) }
      guard state == expected else { continue }
      try workspace.shutdown()
      return before + Array(1..<count + 1)
    }
    Issue.record("seed \(seed): after \(reported.count) reports the store holds something else")
    return before + reported
  }
}
