/// Everything one screen shows, as a value: the whole contract between a workflow and its renderers.
///
/// A surface says what is shown (its properties), what may be asked for (``Intent``) and in which parts it changes
/// (``Area``). What a person may do and where they are is part of it too: flags that enable a button, the rows of a
/// list, the screen to go to. A renderer decides nothing.
///
/// ```swift
/// struct CounterSurface: Surface {
///   enum Intent: Sendable { case increment, reset }
///   enum Area: CaseIterable, Sendable { case value }
///   var value = 0
///   func allows(_ intent: Intent) -> Bool { intent == .increment || value > 0 }
/// }
/// ```
///
/// Surfaces are copied to every renderer, so keep them cheap to copy: values, list snapshots, render targets of child
/// workflows.
public protocol Surface: Sendable {
  /// What a renderer may ask for.
  associatedtype Intent: Sendable
  /// The parts of the screen that change apart from each other.
  associatedtype Area: Hashable, Sendable, CaseIterable

  /// Whether an intent would be carried out now.
  ///
  /// A renderer enables its controls by it, and the workflow asks it again before it carries an intent out: one rule
  /// for both. Without an implementation every intent is allowed.
  func allows(_ intent: Intent) -> Bool
}

extension Surface {
  /// Allows every intent.
  public func allows(_ intent: Intent) -> Bool {
    true
  }

  /// All areas: what a renderer that has shown nothing yet must draw.
  public static var allAreas: Set<Area> {
    Set(Area.allCases)
  }
}
