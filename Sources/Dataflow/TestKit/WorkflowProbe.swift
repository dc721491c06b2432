/// Runs a workflow without any user interface, on a queue that the test steps.
///
/// ```swift
/// let probe = WorkflowProbe(Counter(workspace: workspace))
/// probe.perform(.increment)
/// #expect(probe.surface?.value == 1)
/// #expect(probe.frames.last?.areas == [.value])
/// ```
public final class WorkflowProbe<W: Workflow> {
  /// The queue, to be stepped by hand where ``settle()`` is too coarse.
  public let queue: ManualQueue
  /// The running workflow, as a renderer sees it.
  public let target: RenderTarget<W.Surface>
  private let recorder = SurfaceRecorder<W.Surface>()
  private let attachment: CancelToken

  /// Starts the workflow and lets it come to rest.
  ///
  /// - Parameters:
  ///   - workflow: The logic and its first state.
  ///   - queue: The queue to use, if several workflows are to share one.
  ///   - onOutput: Called, in a turn, with what the workflow sends out.
  public init(
    _ workflow: sending W, queue: ManualQueue = ManualQueue(),
    onOutput: @escaping @Sendable (W.Output) -> Void = { _ in }
  ) {
    self.queue = queue
    target = RenderTarget(running: workflow, on: queue, onOutput: onOutput)
    attachment = target.attach { [recorder] in recorder }
    settle()
  }

  /// How long a workflow may take to come to rest, in seconds.
  ///
  /// Tests that run beside many others, or under a sanitizer, get little of the machine.
  private static var patience: Double { 300 }

  /// Every frame so far.
  public var frames: [SurfaceRecorder<W.Surface>.Frame] {
    recorder.frames
  }

  /// The surface as last rendered.
  public var surface: W.Surface? {
    recorder.frames.last?.surface
  }

  /// Reports an intent and lets the workflow come to rest.
  public func perform(_ intent: W.Surface.Intent) {
    target.perform(intent)
    settle()
  }

  /// Runs turns until nothing is under way.
  public func settle() {
    precondition(
      queue.settle(within: Self.patience),
      "WorkflowProbe: the workflow did not come to rest in \(Self.patience) s; does an operation of it never end?"
    )
  }

  /// Reports an intent and lets the workflow come to rest, tasks that it runs included.
  public func performing(_ intent: W.Surface.Intent) async {
    target.perform(intent)
    await settled()
  }

  /// Runs turns until nothing is under way, without blocking a thread.
  public func settled() async {
    let isSettled = await queue.settled(within: Self.patience)
    precondition(
      isSettled,
      "WorkflowProbe: the workflow did not come to rest in \(Self.patience) s; does an operation of it never end?"
    )
  }
}
