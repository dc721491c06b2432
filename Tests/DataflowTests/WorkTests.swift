import Dataflow
import Testing

@Suite struct WorkTests {
  @Test("Asynchronous work comes back as a turn, with its result or its error")
  func results() async {
    let probe = WorkflowProbe(StopwatchWorkflow())
    await probe.performing(.addTwice)
    #expect(probe.surface?.laps == [1, 2])
    await probe.performing(.fail)
    #expect(probe.surface?.notice == "no network")
  }

  @Test("Work that newer work replaces is cancelled, and its result is not applied")
  func replaced() async {
    let probe = WorkflowProbe(StopwatchWorkflow())
    for _ in 0..<50 { probe.target.perform(.addTwice) }
    await probe.settled()
    #expect(probe.surface?.laps.suffix(2) == [1, 2])
    // Each result either was applied before the next intent's turn, or never.
    #expect(probe.surface?.laps == [1, 2])
  }

  @Test("A workflow ends with its last handle, and pending turns do not bring it back")
  func lifetime() {
    let queue = ManualQueue()
    weak var canary: CancelToken?
    do {
      let token = CancelToken()
      canary = token
      let target = RenderTarget(running: Holding(token: token), on: queue)
      queue.runAll()
      target.perform(.start)
    }
    #expect(queue.turnCount == 1)
    queue.runAll()
    #expect(canary == nil)
  }

  @Test("A token cancels once, when told to or when released")
  func tokens() {
    let count = Counter()
    let token = CancelToken { count.add() }
    token.cancel()
    token.cancel()
    #expect(token.isCancelled && count.value == 1)
    _ = CancelToken { count.add() }
    #expect(count.value == 2)
  }

  private struct Holding: Workflow {
    let surface = StopwatchSurface()
    let token: CancelToken

    func perform(_ intent: StopwatchSurface.Intent, in scope: WorkflowScope<Holding>) {}
  }
}
