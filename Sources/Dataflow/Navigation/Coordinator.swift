/// A surface that says which screens are open.
public protocol NavigationSurface: Surface {
  /// A screen, usually an enum with a ``RenderTarget`` of the screen's workflow in each case.
  associatedtype Route: Hashable & Sendable

  /// The open screens.
  var navigation: Navigation<Route> { get set }
  /// The area that changes when they do.
  static var navigationArea: Area { get }
  /// The intent that reports a gesture of going back.
  static func intent(for event: NavigationEvent) -> Intent
}

/// A workflow that starts the workflows of other screens and decides which of them are open.
///
/// ```swift
/// enum Route: Hashable, Sendable {
///   case lists(RenderTarget<ListsSurface>)
///   case list(RenderTarget<ListSurface>)
/// }
///
/// mutating func start(in scope: WorkflowScope<AppCoordinator>) {
///   let lists = scope.start(ListsWorkflow(workspace: workspace)) { coordinator, output, scope in
///     guard case .opened(let list) = output else { return }
///     let screen = scope.start(ListWorkflow(workspace: coordinator.workspace, list: list))
///     coordinator.navigate(in: scope) { $0.push(.list(screen)) }
///   }
///   navigate(in: scope) { $0.push(.lists(lists)) }
/// }
/// ```
///
/// A child runs as long as its route is open, or a renderer still shows it on its way out.
public protocol Coordinator: Workflow where Surface: NavigationSurface {
  /// What is shown now, to be changed by ``navigate(in:_:)``.
  var surface: Surface { get set }
}

extension Coordinator {
  /// Changes which screens are open, and tells the renderers if that made a difference.
  public mutating func navigate(
    in scope: WorkflowScope<Self>, _ change: (inout Navigation<Surface.Route>) -> Void
  ) {
    var navigation = surface.navigation
    change(&navigation)
    guard navigation != surface.navigation else { return }
    surface.navigation = navigation
    scope.invalidate(Surface.navigationArea)
  }

  /// Follows a gesture that the platform has carried out already.
  public mutating func follow(_ event: NavigationEvent, in scope: WorkflowScope<Self>) {
    navigate(in: scope) { navigation in
      switch event {
      case .wentBack(let depth): navigation.pop(toDepth: depth)
      case .closedSheet: navigation.dismiss()
      }
    }
  }
}
