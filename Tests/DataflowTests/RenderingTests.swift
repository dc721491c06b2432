import Dataflow
import Dispatch
import Testing

@Suite struct RenderingTests {
  @Test("The first frame has all areas, and later ones what changed")
  func areas() {
    let probe = WorkflowProbe(StopwatchWorkflow())
    probe.perform(.start)
    probe.perform(.lap(7))
    #expect(probe.frames.map(\.areas) == [StopwatchSurface.allAreas, [.state], [.laps]])
    #expect(probe.surface?.laps == [7])
  }

  @Test("What changes in turns that wait together is rendered once")
  func coalescing() {
    let probe = WorkflowProbe(StopwatchWorkflow())
    let before = probe.frames.count
    probe.target.perform(.start)
    for time in 0..<100 { probe.target.perform(.lap(time)) }
    // 101 intents; the first of them asks for the one turn that renders.
    for _ in 0..<101 { probe.queue.step() }
    #expect(probe.frames.count == before)
    #expect(probe.queue.turnCount == 1)
    probe.queue.step()
    #expect(probe.frames.count == before + 1)
    #expect(probe.frames.last?.areas == [.state, .laps])
    #expect(probe.surface?.laps == Array(0..<100))
  }

  @Test("An intent that the surface no longer allows when its turn comes is refused")
  func refusal() {
    let probe = WorkflowProbe(StopwatchWorkflow())
    probe.target.perform(.start)
    probe.target.perform(.start)
    probe.settle()
    #expect(probe.surface?.isRunning == true)
    #expect(probe.surface?.notice == "refused start")
  }

  @Test("Renderers share a workflow; each gets what it has not shown, until it is detached")
  func severalRenderers() {
    let probe = WorkflowProbe(StopwatchWorkflow())
    probe.perform(.start)
    let late = SurfaceRecorder<StopwatchSurface>()
    let attachment = probe.target.attach { late }
    probe.settle()
    #expect(late.frames.map(\.areas) == [StopwatchSurface.allAreas])
    probe.perform(.lap(1))
    attachment.cancel()
    probe.perform(.lap(2))
    #expect(late.frames.map(\.areas) == [StopwatchSurface.allAreas, [.laps]])
    #expect(late.frames.last?.surface.laps == [1])
    #expect(probe.surface?.laps == [1, 2])
  }

  @Test("A renderer on a slower queue gets the newest surface and every area at once")
  func otherQueue() {
    let slow = ManualQueue()
    let probe = WorkflowProbe(StopwatchWorkflow())
    let recorder = SurfaceRecorder<StopwatchSurface>()
    let attachment = probe.target.attach(on: slow) { recorder }
    probe.perform(.start)
    probe.perform(.lap(1))
    probe.perform(.lap(2))
    #expect(recorder.frames.isEmpty)
    #expect(slow.runAll() == 1)
    #expect(recorder.frames.map(\.areas) == [StopwatchSurface.allAreas])
    #expect(recorder.frames.last?.surface.laps == [1, 2])
    probe.perform(.lap(3))
    attachment.cancel()
    probe.settle()
    slow.runAll()
    #expect(recorder.frames.count == 1)
  }

  @Test("On a Dispatch queue, intents of many threads all arrive, and the last frame has them")
  func dispatchQueue() async {
    let queue = DispatchQueue(label: "shared")
    let target = RenderTarget(running: StopwatchWorkflow(), on: queue)
    let recorder = SurfaceRecorder<StopwatchSurface>()
    let attachment = target.attach { recorder }
    target.perform(.start)
    DispatchQueue.concurrentPerform(iterations: 200) { target.perform(.lap($0)) }
    // One turn for what was asked, one for the frame that it asks for.
    for _ in 0..<2 {
      await withCheckedContinuation { done in queue.async { done.resume() } }
    }
    #expect(Set(recorder.frames.last?.surface.laps ?? []) == Set(0..<200))
    attachment.cancel()
  }
}
