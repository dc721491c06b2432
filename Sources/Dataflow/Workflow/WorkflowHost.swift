import Dispatch

/// Runs one workflow: the thin shell on a queue around its logic.
///
/// Safe because everything mutable is touched only in turns of `queue`, which is serial; the workflow itself was handed
/// over by `sending`. Deinitialisation may come from any thread, when nobody refers to the host any more.
final class WorkflowHost<W: Workflow>: RenderSource, @unchecked Sendable {
  typealias Surface = W.Surface

  let queue: any WorkflowQueue
  private let onOutput: @Sendable (W.Output) -> Void
  private var workflow: W
  private var changedAreas: Set<Surface.Area> = []
  private var isRenderingDue = false
  private var slots: [RenderSlot<Surface>] = []

  init(
    _ workflow: sending W, queue: any WorkflowQueue,
    onOutput: @escaping @Sendable (W.Output) -> Void
  ) {
    self.workflow = workflow
    self.queue = queue
    self.onOutput = onOutput
  }

  func start() {
    schedule { $0.start(in: $1) }
  }

  /// A change of the logic by one turn.
  typealias Turn = @Sendable (inout W, WorkflowScope<W>) -> Void

  /// Lets the logic act in a later turn, unless the token is cancelled by then; from any thread.
  func schedule(unless ended: CancelToken? = nil, _ turn: @escaping Turn) {
    queue.schedule { [self] in act(unless: ended, turn) }
  }

  /// Lets the logic act on what was just delivered on the queue.
  func deliver(unless ended: CancelToken? = nil, _ turn: @escaping Turn) {
    queue.deliver { [self] in act(unless: ended, turn) }
  }

  private func act(unless ended: CancelToken?, _ turn: Turn) {
    guard ended?.isCancelled != true else { return }
    turn(&workflow, WorkflowScope(host: self))
  }

  func perform(_ intent: Surface.Intent) {
    schedule { workflow, scope in
      if workflow.surface.allows(intent) {
        workflow.perform(intent, in: scope)
      } else {
        workflow.refuse(intent, in: scope)
      }
    }
  }

  func send(_ output: W.Output) {
    onOutput(output)
  }

  /// Notes changed areas; all that are noted before the next turn are rendered in it, once.
  func invalidate(_ areas: Set<Surface.Area>) {
    changedAreas.formUnion(areas)
    guard !isRenderingDue, !changedAreas.isEmpty else { return }
    isRenderingDue = true
    queue.schedule { [self] in render() }
  }

  private func render() {
    isRenderingDue = false
    let areas = changedAreas
    changedAreas = []
    guard !slots.isEmpty, !areas.isEmpty else { return }
    let surface = workflow.surface
    for slot in slots {
      show(areas, of: surface, in: slot)
    }
  }

  private func show(_ areas: Set<Surface.Area>, of surface: Surface, in slot: RenderSlot<Surface>) {
    if slot.queue.dispatchQueue === queue.dispatchQueue {
      slot.render(areas, of: surface)
    } else {
      slot.post(areas, of: surface)
    }
  }

  func attach(on queue: (any WorkflowQueue)?, _ make: @escaping RenderSlot<Surface>.Make)
    -> CancelToken
  {
    let slot = RenderSlot(queue: queue ?? self.queue, make: make)
    self.queue.schedule { [self, slot] in
      slots.append(slot)
      show(Surface.allAreas, of: workflow.surface, in: slot)
    }
    return CancelToken { [weak self] in
      slot.detach()
      guard let self else { return }
      self.queue.schedule { [self] in slots.removeAll { $0 === slot } }
    }
  }
}
