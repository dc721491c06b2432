/// What a workflow can do from inside a turn: tell which areas changed, observe, write, start children.
///
/// It is handed to every method and closure of the workflow. It does not keep the workflow alive, and does nothing once
/// that is gone.
public struct WorkflowScope<W: Workflow>: Sendable {
  weak let host: WorkflowHost<W>?

  /// Changes the workflow in a turn of its own: a closure that every delivery is handed to.
  public typealias Apply<Value> =
    @Sendable (_ workflow: inout W, _ value: Value, _ scope: WorkflowScope<W>) -> Void

  /// Tells the renderers that areas changed.
  ///
  /// They are rendered in the next turn of the queue, together with all that are told until then.
  public func invalidate(_ areas: W.Surface.Area...) {
    host?.invalidate(Set(areas))
  }

  /// Tells the renderers that areas changed.
  public func invalidate(_ areas: Set<W.Surface.Area>) {
    host?.invalidate(areas)
  }

  /// Tells the parent something.
  public func send(_ output: W.Output) {
    host?.send(output)
  }

  /// Starts a child workflow on the same queue.
  ///
  /// Put the handle into the surface, as a route or a part: the child runs for as long as somebody has it.
  ///
  /// - Parameters:
  ///   - child: The logic of the child and its first state.
  ///   - onOutput: Applied to this workflow, in a turn of its own, for everything that the child sends.
  /// - Returns: The running child, as renderers see it.
  public func start<Child: Workflow>(
    _ child: sending Child, onOutput: @escaping Apply<Child.Output>
  ) -> RenderTarget<Child.Surface> {
    guard let host else {
      preconditionFailure(
        "WorkflowScope.start(_:onOutput:) after its workflow was released; use the scope only inside the closure it was given to"
      )
    }
    return RenderTarget(running: child, on: host.queue) { [weak host] output in
      host?.schedule { onOutput(&$0, output, $1) }
    }
  }

  /// Starts a child workflow that tells its parent nothing.
  public func start<Child: Workflow>(_ child: sending Child) -> RenderTarget<Child.Surface>
  where Child.Output == Never {
    start(child) { _, _, _ in }
  }
}
