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
    switch (left, right) {
    case (.field(let a), .field(let b)): a == b
    case (.constant(let a), .constant(let b)): a == b
    case (.compare(let op, let a, let b), .compare(let other, let c, let d)):
      op == other && a == c && b == d
    case (.and(let a, let b), .and(let c, let d)), (.or(let a, let b), .or(let c, let d)):
      a == c && b == d
    case (.not(let a), .not(let b)), (.isNull(let a), .isNull(let b)): a == b
    case (.in(let a, let values), .in(let b, let others)): a == b && values == others
    case (.hasPrefix(let a, let text), .hasPrefix(let b, let other)),
      (.contains(let a, let text), .contains(let b, let other)):
      a == b && text.utf8.elementsEqual(other.utf8)
    case (.arithmetic(let op, let a, let b), .arithmetic(let other, let c, let d)):
      op == other && a == c && b == d
    default: false
    }
  }

  /// Feeds the form and its parts, equal for equal nodes.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .field(let path): hasher.combine(path)
    case .constant(let value): hasher.combine(value)
    case .compare(let operation, let left, let right):
      hasher.combine(operation)
      hasher.combine(left)
      hasher.combine(right)
    case .and(let left, let right), .or(let left, let right):
      hasher.combine(left)
      hasher.combine(right)
    case .not(let node), .isNull(let node): hasher.combine(node)
    case .in(let node, let values):
      hasher.combine(node)
      hasher.combine(values)
    case .hasPrefix(let node, let text), .contains(let node, let text):
      hasher.combine(node)
      hasher.combine(QueryConstant.text(text))
    case .arithmetic(let operation, let left, let right):
      hasher.combine(operation)
      hasher.combine(left)
      hasher.combine(right)
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
