/// Intervals of one field's values, each of a numbered element: those that hold a value are found without a look at
/// the others.
///
/// A search tree by where intervals begin, in which each node knows how far the intervals below it reach; kept in
/// balance by random priorities (Cormen et al., "Introduction to Algorithms", interval trees; Seidel and Aragon, 1996).
struct IntervalTree<Element: Sendable>: Sendable {
  typealias Interval = FieldBounds.Interval
  typealias Cut = FieldBounds.Cut

  private struct Node: Sendable {
    let interval: Interval
    let number: Int
    let element: Element
    let priority: UInt64
    /// The furthest end of the intervals here and below.
    var reach: Cut
    var left: Int32 = -1
    var right: Int32 = -1
  }

  private var nodes: [Node?] = []
  private var free: [Int32] = []
  private var root: Int32 = -1

  /// How many intervals there are.
  var count: Int { nodes.count - free.count }

  /// Whether there are none.
  var isEmpty: Bool { root < 0 }

  /// Adds an interval; one that begins alike has another number.
  ///
  /// - Complexity: O(log *n*), expected.
  mutating func insert(_ interval: Interval, number: Int, _ element: Element) {
    let node = Node(
      interval: interval, number: number, element: element,
      priority: Self.priority(number, nodes.count), reach: interval.upper)
    let place: Int32
    if let known = free.popLast() {
      nodes[Int(known)] = node
      place = known
    } else {
      place = Int32(nodes.count)
      nodes.append(node)
    }
    root = insert(place, at: root)
  }

  /// Removes an interval.
  ///
  /// - Complexity: O(log *n*), expected.
  mutating func remove(_ interval: Interval, number: Int) {
    root = remove(interval.lower, number, at: root)
  }

  /// Calls `body` with each element whose interval holds a value.
  ///
  /// - Returns: How many nodes were looked at: O(log *n* + *k* log *n*) for *k* elements.
  func forEach(holding value: IndexValue, _ body: (Int, Element) -> Void) -> Int {
    let (before, after) = (Cut.before(value), Cut.after(value))
    var visited = 0
    var stack = [root]
    while let place = stack.popLast() {
      guard place >= 0, let node = nodes[Int(place)] else { continue }
      visited += 1
      guard node.reach >= after else { continue }
      if node.left >= 0 { stack.append(node.left) }
      guard node.interval.lower <= before else { continue }
      if node.interval.upper >= after { body(node.number, node.element) }
      if node.right >= 0 { stack.append(node.right) }
    }
    return visited
  }

  /// All elements; those of several intervals come several times.
  var elements: [(number: Int, element: Element)] {
    nodes.compactMap { $0.map { ($0.number, $0.element) } }
  }

  /// A number as good as random (SplitMix64's finish, Steele, Lea and Flood, 2014).
  private static func priority(_ number: Int, _ salt: Int) -> UInt64 {
    var mixed = UInt64(truncatingIfNeeded: number &* 0x1_0001 &+ salt) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// Edits of subtrees, each of which returns the new top.
extension IntervalTree {
  private subscript(place: Int32) -> Node {
    get {
      guard let node = nodes[Int(place)] else {
        preconditionFailure("IntervalTree: place \(place) is free")
      }
      return node
    }
    set { nodes[Int(place)] = newValue }
  }

  /// Whether a node comes before an interval's beginning and number.
  private func isBefore(_ place: Int32, _ lower: Cut, _ number: Int) -> Bool {
    let node = self[place]
    return (node.interval.lower, node.number) < (lower, number)
  }

  private mutating func link(_ place: Int32, left: Int32, right: Int32) {
    var node = self[place]
    node.left = left
    node.right = right
    node.reach = node.interval.upper
    if left >= 0 { node.reach = max(node.reach, self[left].reach) }
    if right >= 0 { node.reach = max(node.reach, self[right].reach) }
    self[place] = node
  }

  private mutating func insert(_ new: Int32, at place: Int32) -> Int32 {
    guard place >= 0 else { return new }
    let node = self[new]
    if node.priority > self[place].priority {
      let (left, right) = split(place, node.interval.lower, node.number)
      link(new, left: left, right: right)
      return new
    }
    let (left, right) = (self[place].left, self[place].right)
    if isBefore(place, node.interval.lower, node.number) {
      link(place, left: left, right: insert(new, at: right))
    } else {
      link(place, left: insert(new, at: left), right: right)
    }
    return place
  }

  /// Parts a subtree into what comes before a place and what does not.
  private mutating func split(
    _ place: Int32, _ lower: Cut, _ number: Int
  ) -> (left: Int32, right: Int32) {
    guard place >= 0 else { return (-1, -1) }
    let (left, right) = (self[place].left, self[place].right)
    if isBefore(place, lower, number) {
      let parts = split(right, lower, number)
      link(place, left: left, right: parts.left)
      return (place, parts.right)
    }
    let parts = split(left, lower, number)
    link(place, left: parts.right, right: right)
    return (parts.left, place)
  }

  private mutating func remove(_ lower: Cut, _ number: Int, at place: Int32) -> Int32 {
    guard place >= 0 else { return place }
    let node = self[place]
    if node.number == number, node.interval.lower == lower {
      nodes[Int(place)] = nil
      free.append(place)
      return join(node.left, node.right)
    }
    if isBefore(place, lower, number) {
      link(place, left: node.left, right: remove(lower, number, at: node.right))
    } else {
      link(place, left: remove(lower, number, at: node.left), right: node.right)
    }
    return place
  }

  private mutating func join(_ left: Int32, _ right: Int32) -> Int32 {
    if left < 0 { return right }
    if right < 0 { return left }
    if self[left].priority > self[right].priority {
      link(left, left: self[left].left, right: join(self[left].right, right))
      return left
    }
    link(right, left: join(left, self[right].left), right: self[right].right)
    return right
  }
}
