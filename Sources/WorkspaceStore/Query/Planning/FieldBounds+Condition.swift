import FlatBufferCoding

extension FieldBounds {
  /// The values that a field has in every row that meets a condition.
  ///
  /// `!` is carried to the leaves, whose bounds are exact, and there complemented. Intervals of `||` on other fields
  /// as well are all values.
  init(of path: FieldPath, base: Schema.BaseType, in condition: QueryNode?) {
    self =
      condition.flatMap { Self.bounds($0, isNegated: false, Field(path: path, base: base)) } ?? .all
  }

  private struct Field {
    let path: FieldPath
    let base: Schema.BaseType
  }

  /// The bounds that a node gives the field; nil if it may have any value.
  private static func bounds(
    _ node: QueryNode, isNegated: Bool, _ field: Field, depth: Int = 0
  ) -> FieldBounds? {
    // Not to be compiled, and too deep to go through.
    guard depth < EvaluatorCompiler.greatestDepth else { return nil }
    switch node {
    case .and, .or:
      let (nodes, isConjunction) = node.chain
      var parts: [FieldBounds] = []
      for node in nodes {
        if let part = bounds(node, isNegated: isNegated, field, depth: depth + 1) {
          parts.append(part)
        } else if isConjunction == isNegated {
          return nil
        }
      }
      if isConjunction == isNegated { return union(of: parts) }
      return parts.isEmpty ? nil : intersection(of: parts)
    case .not(let inner):
      return bounds(inner, isNegated: !isNegated, field, depth: depth + 1)
    default:
      guard let leaf = leaf(node, field) else { return nil }
      return isNegated ? leaf.complement : leaf
    }
  }

  /// The exact bounds of a leaf; nil if it says nothing about the field.
  private static func leaf(_ node: QueryNode, _ field: Field) -> FieldBounds? {
    switch node {
    case .compare(let comparison, .field(field.path), .constant(let constant)):
      return compared(comparison, StoredConstant(constant, base: field.base))
    case .compare(let comparison, .constant(let constant), .field(field.path)):
      return compared(comparison.mirrored, StoredConstant(constant, base: field.base))
    case .isNull(.field(field.path)):
      return .null
    case .in(.field(field.path), let constants):
      var sets: [FieldBounds] = []
      for constant in constants {
        guard let set = compared(.equal, StoredConstant(constant, base: field.base)) else {
          return nil
        }
        sets.append(set)
      }
      return union(of: sets)
    case .hasPrefix(.field(field.path), let prefix) where field.base == .string:
      return prefixed([UInt8](prefix.utf8))
    case .field(field.path) where field.base == .bool:
      return compared(.equal, .value(.integer(1)))
    case .constant(.bool(let flag)):
      return flag ? .all : .nothing
    default:
      return nil
    }
  }

  private static func compared(
    _ comparison: QueryNode.Comparison, _ constant: StoredConstant
  ) -> FieldBounds? {
    let low: Cut
    let high: Cut
    switch constant {
    case .unknown: return nil
    case .null:
      switch comparison {
      case .equal: return .null
      case .notEqual: return null.complement
      default: return nothing
      }
    case .value(let value): (low, high) = (.before(value), .after(value))
    case .below: (low, high) = (.start, .start)
    case .above: (low, high) = (.end, .end)
    }
    return switch comparison {
    case .equal: between(low, high)
    case .notEqual: between(low, high).complement
    case .less: between(.start, low)
    case .lessOrEqual: between(.start, high)
    case .greater: between(high, .end)
    case .greaterOrEqual: between(low, .end)
    }
  }

  /// Texts that start with these bytes: up to where the last byte is one greater.
  ///
  /// No byte of UTF-8 is 255, so that none overflows.
  private static func prefixed(_ prefix: [UInt8]) -> FieldBounds {
    guard let last = prefix.last else { return null.complement }
    return between(.before(.text(prefix)), .before(.text(prefix.dropLast() + [last &+ 1])))
  }
}

extension QueryNode {
  /// Whether the condition has this value for every row, as its constants tell; what depends on fields is not looked
  /// into.
  func isAlways(_ flag: Bool) -> Bool {
    // Long chains lean to the left, and are gone through in a loop.
    var rest = self
    while true {
      switch rest {
      case .constant(.bool(let value)): return value == flag
      case .not(let inner): return inner.isAlways(!flag)
      case .and(let left, let right):
        // One part that is false decides; all have to be true.
        if right.isAlways(flag) != flag { return !flag }
        rest = left
      case .or(let left, let right):
        if right.isAlways(flag) == flag { return flag }
        rest = left
      default: return false
      }
    }
  }

  /// The parts of a chain of `&&` or of `||`, from its right end on, and which of both it is.
  fileprivate var chain: (parts: [QueryNode], isConjunction: Bool) {
    let isConjunction = if case .and = self { true } else { false }
    var parts: [QueryNode] = []
    var rest = self
    while true {
      if case .and(let left, let right) = rest, isConjunction {
        parts.append(right)
        rest = left
      } else if case .or(let left, let right) = rest, !isConjunction {
        parts.append(right)
        rest = left
      } else {
        parts.append(rest)
        return (parts, isConjunction)
      }
    }
  }
}
