#if canImport(UIKit)
  public import UIKit

  /// Shows a plain controller's root view where UIKit wants a view controller.
  ///
  /// On Linux this file is type-checked against a stub of UIKit, never run.
  public final class ScreenViewController<Surface: Dataflow.Surface, RootView: UIView>:
    UIViewController
  {
    /// The controller, kept as long as the screen is.
    public let controller: Controller<Surface, RootView>

    /// Makes a view controller around a plain one.
    public init(_ controller: Controller<Surface, RootView>) {
      self.controller = controller
      super.init(nibName: nil, bundle: nil)
    }

    /// Not for storyboards: a controller needs its render target.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      nil
    }

    /// Takes the root view as the view.
    public override func loadView() {
      view = controller.rootView
    }
  }
#endif
