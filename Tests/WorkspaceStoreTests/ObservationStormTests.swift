import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ObservationStormTests {
  /// Counts what subscribers get, and when they should get nothing any more.
  private final class Listener: Sendable {
    struct State {
      var initials = 0
      var isCancelled = false
      var faults: [String] = []
    }

    let state = Locked(State())

    func take(isInitial: Bool, _ error: WorkspaceError?) {
      state.withLock { state in
        if state.isCancelled { state.faults.append("an update after cancel") }
        if let error, error.code != .shutDown { state.faults.append("\(error)") }
        if isInitial { state.initials += 1 }
        if state.initials > 1 { state.faults.append("two first updates") }
      }
    }
  }

  /// Runs each body on a thread of its own, and waits for all.
  private func runTogether(_ bodies: [@Sendable () -> Void]) {
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread.detachNewThread {
        body()
        group.leave()
      }
    }
    group.wait()
  }

  private func subscribe(
    _ workspace: Workspace, _ kind: Int, on queue: DispatchQueue, _ listener: Listener
  ) -> Subscription {
    let policy = kind.isMultiple(of: 2) ? DeliveryPolicy.newest : .everyCommit
    switch kind % 6 {
    case 0:
      return workspace.subscribe(
        to: Watched.order { $0.rank.descending }.limit(5), on: queue, policy: policy
      ) { listener.take(isInitial: $0.isInitial, $0.error) }
    case 1:
      return workspace.subscribe(toObject: Watched.self, key: 3, on: queue, policy: policy) {
        listener.take(isInitial: $0.isInitial, $0.error)
      }
    case 2:
      return workspace.subscribe(toCountOf: Watched.all, on: queue, policy: policy) {
        listener.take(isInitial: $0.isInitial, $0.error)
      }
    case 3:
      return workspace.subscribe(toChangesOf: Watched.self, on: queue, policy: policy) {
        listener.take(isInitial: $0.isInitial, $0.error)
      }
    case 4:
      return workspace.dictionary.subscribe(to: "k", as: Int.self, on: queue) {
        listener.take(isInitial: $0.isInitial, $0.error)
      }
    default:
      return workspace.dictionary.subscribe(on: queue) {
        listener.take(isInitial: $0.isInitial, $0.error)
      }
    }
  }

  @Test(
    "Threads commit, subscribe, cancel, fetch and set while the workspace is shut down: all end in order, and commits are kept",
    arguments: seeds(8))
  func storm(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let queues = (0..<3).map { DispatchQueue(label: "queue \($0)") }
    let (committed, faults) = (Locked<[Int64]>([]), Locked<[String]>([]))
    let listeners = Locked<[Listener]>([])
    let commits = DispatchSemaphore(value: 0)
    /// Calls again and again, until the workspace is shut down.
    @Sendable func untilShutDown(_ body: () throws -> Void) {
      while true {
        do {
          try body()
        } catch {
          if (error as? WorkspaceError)?.code == .shutDown { return }
          return faults.withLock { $0.append("\(error)") }
        }
      }
    }
    var bodies: [@Sendable () -> Void] = []
    for thread in 0..<2 as Range<Int64> {
      bodies.append {
        var id = thread
        untilShutDown {
          try workspace.performChanges { try $0.insert(Watched(id: id, rank: Int32(id % 97))) }
          committed.withLock { $0.append(id) }
          id += 2
          commits.signal()
        }
        commits.signal()
      }
      bodies.append {
        var random = SeededGenerator(seed: seed &+ UInt64(thread))
        var held: [(Subscription, Listener, DispatchQueue)] = []
        untilShutDown {
          let listener = Listener()
          listeners.withLock { $0.append(listener) }
          let kind = Int.random(in: 0..<12, using: &random)
          let queue = queues[Int.random(in: queues.indices, using: &random)]
          held.append((subscribe(workspace, kind, on: queue, listener), listener, queue))
          if held.count > 6 {
            let (subscription, listener, queue) = held.remove(
              at: Int.random(in: held.indices, using: &random))
            queue.sync {
              subscription.cancel()
              listener.state.withLock { $0.isCancelled = true }
            }
          }
          // Only this tells of the shutdown.
          _ = try workspace.count(Watched.all)
        }
        held.removeAll()
      }
    }
    bodies.append {
      untilShutDown { try workspace.dictionary.set(committed.withLock { $0.count }, for: "k") }
    }
    bodies.append {
      for _ in 0..<max(4, 60 / seedDivisor) { commits.wait() }
      // A value that is set in the meantime can be too late, and is then reported as lost.
      let failure = error { try workspace.shutdown() }
      if let failure, failure.code != .shutDown { faults.withLock { $0.append("\(failure)") } }
    }
    runTogether(bodies)
    for queue in queues { queue.sync {} }
    #expect(faults.withLock { $0 } == [])
    for listener in listeners.withLock({ $0 }) {
      #expect(listener.state.withLock { $0.faults } == [])
    }
    #expect(workspace.observation.resultCount == 0)
    #expect(try folder.openDescriptors() == 0)
    let again = try Workspace(path: folder.file())
    #expect(try again.check() == [])
    #expect(
      try again.fetch(Watched.order { $0.id.ascending }).map(\.id)
        == committed.withLock { $0.sorted() })
    try again.shutdown()
  }
}
