import Dispatch

/// A running workflow as renderers see it: report intents to it, and attach to be shown its surfaces.
///
/// This handle is all that leaves a workflow. It can be kept in another workflow's surface, as a route to a screen;
/// two handles are equal if they lead to the same running workflow. The workflow runs until its last handle is gone.
public struct RenderTarget<Surface: Dataflow.Surface>: Sendable {
  private let source: any RenderSource<Surface>

  /// Starts a workflow on a queue.
  ///
  /// - Parameters:
  ///   - workflow: The logic and its first state.
  ///   - queue: The queue that runs it: the main queue, or one that the workflows of an app share. It must be serial.
  ///   - onOutput: Called on `queue` with what the workflow sends out.
  public init<W: Workflow>(
    running workflow: sending W, on queue: any WorkflowQueue,
    onOutput: @escaping @Sendable (W.Output) -> Void = { _ in }
  ) where W.Surface == Surface {
    let host = WorkflowHost(workflow, queue: queue, onOutput: onOutput)
    host.start()
    source = host
  }

  /// Asks the workflow for something; from any thread.
  ///
  /// It is carried out in a later turn of the workflow's queue, in the order of the calls, and only if the surface
  /// still allows it then.
  public func perform(_ intent: Surface.Intent) {
    source.perform(intent)
  }

  /// Attaches a renderer that is made on the queue that it renders on, and is never touched elsewhere.
  ///
  /// - Parameters:
  ///   - queue: A serial queue; nil is the workflow's own.
  ///   - makeRenderer: Called once, in a turn of that queue.
  /// - Returns: A token that detaches the renderer, and lets go of it, when cancelled or released.
  public func attach<R: Renderer & SendableMetatype>(
    on queue: (any WorkflowQueue)? = nil, _ makeRenderer: @escaping @Sendable () -> R
  ) -> CancelToken where R.Surface == Surface {
    source.attach(on: queue) {
      let renderer = makeRenderer()
      return { renderer.render($0, of: $1) }
    }
  }

  /// Attaches a renderer of the main actor, such as a controller; it is not kept alive.
  ///
  /// It is called on the main queue. On Linux that needs a running main queue (`dispatchMain()` or a run loop).
  ///
  /// - Returns: A token that detaches the renderer when cancelled or released.
  @MainActor
  public func attach<R: Renderer>(_ renderer: R) -> CancelToken where R.Surface == Surface {
    let render: @MainActor (Set<Surface.Area>, Surface) -> Void = { [weak renderer] in
      renderer?.render($0, of: $1)
    }
    return source.attach(on: DispatchQueue.main) {
      { areas, surface in MainActor.assumeIsolated { render(areas, surface) } }
    }
  }
}

extension RenderTarget: Hashable {
  /// Whether both lead to the same running workflow.
  public static func == (first: RenderTarget, second: RenderTarget) -> Bool {
    first.source === second.source
  }

  /// Hashes which running workflow this leads to.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(source))
  }
}

/// What a render target needs of a running workflow, whatever its type.
protocol RenderSource<Surface>: AnyObject, Sendable {
  associatedtype Surface: Dataflow.Surface

  func perform(_ intent: Surface.Intent)
  func attach(on queue: (any WorkflowQueue)?, _ make: @escaping RenderSlot<Surface>.Make)
    -> CancelToken
}
