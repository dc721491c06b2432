import Dataflow

/// A screen without a store: what `perform` itself keeps.
struct StopwatchSurface: Surface {
  enum Intent: Sendable, Equatable { case start, stop, lap(Int), addTwice, fail }
  enum Area: CaseIterable, Sendable { case state, laps, notice }

  var isRunning = false
  var laps: [Int] = []
  var notice = ""

  func allows(_ intent: Intent) -> Bool {
    switch intent {
    case .start: !isRunning
    case .stop, .lap: isRunning
    case .addTwice, .fail: true
    }
  }
}

struct StopwatchWorkflow: Workflow {
  enum Output: Sendable, Equatable { case stopped(laps: [Int]) }

  private(set) var surface = StopwatchSurface()
  private var work: CancelToken?

  mutating func perform(
    _ intent: StopwatchSurface.Intent, in scope: WorkflowScope<StopwatchWorkflow>
  ) {
    switch intent {
    case .start:
      surface.isRunning = true
      scope.invalidate(.state)
    case .stop:
      surface.isRunning = false
      scope.invalidate(.state)
      scope.send(.stopped(laps: surface.laps))
    case .lap(let time):
      surface.laps.append(time)
      scope.invalidate(.laps)
    case .addTwice:
      work = scope.run {
        [1, 2]
      } completion: { workflow, result, scope in
        workflow.surface.laps += (try? result.get()) ?? []
        scope.invalidate(.laps)
      }
    case .fail:
      work = scope.run { () async throws -> Int in
        throw Failure()
      } completion: { workflow, result, scope in
        if case .failure(let error) = result {
          workflow.surface.notice = "\(error)"
          scope.invalidate(.notice)
        }
      }
    }
  }

  mutating func refuse(
    _ intent: StopwatchSurface.Intent, in scope: WorkflowScope<StopwatchWorkflow>
  ) {
    surface.notice = "refused \(intent)"
    scope.invalidate(.notice)
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String { "no network" }
  }
}
