/// The renderer of one screen on the main actor: a plain class with one root view.
///
/// It belongs to no framework: a view controller, a window or a test shows ``rootView``. Subclasses build the view and
/// override ``render(_:of:)``.
///
/// ```swift
/// final class CounterController: Controller<CounterSurface, CounterView> {
///   override func render(_ areas: Set<CounterSurface.Area>, of surface: CounterSurface) {
///     if areas.contains(.value) { rootView.label.text = "\(surface.value)" }
///     rootView.resetButton.isEnabled = surface.allows(.reset)
///   }
/// }
/// ```
@MainActor
open class Controller<Surface: Dataflow.Surface, RootView> {
  /// The one view that holds the whole screen.
  public let rootView: RootView
  /// Where to report intents.
  public let target: RenderTarget<Surface>
  private var attachment: CancelToken?

  /// Makes a controller, which renders all areas in a coming turn of the main queue.
  public init(_ target: RenderTarget<Surface>, rootView: RootView) {
    self.target = target
    self.rootView = rootView
    attachment = target.attach(self)
  }

  /// Shows what changed; see ``Renderer/render(_:of:)``.
  open func render(_ areas: Set<Surface.Area>, of surface: Surface) {}
}

extension Controller: @MainActor Renderer {}
