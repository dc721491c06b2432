/// Where a person is: the open screens from the root up, and perhaps a sheet above them.
///
/// It is part of a surface: a workflow decides, a renderer goes there (``NavigationStep`` tells how).
public struct Navigation<Route: Hashable & Sendable>: Hashable, Sendable {
  /// The open screens, the root first.
  public private(set) var stack: [Route]
  /// The screen presented above all others, if any.
  public private(set) var sheet: Route?

  /// Makes a navigation with some screens open.
  public init(_ stack: [Route] = []) {
    self.stack = stack
  }

  /// The screen that a person sees.
  public var current: Route? {
    sheet ?? stack.last
  }

  /// Opens a screen on top of the stack.
  public mutating func push(_ route: Route) {
    stack.append(route)
  }

  /// Closes the top screen; the root stays.
  public mutating func pop() {
    pop(toDepth: stack.count - 1)
  }

  /// Closes all screens above the first `depth`; the root stays.
  public mutating func pop(toDepth depth: Int) {
    stack.removeLast(max(0, stack.count - max(1, depth)))
  }

  /// Replaces the whole stack, as a link from outside does.
  public mutating func replaceStack(_ routes: [Route]) {
    stack = routes
  }

  /// Presents a sheet, instead of one that is shown.
  public mutating func present(_ route: Route) {
    sheet = route
  }

  /// Closes the sheet.
  public mutating func dismiss() {
    sheet = nil
  }

  /// The way from what is shown to this, in the order in which to go it.
  ///
  /// Screens that both stacks share from the root up stay open.
  ///
  /// - Complexity: O(*n*) for *n* open screens.
  public func steps(from shown: Navigation) -> [NavigationStep<Route>] {
    var steps: [NavigationStep<Route>] = []
    let isSheetReplaced = shown.sheet != sheet
    if isSheetReplaced && shown.sheet != nil {
      steps.append(.dismiss)
    }
    let shared = zip(shown.stack, stack).prefix { $0 == $1 }.count
    if shared < shown.stack.count {
      steps.append(.pop(count: shown.stack.count - shared))
    }
    steps += stack[shared...].map { .push($0) }
    if isSheetReplaced, let sheet {
      steps.append(.present(sheet))
    }
    return steps
  }
}

/// One step from one navigation to another.
public enum NavigationStep<Route: Hashable & Sendable>: Hashable, Sendable {
  /// Close the sheet.
  case dismiss
  /// Close that many screens from the top.
  case pop(count: Int)
  /// Open a screen on top.
  case push(Route)
  /// Present a sheet.
  case present(Route)
}

/// What a person did to the navigation by a gesture that the platform carries out by itself.
public enum NavigationEvent: Hashable, Sendable {
  /// Went back, so that this many screens are open.
  case wentBack(depth: Int)
  /// Closed the sheet.
  case closedSheet
}
