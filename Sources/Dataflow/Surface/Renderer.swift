/// Shows surfaces of one type: a terminal, a view, a recorder in a test.
///
/// A renderer sees surfaces and a ``RenderTarget`` to report intents to, and nothing else: no workflow, no workspace.
/// So it can neither decide nor write.
public protocol Renderer<Surface>: AnyObject {
  /// What it shows.
  associatedtype Surface: Dataflow.Surface

  /// Shows what changed.
  ///
  /// The first call has all areas. A later one has those that changed since the call before, however many turns of
  /// the workflow that was; read just these from the surface.
  ///
  /// - Parameters:
  ///   - areas: The parts that changed; never empty.
  ///   - surface: The newest surface, whole.
  func render(_ areas: Set<Surface.Area>, of surface: Surface)
}
