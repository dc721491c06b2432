import Dispatch
import StoreWorkload
import TestSupport
import Testing

@testable import WorkspaceStore

/// Transactions that wait for one another share a COMMIT, and how it ends.
@Suite struct GroupCommitTests {
  private static let count = 40

  /// Runs transactions as one group: all of them wait before the first begins.
  ///
  /// - Parameters:
  ///   - workspace: The workspace.
  ///   - durability: What each asks for.
  ///   - prepared: Called when all wait.
  ///   - completed: Called at each completion.
  ///   - body: What each does.
  /// - Returns: How each ended, in order of completion.
  private func group(
    in workspace: Workspace, durability: (Int) -> Durability? = { _ in nil },
    prepared: () -> Void = {}, completed: @escaping @Sendable (Int) -> Void = { _ in },
    _ body: @escaping @Sendable (Int, inout Transaction) throws -> Void
  ) -> [(number: Int, error: (any Error)?)] {
    let gate = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "completions")
    let results = Locked<[(number: Int, error: (any Error)?)]>([])
    let all = DispatchGroup()
    workspace.writer.queue.async { gate.wait() }
    for number in 0..<Self.count {
      all.enter()
      workspace.performChanges(durability: durability(number), on: queue) {
        try body(number, &$0)
      } completion: { result in
        completed(number)
        results.withLock { results in
          if case .failure(let error) = result {
            results.append((number, error))
          } else {
            results.append((number, nil))
          }
        }
        all.leave()
      }
    }
    prepared()
    gate.signal()
    all.wait()
    return results.withLock { $0 }
  }

  private func commits(_ workspace: Workspace) throws -> Int {
    try workspace.writer.onConnection { $0.statementRuns(of: "COMMIT") }
  }

  @Test("Forty transactions that wait are one COMMIT; each completes after it, in their order")
  func oneCommit() throws {
    let files = try FaultFiles()
    let workspace = try Workspace(
      path: files.path, configuration: files.configuration(), records: [Workload.Tag.self])
    let before = try commits(workspace)
    let visible = Locked<Set<Int>>([])
    let results = group(
      in: workspace,
      completed: { [workspace] _ in
        // Through another connection: what is not committed is not seen.
        guard let count = try? workspace.count(Workload.Tag.all) else { return }
        _ = visible.withLock { $0.insert(count) }
      }
    ) { number, changes in
      try changes.insert(Workload.Tag(name: "\(number)"))
    }
    #expect(try commits(workspace) - before == 1)
    #expect(results.map(\.number) == Array(0..<Self.count))
    #expect(results.allSatisfy { $0.error == nil })
    #expect(visible.withLock { $0 } == [Self.count])
    #expect(try workspace.statistics().commit == Int64(1 + Self.count))
    try workspace.shutdown()
  }

  @Test("A COMMIT that fails fails all of its group, and leaves nothing of any")
  func failedCommit() throws {
    let files = try FaultFiles()
    let workspace = try Workspace(
      path: files.path, configuration: files.configuration(), records: [Workload.Tag.self])
    let before = try commits(workspace)
    let ran = Locked(0)
    // Before COMMIT nothing is written.
    let results = group(in: workspace, prepared: { files.fail(.write, first: 0) }) {
      number, changes in
      try changes.insert(Workload.Tag(name: "\(number)"))
      ran.withLock { $0 += 1 }
    }
    files.mend()
    #expect(ran.withLock { $0 } == Self.count)
    #expect(results.count == Self.count)
    #expect(results.allSatisfy { ($0.error as? WorkspaceError)?.sqliteCode != nil })
    #expect(try commits(workspace) - before == 1)
    #expect(try workspace.count(Workload.Tag.all) == 0)
    try workspace.performChanges { try $0.insert(Workload.Tag(name: "after")) }
    #expect(try workspace.statistics().commit == 2)
    #expect(try workspace.check() == [])
    try workspace.shutdown()
  }

  @Test(
    "One transaction at the higher level makes its whole group, and all before it, outlive a loss of power",
    arguments: [true, false])
  func highestLevel(isGroup: Bool) throws {
    var lost = 0
    for seed in seeds(12) {
      for last in [Durability.power, .process] {
        let files = try FaultFiles()
        var configuration = files.configuration()
        // Writing the log back syncs it.
        configuration.logSizeLimit = 4096
        let workspace = try Workspace(
          path: files.path, configuration: configuration, records: [Workload.Tag.self])
        try workspace.performChanges { try $0.insert(Workload.Tag(name: "before")) }
        if isGroup {
          let results = group(in: workspace, durability: { $0 == 7 ? last : nil }) {
            number, changes in
            try changes.insert(Workload.Tag(name: "\(number)"))
          }
          #expect(results.allSatisfy { $0.error == nil })
        } else {
          for number in 0..<Self.count {
            let isLast = number == Self.count - 1
            try workspace.performChanges(durability: isLast ? last : .process) {
              try $0.insert(Workload.Tag(name: "\(number)"))
            }
          }
        }
        // Nothing reaches the disk any more, as shutting down would write the log back.
        files.fail(.changes, first: 0)
        try workspace.shutdown()
        files.mend()
        #expect(files.losePower(seed: seed))
        let reopened = try Workspace(path: files.path, configuration: files.configuration())
        #expect(try reopened.check() == [])
        let count = try reopened.count(Workload.Tag.all)
        if last == .power { #expect(count == 1 + Self.count, "seed \(seed)") }
        if count < 1 + Self.count { lost += 1 }
        try reopened.shutdown()
      }
    }
    // Without it some are lost, or this would show nothing.
    #expect(lost > 0)
  }
}
