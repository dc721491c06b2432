#if canImport(UIKit)
  public import UIKit

  /// Makes a `UINavigationController` show the open screens of a coordinator, and reports gestures of going back.
  ///
  /// On Linux this file is type-checked against a stub of UIKit, never run.
  @MainActor
  public final class NavigationAdapter<Surface: NavigationSurface>: NSObject,
    UINavigationControllerDelegate, UIAdaptivePresentationControllerDelegate, @MainActor Renderer
  {
    /// The navigation controller that is fed.
    public let navigationController: UINavigationController
    private let target: RenderTarget<Surface>
    private let makeScreen: (Surface.Route) -> UIViewController
    private var shown = Navigation<Surface.Route>()
    private var attachment: CancelToken?

    /// Becomes the delegate of a navigation controller, which does not keep it: keep it yourself.
    ///
    /// - Parameters:
    ///   - target: The running coordinator.
    ///   - navigationController: The navigation controller.
    ///   - makeScreen: The view controller of a route, usually a ``ScreenViewController``.
    public init(
      _ target: RenderTarget<Surface>, navigationController: UINavigationController,
      makeScreen: @escaping (Surface.Route) -> UIViewController
    ) {
      self.target = target
      self.navigationController = navigationController
      self.makeScreen = makeScreen
      super.init()
      navigationController.delegate = self
      attachment = target.attach(self)
    }

    /// Goes where the coordinator is.
    public func render(_ areas: Set<Surface.Area>, of surface: Surface) {
      guard areas.contains(Surface.navigationArea) else { return }
      var stack = navigationController.viewControllers
      let isFirst = stack.isEmpty
      for step in surface.navigation.steps(from: shown) {
        switch step {
        case .dismiss:
          navigationController.dismiss(animated: true)
        case .pop(let count):
          stack.removeLast(min(count, stack.count))
        case .push(let route):
          stack.append(makeScreen(route))
        case .present(let route):
          let sheet = makeScreen(route)
          sheet.presentationController?.delegate = self
          navigationController.present(sheet, animated: true)
        }
      }
      shown = surface.navigation
      if stack != navigationController.viewControllers {
        navigationController.setViewControllers(stack, animated: !isFirst)
      }
    }

    /// Reports a swipe or a tap on the back button.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      let depth = navigationController.viewControllers.count
      guard depth < shown.stack.count else { return }
      shown.pop(toDepth: depth)
      target.perform(Surface.intent(for: .wentBack(depth: depth)))
    }

    /// Reports that a person has pulled the sheet down.
    public func presentationControllerDidDismiss(
      _ presentationController: UIPresentationController
    ) {
      shown.dismiss()
      target.perform(Surface.intent(for: .closedSheet))
    }
  }
#endif
