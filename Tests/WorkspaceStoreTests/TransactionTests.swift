import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

@Suite struct TransactionTests {
  @Test("What a closure throws undoes all that it did, and passes through")
  func rollBack() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: workspace)
    #expect(throws: Stop.self) {
      try workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 1))
        try changes.dictionary.set(1, for: "k")
        throw Stop()
      }
    }
    #expect(try workspace.object(StoreItem.self, key: 1) == nil)
    #expect(workspace.dictionary["k", Int.self] == nil)
    #expect(sink.sets.withLock { $0.count } == 0)
    let raw = try folder.raw()
    #expect(try raw.rows("SELECT count(*) FROM __commit") == [["0"]])
    #expect(try raw.rows("SELECT count(*) FROM sqlite_master WHERE name LIKE '%.%'") == [["0"]])
    try workspace.performChanges { try $0.insert(StoreItem(id: 1, rank: 2)) }
    #expect(try workspace.object(StoreItem.self, key: 1)?.rank == 2)
    #expect(try workspace.check() == [])
  }

  @Test("A constraint failure leaves no trace of its object, and the transaction goes on")
  func constraints() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 1, name: "a", rank: 1, code: "x"))
      #expect(error { try changes.insert(StoreItem(id: 1, rank: 2)) }?.code == .keyExists)
      #expect(error { try changes.insert(StoreItem(id: 2, code: "x")) }?.code == .notUnique)
      #expect(error { try changes.insert(StoreItem(id: 2, code: "x")) }?.field == "code")
      #expect(error { try changes.upsert(StoreItem(id: 3, code: "x")) }?.code == .notUnique)
      #expect(error { try changes.update(StoreItem(id: 9)) }?.code == .notFound)
      try changes.insert(StoreItem(id: 2, rank: 2, code: "y"))
      #expect(error { try changes.update(StoreItem(id: 2, code: "x")) }?.code == .notUnique)
    }
    #expect(try workspace.object(StoreItem.self, key: 2)?.code == "y")
    #expect(try workspace.statistics().types[0].rows == 2)
    #expect(try workspace.check() == [])
  }

  @Test("Unique values can move from one object to another, and nulls do not clash")
  func uniqueValues() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 1...3 { try changes.insert(StoreItem(id: Int64(id))) }
      try changes.update(StoreItem(id: 1, code: "x"))
      try changes.update(StoreItem(id: 1))
      try changes.update(StoreItem(id: 2, code: "x"))
      try changes.delete(StoreItem(id: 2))
      try changes.insert(StoreItem(id: 4, code: "x"))
      try changes.update(StoreItem(id: 4, name: "same code", code: "x"))
    }
    #expect(try workspace.check() == [])
  }

  @Test(
    "Savepoints nest; what an inner one throws is undone alone, in rows, indexes, dictionary and changes"
  )
  func savepoints() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let sink = RecordingSink.install(in: workspace, watching: ["Stored.StoreItem"])
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 1))
      try changes.savepoint {
        try changes.insert(StoreItem(id: 2))
        try? changes.savepoint {
          try changes.update(StoreItem(id: 1, rank: 9))
          try changes.insert(StoreItem(id: 3))
          try changes.insert(StoreNote(title: "gone with its table"))
          try changes.dictionary.set(1, for: "gone")
          throw Stop()
        }
        try changes.insert(StoreNote(title: "made again"))
      }
    }
    guard case .rows(let rows) = sink.last?.types[1] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.map(\.rowID) == [1, 2])
    #expect(sink.last?.dictionary == [])
    #expect(try workspace.object(StoreItem.self, key: 1)?.rank == 0)
    #expect(try workspace.object(StoreNote.self, key: "made again") != nil)
    #expect(try workspace.check() == [])
  }

  @Test("A transaction's dictionary that escapes throws")
  func escaped() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let dictionary = try workspace.performChanges { $0.dictionary }
    #expect(error { try dictionary.set(1, for: "k") }?.code == .transactionEnded)
    #expect(error { _ = try dictionary.value("k", as: Int.self) }?.code == .transactionEnded)
    #expect(error { _ = try dictionary.keys() }?.code == .transactionEnded)
    #expect(error { try dictionary.removeAll() }?.code == .transactionEnded)
    dictionary["k", Int.self] = 2
    #expect(workspace.dictionary["k", Int.self] == nil)
  }

  @Test(
    "A full disk rolls back, later statements throw though the error was caught, and space heals (CASES 19, 25)"
  )
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.performChanges { try $0.insert(StoreItem(id: 0, name: "before")) }
    try limitPages(workspace, 0)
    let text = String(repeating: "x", count: 4000)
    let thrown = error {
      try workspace.performChanges { changes in
        do {
          for id in 1...10_000 { try changes.insert(StoreItem(id: Int64(id), name: text)) }
        } catch {
          #expect((error as? WorkspaceError)?.code == .full)
        }
        #expect(error { try changes.insert(StoreItem(id: -1)) }?.code == .rolledBack)
        #expect(error { try changes.update(StoreItem(id: 0)) }?.code == .rolledBack)
        #expect(error { try changes.dictionary.set(1, for: "k") }?.code == .rolledBack)
        #expect(error { _ = try changes.object(StoreItem.self, key: 0) }?.code == .rolledBack)
        #expect(error { try changes.savepoint {} }?.code == .rolledBack)
      }
    }
    #expect(thrown?.code == .full)
    #expect(try workspace.object(StoreItem.self, key: 0)?.name == "before")
    #expect(try workspace.object(StoreItem.self, key: -1) == nil)
    try limitPages(workspace, 1_000_000)
    try workspace.performChanges { try $0.insert(StoreItem(id: 5, name: text)) }
    #expect(try workspace.statistics().types[0].rows == 2)
    #expect(try workspace.check() == [])
  }

  /// Limits the pages of the writer's connection; 0 is what there are.
  private func limitPages(_ workspace: Workspace, _ count: Int) throws {
    try workspace.writer.queue.sync {
      let connection = try workspace.writer.requireConnection()
      let pages = try connection.integer("PRAGMA page_count") ?? 0
      _ = try connection.integer("PRAGMA max_page_count = \(count == 0 ? Int(pages) : count)")
    }
  }

  @Test(
    "A task that is cancelled inside a write changes nothing, and the next write works (CASES 21)")
  func cancellation() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let started = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let task = Task {
      try await workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 1))
        started.signal()
        goOn.wait()
      }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        started.wait()
        continuation.resume()
      }
    }
    task.cancel()
    goOn.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try workspace.object(StoreItem.self, key: 1) == nil)
    try await workspace.performChanges { try $0.insert(StoreItem(id: 1)) }
    #expect(try workspace.object(StoreItem.self, key: 1) != nil)
  }

  @Test(
    "Transactions that wait share one COMMIT, each with its number, and one that fails fails alone")
  func groups() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let sink = RecordingSink.install(in: workspace)
    let gate = DispatchSemaphore(value: 0)
    workspace.writer.queue.async { gate.wait() }
    let results = await withTaskGroup(of: (Int, Bool).self) { group in
      let queued = Locked(0)
      for number in 0..<100 {
        group.addTask {
          await withCheckedContinuation { continuation in
            workspace.performChanges(on: .global()) { changes in
              try changes.insert(StoreItem(id: Int64(number)))
              if number % 10 == 3 { throw Stop() }
            } completion: { (result: Result<Void, any Error>) in
              if case .success = result {
                continuation.resume(returning: (number, true))
              } else {
                continuation.resume(returning: (number, false))
              }
            }
            let all = queued.withLock { queued in
              queued += 1
              return queued == 100
            }
            if all { gate.signal() }
          }
        }
      }
      var results: [Int: Bool] = [:]
      for await (number, isDone) in group { results[number] = isDone }
      return results
    }
    for number in 0..<100 {
      #expect(results[number] == (number % 10 != 3))
      #expect(
        try (workspace.object(StoreItem.self, key: Int64(number)) != nil) == (number % 10 != 3))
    }
    // The first commit made the table.
    #expect(sink.sets.withLock { $0.map(\.commit) } == Array(2...91))
    #expect(try workspace.check() == [])
  }

  @Test("Threads that write at the same time lose nothing")
  func threads() throws {
    let folder = try TemporaryFolder()
    let workspaces = try (0..<2).map { _ in try Workspace(path: folder.file()) }
    try workspaces[0].performChanges { try $0.insert(StoreItem(id: 1)) }
    let failures = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<25 {
        do {
          try workspaces[thread % 2].performChanges { changes in
            guard var item = try changes.object(StoreItem.self, key: 1) else { return }
            item.rank += 1
            try changes.update(item)
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    for workspace in workspaces {
      #expect(try workspace.object(StoreItem.self, key: 1)?.rank == 200)
    }
  }
}
