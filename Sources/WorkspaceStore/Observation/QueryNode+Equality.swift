package import FlatBufferCoding

/// A term that every record of a result meets: the field has one of these values.
package struct EqualityTerm: Sendable, Hashable {
  /// The field.
  package let path: FieldPath
  /// The values, normal.
  package let values: Set<QueryConstant>
}

extension QueryNode {
  /// A term of the condition that every matching record meets, the most telling one.
  package var equalityTerm: EqualityTerm? {
    var best: EqualityTerm?
    for conjunct in conjuncts {
      guard let term = conjunct.ownEqualityTerm else { continue }
      if term.rank < best?.rank ?? .max { best = term }
    }
    return best
  }

  /// The conditions that all have to hold.
  private var conjuncts: [QueryNode] {
    if case .and(let left, let right) = self { return left.conjuncts + right.conjuncts }
    return [self]
  }

  private var ownEqualityTerm: EqualityTerm? {
    switch self {
    case .compare(.equal, .field(let path), .constant(let value)),
      .compare(.equal, .constant(let value), .field(let path)):
      value.normal.map { EqualityTerm(path: path, values: [$0]) }
    case .isNull(.field(let path)): EqualityTerm(path: path, values: [.null])
    case .in(.field(let path), let values) where values.count <= 64:
      EqualityTerm(path: path, all: values)
    default: nil
    }
  }
}

extension EqualityTerm {
  fileprivate init?(path: FieldPath, all values: [QueryConstant]) {
    let normal = values.compactMap(\.normal)
    guard normal.count == values.count else { return nil }
    self.init(path: path, values: Set(normal))
  }

  /// Few values come first, and those of which there are many before Bool and null.
  fileprivate var rank: Int {
    let isCommon = values.contains { value in
      switch value {
      case .bool, .null: true
      default: false
      }
    }
    return values.count * (isCommon ? 1000 : 1)
  }
}

extension QueryConstant {
  /// One form for all constants that `==` of queries takes for equal; nil for numbers of which that can't be said.
  ///
  /// A real beyond 2⁵³ may equal integers that differ from one another.
  package var normal: QueryConstant? {
    switch self {
    case .integer(let value): return value < 0 ? self : .unsigned(UInt64(value))
    case .real(let value):
      if value.isNaN { return .null }
      if value.isInfinite { return self }
      if abs(value) >= 0x1p53 { return nil }
      guard let integer = Int64(exactly: value) else { return self }
      return QueryConstant.integer(integer).normal
    default: return self
    }
  }
}
