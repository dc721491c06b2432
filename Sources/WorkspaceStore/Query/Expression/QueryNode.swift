package import FlatBufferCoding

/// A query's condition or term, without types: what the evaluator compiles and the planner reads.
package indirect enum QueryNode: Hashable, Sendable {
  /// A comparison of two values.
  package enum Comparison: UInt8, Hashable, Sendable, CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    /// The comparison that holds with the sides exchanged.
    package var mirrored: Comparison {
      switch self {
      case .equal, .notEqual: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      }
    }
  }

  /// A calculation with two numbers.
  package enum Arithmetic: UInt8, Hashable, Sendable, CaseIterable {
    case add, subtract, multiply, divide, remainder
  }

  /// The value at a path.
  case field(FieldPath)
  /// A fixed value.
  case constant(QueryConstant)
  /// `==` and `!=` treat null as a value; the others are false with null.
  case compare(Comparison, QueryNode, QueryNode)
  /// Both hold.
  case and(QueryNode, QueryNode)
  /// At least one holds.
  case or(QueryNode, QueryNode)
  /// The complement: holds exactly where the condition does not.
  case not(QueryNode)
  /// The value is null or NaN.
  case isNull(QueryNode)
  /// The value equals one of these; null equals null.
  case `in`(QueryNode, [QueryConstant])
  /// The string starts with these bytes.
  case hasPrefix(QueryNode, String)
  /// The string has these bytes somewhere.
  case contains(QueryNode, String)
  /// Null with null, when an integer result does not fit 64 bits, or when an integer is divided by zero.
  case arithmetic(Arithmetic, QueryNode, QueryNode)

  /// Two nodes are equal when they are built alike; texts byte by byte.
  package static func == (left: QueryNode, right: QueryNode) -> Bool {
    // In a loop, as nodes may be nested more deeply than the stack would bear.
    var pair = (left, right)
    var rest: [(QueryNode, QueryNode)] = []
    while true {
      guard pair.0.isAlike(pair.1) else { return false }
      rest += zip(pair.0.parts, pair.1.parts)
      guard let next = rest.popLast() else { return true }
      pair = next
    }
  }

  /// Whether two nodes are alike but for their parts.
  private func isAlike(_ other: QueryNode) -> Bool {
    switch (self, other) {
    case (.field(let a), .field(let b)): a == b
    case (.constant(let a), .constant(let b)): a == b
    case (.compare(let a, _, _), .compare(let b, _, _)): a == b
    case (.and, .and), (.or, .or), (.not, .not), (.isNull, .isNull): true
    case (.in(_, let a), .in(_, let b)): a == b
    case (.hasPrefix(_, let a), .hasPrefix(_, let b)), (.contains(_, let a), .contains(_, let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.arithmetic(let a, _, _), .arithmetic(let b, _, _)): a == b
    default: false
    }
  }

  /// Feeds the form and its parts, equal for equal nodes.
  package func hash(into hasher: inout Hasher) {
    var nodes = [self]
    while let node = nodes.popLast() {
      switch node {
      case .field(let path): hasher.combine(path)
      case .constant(let value): hasher.combine(value)
      case .compare(let operation, _, _): hasher.combine(operation)
      case .arithmetic(let operation, _, _): hasher.combine(operation)
      case .and, .or, .not, .isNull: break
      case .in(_, let values): hasher.combine(values)
      case .hasPrefix(_, let text), .contains(_, let text):
        hasher.combine(QueryConstant.text(text))
      }
      nodes += node.parts
    }
  }

  /// The nodes that this one is made of.
  private var parts: [QueryNode] {
    switch self {
    case .field, .constant: []
    case .not(let node), .isNull(let node), .in(let node, _), .hasPrefix(let node, _),
      .contains(let node, _):
      [node]
    case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .arithmetic(_, let left, let right):
      [left, right]
    }
  }

  /// Both conditions, where either may be missing.
  package static func both(_ left: QueryNode?, _ right: QueryNode) -> QueryNode {
    left.map { .and($0, right) } ?? right
  }
}

extension QueryNode {
  /// Whether the field at a path has a part in the node.
  func mentions(_ path: FieldPath) -> Bool {
    // Long chains lean to the left, and are gone through in a loop.
    var rest = self
    while true {
      switch rest {
      case .field(let other): return other == path
      case .constant: return false
      case .and(let left, let right), .or(let left, let right), .compare(_, let left, let right),
        .arithmetic(_, let left, let right):
        if right.mentions(path) { return true }
        rest = left
      case .not(let inner), .isNull(let inner), .in(let inner, _), .hasPrefix(let inner, _),
        .contains(let inner, _):
        rest = inner
      }
    }
  }
}
