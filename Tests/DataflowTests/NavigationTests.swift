import Dataflow
import Testing
import TestSupport

@Suite struct NavigationTests {
  @Test("The steps between two navigations lead from one to the other", arguments: seeds(50))
  func replay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let old = navigation(using: &random)
      let new = navigation(using: &random)
      let steps = new.steps(from: old)
      var shown = old
      for step in steps {
        switch step {
        case .dismiss: shown.dismiss()
        case .pop(let count): shown.replaceStack(shown.stack.dropLast(count))
        case .push(let route): shown.push(route)
        case .present(let route): shown.present(route)
        }
      }
      #expect(shown == new, "seed \(seed): \(old) to \(new) by \(steps)")
      // Screens that both share from the root up are never touched.
      let shared = zip(old.stack, new.stack).prefix { $0 == $1 }.count
      let touched = old.stack.count + new.stack.count - 2 * shared
      let moves = steps.reduce(into: 0) { count, step in
        switch step {
        case .pop(let popped): count += popped
        case .push: count += 1
        case .dismiss, .present: break
        }
      }
      #expect(moves == touched, "seed \(seed)")
    }
  }

  private func navigation(using random: inout SeededGenerator) -> Navigation<Int> {
    let depth = Int.random(in: 0...4, using: &random)
    var navigation = Navigation((0..<depth).map { _ in Int.random(in: 0...1, using: &random) })
    if Bool.random(using: &random) {
      navigation.present(Int.random(in: 0...1, using: &random))
    }
    return navigation
  }

  @Test("The root is never popped")
  func root() {
    var navigation = Navigation([1, 2, 3])
    navigation.pop(toDepth: 0)
    navigation.pop()
    #expect(navigation.stack == [1])
    #expect(navigation.current == 1)
  }

  @Test("A coordinator opens a child's screen, follows gestures, and a closed child ends")
  func coordinator() throws {
    let probe = WorkflowProbe(StopwatchCoordinator())
    guard case .stopwatch(let first)? = probe.surface?.navigation.current else {
      Issue.record("no stopwatch: \(String(describing: probe.surface))")
      return
    }
    first.perform(.start)
    first.perform(.lap(4))
    first.perform(.stop)
    probe.settle()
    #expect(probe.surface?.navigation.stack.count == 2)
    #expect(probe.surface?.navigation.current == .result([4]))
    probe.perform(.navigated(.wentBack(depth: 1)))
    #expect(probe.surface?.navigation.current == .stopwatch(first))
    let frames = probe.frames.count
    probe.perform(.navigated(.wentBack(depth: 1)))
    #expect(probe.frames.count == frames)
  }
}

private enum Route: Hashable, Sendable {
  case stopwatch(RenderTarget<StopwatchSurface>)
  case result([Int])
}

private struct StopwatchCoordinator: Coordinator {
  struct Surface: NavigationSurface {
    enum Intent: Sendable { case navigated(NavigationEvent) }
    enum Area: CaseIterable, Sendable { case navigation }
    static var navigationArea: Area { .navigation }
    static func intent(for event: NavigationEvent) -> Intent { .navigated(event) }
    var navigation = Navigation<Route>()
  }

  var surface = Surface()

  mutating func start(in scope: WorkflowScope<StopwatchCoordinator>) {
    let stopwatch = scope.start(StopwatchWorkflow()) { coordinator, output, scope in
      guard case .stopped(let laps) = output else { return }
      coordinator.navigate(in: scope) { $0.push(.result(laps)) }
    }
    navigate(in: scope) { $0.push(.stopwatch(stopwatch)) }
  }

  mutating func perform(_ intent: Surface.Intent, in scope: WorkflowScope<StopwatchCoordinator>) {
    switch intent {
    case .navigated(let event): follow(event, in: scope)
    }
  }
}
