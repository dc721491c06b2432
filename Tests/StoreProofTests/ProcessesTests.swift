import Foundation
import StoreWorkload
import TestSupport
import Testing
import WorkspaceStore

@Suite struct ProcessesTests {
  private static let processes = 8

  /// How long: three seconds, or as long as `STORE_SHARING_SECONDS` says.
  private static var seconds: Double {
    ProcessInfo.processInfo.environment["STORE_SHARING_SECONDS"].flatMap(Double.init) ?? 3
  }

  @Test(
    "Eight processes read and write one file: no update is lost, nobody is told that it is busy")
  func sharing() throws {
    let folder = try TemporaryFolder()
    // They also race to make the store.
    let writers = try (0..<Self.processes).map {
      try WriterProcess("bank", folder.file(), "\($0)", "\(Self.seconds)")
    }
    var moves: [Int] = []
    for writer in writers {
      let end = try writer.finish()
      #expect(end.errors == "")
      #expect(end.code == 0)
      let text = String(decoding: end.output, as: UTF8.self)
      moves.append(Int(text.split(separator: "\n").last ?? "") ?? 0)
    }
    let workspace = try Workspace(path: folder.file())
    #expect(try workspace.check() == [])
    #expect(try Bank.fault(workspace) == nil)
    #expect(workspace.dictionary["moves", Int.self] == moves.reduce(0, +))
    for (process, count) in moves.enumerated() {
      #expect(workspace.dictionary["moves-\(process)", Int.self] == count)
      #expect(count > 0, "process \(process) never got its turn")
    }
    let counted = try workspace.fetch(Workload.Account.all).map(\.moves).reduce(0, +)
    #expect(counted == 2 * Int64(moves.reduce(0, +)))
    try workspace.shutdown()
  }
}
