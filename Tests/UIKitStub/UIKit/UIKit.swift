// swift-format-ignore-file
// Just enough of UIKit's interface to type-check Dataflow's adapters where there is no UIKit; see .ci/check-uikit.
@_exported public import Foundation

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var section: Int { self[0] }
  public var row: Int { self[1] }
}

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  public var window: UIWindow? { nil }
}

@MainActor open class UIWindow: UIView {}

@MainActor open class UILabel: UIView {
  public var text: String?
}

@MainActor public final class UIAction {
  public init(handler: @escaping @MainActor (UIAction) -> Void) {}
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }
  public var isEnabled = true
  public func addAction(_ action: UIAction, for controlEvents: Event) {}
}

@MainActor open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public var view: UIView?
  open func loadView() {}
  public var presentationController: UIPresentationController? { nil }
  public func present(
    _ viewController: UIViewController, animated: Bool, completion: (() -> Void)? = nil
  ) {}
  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor open class UIPresentationController: NSObject {
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

@MainActor open class UINavigationController: UIViewController {
  public var viewControllers: [UIViewController] = []
  public weak var delegate: (any UINavigationControllerDelegate)?
  public func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}
