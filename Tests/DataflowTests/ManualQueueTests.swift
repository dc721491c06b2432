import Dataflow
import Dispatch
import Foundation
import Testing

@Suite struct ManualQueueTests {
  @Test("Turns run in order, one a step, those that they schedule behind the rest")
  func order() {
    let queue = ManualQueue()
    let log = Log()
    queue.schedule {
      log.add("a")
      queue.schedule { log.add("c") }
    }
    queue.schedule { log.add("b") }
    #expect(queue.step() && log.entries == ["a"])
    #expect(queue.runAll() == 2 && log.entries == ["a", "b", "c"])
    #expect(!queue.step())
  }

  @Test("Settling waits for work under way and for deliveries on their way")
  func settling() {
    let queue = ManualQueue()
    let log = Log()
    queue.workBegan()
    DispatchQueue.global().async {
      queue.dispatchQueue.async {
        queue.deliver { log.add("delivered") }
        queue.workEnded()
      }
    }
    #expect(queue.settle())
    #expect(log.entries == ["delivered"])
  }

  @Test("Settling gives up at its deadline, and then still can be used")
  func deadline() {
    let queue = ManualQueue()
    queue.workBegan()
    #expect(!queue.settle(within: 0.02))
    queue.workEnded()
    #expect(queue.settle(within: 0.02))
    #expect(!queue.run(within: 0.02) { false })
    #expect(queue.run(within: 0.02) { true })
  }

  @Test("Settling without blocking gives up on work that does not end, and on turns without end")
  func deadlineOfTasks() async {
    let queue = ManualQueue()
    queue.workBegan()
    #expect(await !queue.settled(within: 0.02))
    queue.workEnded()
    #expect(await queue.settled(within: 0.02))
    let log = Log()
    @Sendable func again() { if log.entries.isEmpty { queue.schedule { again() } } }
    again()
    #expect(await !queue.settled(within: 0.02))
    log.add("over")
    #expect(queue.runAll() == 1)
  }

  @Test("Time in which tasks get no thread does not count as waiting for them")
  func busyThreads() async {
    let queue = ManualQueue()
    queue.workBegan()
    // Ten rounds in which other tasks have every thread; the work needs five.
    for _ in 0..<(2 * ProcessInfo.processInfo.activeProcessorCount) {
      Task {
        for _ in 0..<10 {
          usleep(20_000)
          await Task.yield()
        }
      }
    }
    Task {
      for _ in 0..<5 { await Task.yield() }
      queue.workEnded()
    }
    #expect(await queue.settled(within: 0.01))
  }

  @Test("Running until a condition takes turns from other threads")
  func untilCondition() {
    let queue = ManualQueue()
    let log = Log()
    DispatchQueue.global().async { queue.schedule { log.add("late") } }
    #expect(queue.run { log.entries == ["late"] })
  }

  /// What happened, from turns that may run on any thread.
  private final class Log: Sendable {
    private let queue = DispatchQueue(label: "log")
    nonisolated(unsafe) private var lines: [String] = []

    // Safe because `lines` is only reached on `queue`.
    var entries: [String] { queue.sync { unsafe lines } }

    func add(_ line: String) {
      queue.sync { unsafe lines.append(line) }
    }
  }
}
