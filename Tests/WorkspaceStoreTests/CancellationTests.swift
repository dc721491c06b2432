import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Tasks that are cancelled while the workspace is suspended, so that nobody knows when their turn would come.
@Suite struct CancellationTests {
  private func waiting(_ workspace: Workspace) -> Int {
    workspace.writer.pending.withLock { $0.count }
  }

  private func insert(_ id: Int64, in workspace: Workspace) -> Task<Void, any Error> {
    Task { try await workspace.performChanges { try $0.insert(StoreItem(id: id)) } }
  }

  @Test(
    "A task that is cancelled while it waits for a resumption is told at once, and the others wait on (CASES 21)"
  )
  func whileSuspended() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    try workspace.suspend()
    let tasks = (0..<10).map { insert($0, in: workspace) }
    while waiting(workspace) < 10 { await Task.yield() }
    for place in [0, 3, 9] {
      tasks[place].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[place].value }
    }
    #expect(waiting(workspace) == 7)
    // One that was cancelled before it came.
    let late = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await workspace.performChanges { try $0.insert(StoreItem(id: 10)) }
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(waiting(workspace) == 7)
    try workspace.resume()
    for place in [1, 2, 4, 5, 6, 7, 8] { try await tasks[place].value }
    #expect(try workspace.fetch(StoreItem.all).map(\.id) == [1, 2, 4, 5, 6, 7, 8])
    try workspace.shutdown()
  }

  @Test(
    "One that was cancelled while it waited for its turn is told at the latest when the workspace is suspended"
  )
  func beforeSuspension() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreItem.self])
    let gate = DispatchSemaphore(value: 0)
    workspace.writer.queue.async { gate.wait() }
    let tasks = [insert(1, in: workspace), insert(2, in: workspace)]
    while waiting(workspace) < 2 { await Task.yield() }
    tasks[0].cancel()
    let isSuspended = Task.detached { try workspace.suspend() }
    while !workspace.writer.isSuspended.withLock({ $0 }) { await Task.yield() }
    gate.signal()
    try await isSuspended.value
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(waiting(workspace) == 1)
    try workspace.resume()
    try await tasks[1].value
    #expect(try workspace.fetch(StoreItem.all).map(\.id) == [2])
    try workspace.shutdown()
  }
}
