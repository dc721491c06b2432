private import Synchronization

/// The index of one forest, made by whichever thread first asks for it.
final class LazyIndex: Sendable {
  private let made = AtomicLazyReference<Box>()

  private final class Box: Sendable {
    let index: ForestIndex
    init(_ index: ForestIndex) { self.index = index }
  }

  /// The index, if somebody has asked for it.
  var existing: ForestIndex? { made.load()?.index }

  /// The index, made by `make` if nobody has asked before.
  ///
  /// Two threads that ask at once may both make it; all then use the same one.
  func index(_ make: () -> ForestIndex) -> ForestIndex {
    if let existing { return existing }
    return made.storeIfNil(Box(make())).index
  }
}
