#if canImport(UIKit)
  public import UIKit

  /// Turns the events of controls into intents, and reflects which of them are allowed.
  ///
  /// ```swift
  /// let controls = ControlAdapter(target)
  /// controls.connect(addButton) { .add }
  /// // in render(_:of:)
  /// controls.reflect(surface)
  /// ```
  ///
  /// On Linux this file is type-checked against a stub of UIKit, never run.
  @MainActor
  public final class ControlAdapter<Surface: Dataflow.Surface> {
    private let target: RenderTarget<Surface>
    private var reflections: [(Surface) -> Void] = []

    /// Makes an adapter that reports to a target.
    public init(_ target: RenderTarget<Surface>) {
      self.target = target
    }

    /// Reports an intent whenever a control sends an event.
    ///
    /// - Parameters:
    ///   - control: The control; it is not kept alive.
    ///   - event: The event, such as a tap.
    ///   - intent: The intent at that moment, from the control's own state, say; nil for none.
    public func connect(
      _ control: UIControl, for event: UIControl.Event = .primaryActionTriggered,
      intent: @escaping @MainActor () -> Surface.Intent?
    ) {
      control.addAction(
        UIAction { [target] _ in
          if let intent = intent() {
            target.perform(intent)
          }
        }, for: event)
      reflections.append { [weak control] surface in
        control?.isEnabled = intent().map(surface.allows) ?? false
      }
    }

    /// Enables the controls whose intents the surface allows, and disables the others.
    public func reflect(_ surface: Surface) {
      for reflection in reflections {
        reflection(surface)
      }
    }
  }
#endif
