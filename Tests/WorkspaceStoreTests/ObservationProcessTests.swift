#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import WorkspaceStore

  /// Commits of another process, which the parent sees.
  @Suite struct ObservationProcessTests {
    private static func folder(_ name: String, parent: Int32) -> String {
      FileManager.default.temporaryDirectory
        .appending(path: "workspace-store-observed-\(name)-\(parent)").path
    }

    private static func make(_ name: String) throws -> String {
      let path = folder(name, parent: getpid())
      // A process of this number may have left one.
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(
        atPath: path + "/notes", withIntermediateDirectories: true)
      return path
    }

    /// Commits a record; where it is called from is no matter, as in an asynchronous function.
    private static func insert(_ id: Int64, into workspace: Workspace) throws {
      try workspace.performChanges { try $0.insert(Watched(id: id)) }
    }

    /// Waits until a condition holds; a second is what a commit may take, on a machine that does nothing else.
    private static func wait(for condition: () -> Bool) -> Bool {
      let end = ContinuousClock.now + .seconds(isLong ? 1 : 60)
      while ContinuousClock.now < end {
        if condition() { return true }
        usleep(500)
      }
      return condition()
    }

    /// How many last commits: `OBSERVATION_LONG=1` makes it as many as the issue asks for.
    private static var lastCommits: Int64 { isLong ? 200 : 15 }

    private static var isLong: Bool {
      ProcessInfo.processInfo.environment["OBSERVATION_LONG"] == "1"
    }

    @Test(
      "A single last commit of another process, with synchronous FULL, arrives (CASES 38)")
    func lastCommit() async throws {
      let folder = try Self.make("last")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let workspace = try Workspace(path: folder + "/store.db")
      try Self.insert(0, into: workspace)
      let keys = workspace.dictionary.subscribe(
        to: "k", as: Int64.self, on: DispatchQueue(label: "keys")
      ) { update in
        _ = FileManager.default.createFile(
          atPath: folder + "/notes/key\(update.value ?? 0)", contents: nil)
      }
      // The newest row is noted in a folder that is not watched.
      let rows = workspace.subscribe(
        to: Watched.order { $0.id.descending }.limit(1), on: DispatchQueue(label: "rows")
      ) { update in
        _ = FileManager.default.createFile(
          atPath: folder + "/notes/row\(update.records.first?.id ?? 0)", contents: nil)
      }
      await #expect(processExitsWith: .success) {
        let folder = Self.folder("last", parent: getppid())
        let other = try Workspace(path: folder + "/store.db")
        for id in 1...Self.lastCommits {
          try other.performChanges(durability: .power) { changes in
            try changes.insert(Watched(id: id))
            try changes.dictionary.set(id, for: "k")
          }
          let isTold = Self.wait {
            FileManager.default.fileExists(atPath: folder + "/notes/row\(id)")
              && FileManager.default.fileExists(atPath: folder + "/notes/key\(id)")
          }
          try #require(isTold, "commit \(id)")
        }
        try other.shutdown()
      }
      rows.cancel()
      keys.cancel()
      try workspace.shutdown()
    }

    @Test(
      "What another process committed before it was killed arrives, and what it had begun does not")
    func killed() async throws {
      let folder = try Self.make("killed")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let workspace = try Workspace(path: folder + "/store.db")
      let (queue, ids) = (DispatchQueue(label: "rows"), Locked<[Int64]>([]))
      let counts = Locked(0)
      let rows = workspace.subscribe(to: Watched.all, on: queue) { update in
        ids.withLock { $0 = update.records.map(\.id) }
      }
      let count = workspace.subscribe(toCountOf: Watched.all, on: queue) { update in
        counts.withLock { $0 = update.count }
      }
      try Self.insert(1, into: workspace)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let other = try Workspace(
          path: Self.folder("killed", parent: getppid()) + "/store.db")
        for id in 2...20 as ClosedRange<Int64> {
          try other.performChanges { try $0.insert(Watched(id: id)) }
        }
        try other.performChanges { changes in
          try changes.insert(Watched(id: 21))
          kill(getpid(), SIGKILL)
        }
      }
      #expect(Self.wait { ids.withLock { $0 } == Array(1...20) && counts.withLock { $0 } == 20 })
      // This process goes on, on top of what the other one has left.
      try Self.insert(30, into: workspace)
      workspace.observation.settle(queue)
      #expect(ids.withLock { $0 } == Array(1...20) + [30])
      #expect(counts.withLock { $0 } == 21)
      rows.cancel()
      count.cancel()
      try workspace.shutdown()
    }

    /// Where a process is killed.
    private enum KillPoint: Int, CaseIterable {
      /// In a transaction, after some of its changes.
      case inTransaction
      /// In a handler of a subscriber of its own.
      case inHandler
      /// While a group of transactions waits.
      case withGroup
    }

    /// How often a process is killed at each kind of point.
    private static var kills: Int { isLong ? 20 : 2 }

    /// Commits, with a subscriber, until the point at which it is killed.
    private static func runUntilKilled(_ path: String, seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let point = KillPoint.allCases[Int(seed) % KillPoint.allCases.count]
      let last = Int64.random(in: 1...25, using: &random)
      let changes = Int64.random(in: 0...6, using: &random)
      let workspace = try Workspace(path: path)
      let rows = workspace.subscribe(
        to: Watched.order { $0.id.descending }.limit(3), on: DispatchQueue(label: "rows"),
        policy: .everyCommit
      ) { update in
        if point == .inHandler, update.records.first.map({ $0.id >= last }) == true {
          kill(getpid(), SIGKILL)
        }
      }
      for id in 1...1000 as ClosedRange<Int64> {
        if point == .withGroup, id == last {
          for member in 0..<8 as Range<Int64> {
            workspace.performChanges(on: .global()) { transaction in
              try transaction.insert(Watched(id: 2000 + member))
              if member == changes { kill(getpid(), SIGKILL) }
            } completion: { _ in
            }
          }
        }
        try workspace.performChanges { transaction in
          if point == .inTransaction, id == last {
            for more in 0..<changes { try transaction.insert(Watched(id: 3000 + more)) }
            kill(getpid(), SIGKILL)
          }
          try transaction.insert(Watched(id: id))
          try transaction.dictionary.set(id, for: "k")
        }
      }
      rows.cancel()
    }

    @Test("Wherever another process that also subscribes is killed, what it committed arrives")
    func killedAnywhere() async throws {
      for seed in 0..<(Self.kills * KillPoint.allCases.count) {
        let folder = try Self.make("anywhere")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = FileManager.default.createFile(
          atPath: folder + "/seed", contents: Data("\(seed)".utf8))
        let workspace = try Workspace(path: folder + "/store.db")
        let (probe, keys) = (QueryProbe(workspace, Watched.all), Locked<Int64?>(nil))
        let key = workspace.dictionary.subscribe(to: "k", as: Int64.self, on: probe.queue) {
          update in keys.withLock { $0 = update.value }
        }
        await #expect(processExitsWith: .signal(SIGKILL)) {
          let folder = Self.folder("anywhere", parent: getppid())
          let text = try String(contentsOfFile: folder + "/seed", encoding: .utf8)
          try Self.runUntilKilled(folder + "/store.db", seed: UInt64(text) ?? 0)
        }
        let expected = try workspace.fetch(Watched.all)
        let last = expected.last { $0.id <= 1000 }?.id
        #expect(Self.wait { probe.now.records == expected }, "seed \(seed)")
        #expect(Self.wait { keys.withLock { $0 } == last }, "seed \(seed)")
        // What was begun and not committed is nowhere.
        #expect(!expected.contains { $0.id >= 3000 }, "seed \(seed)")
        try Self.insert(5000, into: workspace)
        #expect(probe.settled().records == expected + [Watched(id: 5000)], "seed \(seed)")
        #expect(probe.now.faults == [], "seed \(seed)")
        probe.cancel()
        key.cancel()
        try workspace.shutdown()
      }
    }

    @Test(
      "At rest, with subscriptions, a process uses no time of the processor", .enabled(if: isLong))
    func atRest() async throws {
      await #expect(processExitsWith: .success) {
        let store = try ObservationStore()
        let queue = DispatchQueue(label: "rows")
        let rows = store.workspace.subscribe(to: Watched.all, on: queue) { _ in }
        try store.workspace.performChanges { try $0.insert(Watched(id: 1)) }
        store.workspace.observation.settle(queue)
        // The looks that follow a commit end after less than a second.
        usleep(2_000_000)
        var (before, after) = (rusage(), rusage())
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &before)
        usleep(5_000_000)
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &after)
        func microseconds(_ usage: rusage) -> Int {
          (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
            + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        }
        // 0.0 %: less than a twentieth of a percent.
        try #require(microseconds(after) - microseconds(before) < 2_500)
        rows.cancel()
      }
    }
  }
#endif
