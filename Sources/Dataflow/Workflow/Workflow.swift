/// The logic of one screen: a plain value that turns intents and observations into a surface.
///
/// ```
/// intent ─▶ perform(_:in:) ─▶ workspace ─▶ observation ─▶ surface ─▶ renderer
/// ```
///
/// What is kept flows in one circle and one way: ``perform(_:in:)`` writes the source of truth (the workspace and its
/// dictionary), observations that ``start(in:)`` made bring the change back into ``surface``, and
/// ``WorkflowScope/invalidate(_:)-(W.Surface.Area...)`` tells the renderers which areas changed. What only this screen knows (a filter, a
/// message, where one is) is a property, changed by `perform` itself.
///
/// A workflow is run by ``RenderTarget/init(running:on:onOutput:)``, which owns it from then on: its methods are called
/// one at a time, in turns of the queue given, so it needs no lock, and no closure captures it.
///
/// ```swift
/// struct Counter: Workflow {
///   let workspace: Workspace
///   private(set) var surface = CounterSurface()
///   private var value: CancelToken?
///
///   mutating func start(in scope: WorkflowScope<Counter>) {
///     value = scope.observe("count", as: Int.self, in: workspace.dictionary) {
///       counter, update, scope in
///       counter.surface.value = update.value ?? 0
///       scope.invalidate(.value)
///     }
///   }
///
///   mutating func perform(_ intent: CounterSurface.Intent, in scope: WorkflowScope<Counter>) {
///     let value = intent == .reset ? 0 : surface.value + 1
///     scope.performChanges(in: workspace) { changes in
///       try changes.dictionary.set(value, for: "count")
///     } completion: { counter, result, scope in
///       if case .failure(let error) = result { counter.show(error, in: scope) }
///     }
///   }
/// }
/// ```
public protocol Workflow: SendableMetatype {
  /// What the screen shows and may be asked for.
  associatedtype Surface: Dataflow.Surface
  /// What it tells its parent, such as "closed"; `Never` if nothing.
  associatedtype Output: Sendable = Never

  /// What is to be shown now. Read once per turn that changed something: keep it stored, or cheap.
  var surface: Surface { get }

  /// Makes the observations that feed the surface; called once, before everything else.
  mutating func start(in scope: WorkflowScope<Self>)

  /// Carries an intent out.
  mutating func perform(_ intent: Surface.Intent, in scope: WorkflowScope<Self>)

  /// Called instead of ``perform(_:in:)`` when the surface does not allow the intent any more.
  ///
  /// Without an implementation the intent is dropped: the renderer was a moment behind.
  mutating func refuse(_ intent: Surface.Intent, in scope: WorkflowScope<Self>)
}

extension Workflow {
  /// Observes nothing.
  public mutating func start(in scope: WorkflowScope<Self>) {}

  /// Drops the intent.
  public mutating func refuse(_ intent: Surface.Intent, in scope: WorkflowScope<Self>) {}
}
