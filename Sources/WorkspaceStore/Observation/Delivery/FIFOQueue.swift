/// What waits, in order: added at the end, taken from the front.
///
/// Either takes constant time, over many; what was taken is let go of at once, and its place soon.
struct FIFOQueue<Element: Sendable>: Sendable {
  private var items: [Element?] = []
  private var head = 0

  /// How many wait.
  var count: Int { items.count - head }

  /// What comes first; nil if nothing waits.
  var first: Element? { count == 0 ? nil : items[head] }

  mutating func append(_ element: Element) {
    items.append(element)
  }

  /// Puts another in place of what comes first, which there is.
  mutating func replaceFirst(with element: Element) {
    items[head] = element
  }

  /// Takes what comes first; nil if nothing waits.
  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    items[head] = nil
    head += 1
    if head == items.count {
      removeAll()
    } else if head >= 32, head * 2 >= items.count {
      items.removeSubrange(..<head)
      head = 0
    }
    return first
  }

  mutating func removeAll() {
    items.removeAll(keepingCapacity: items.count <= 64)
    head = 0
  }
}
