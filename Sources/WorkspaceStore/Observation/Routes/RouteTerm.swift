package import FlatBufferCoding

/// What a field is in every record of a result: one of some values, or in one of some intervals.
///
/// By it a changed row finds the results that it can touch.
package struct RouteTerm: Sendable, Hashable {
  /// The field.
  package let path: FieldPath
  /// The field's values; there may be more than the condition allows, never fewer.
  let bounds: FieldBounds

  /// The most fields of one condition that are looked at.
  private static let mostFields = 16
  /// The most values and intervals; beyond that all between the first and the last.
  private static let mostIntervals = 64

  /// The most telling field of a condition; nil if none narrows it.
  package init?(_ condition: QueryNode?, in schema: Schema) {
    guard let condition else { return nil }
    var best: (rank: Int, term: RouteTerm)?
    for path in condition.paths(atMost: Self.mostFields) {
      guard let base = try? schema.resolve(path).fieldType.base else { continue }
      let bounds = FieldBounds(of: path, base: base, in: condition)
      guard let rank = Self.rank(of: bounds, base: base), rank < best?.rank ?? .max else {
        continue
      }
      best = (rank, RouteTerm(path: path, bounds: Self.coarsened(bounds)))
    }
    guard let best else { return nil }
    self = best.term
  }

  private init(path: FieldPath, bounds: FieldBounds) {
    self.path = path
    self.bounds = bounds
  }

  /// Few values come first, values of which there are many after those, then intervals; nil for nearly everything.
  private static func rank(of bounds: FieldBounds, base: Schema.BaseType) -> Int? {
    if bounds.isEmpty { return 0 }
    if let count = bounds.pointCount {
      return count * (bounds.hasNull || base == .bool ? 1_000 : 1)
    }
    let ends = (bounds.intervals.first?.lower == .start, bounds.intervals.last?.upper == .end)
    if ends == (true, true) { return nil }
    let isOpen = ends.0 || ends.1
    return (isOpen ? 1_000_000 : 10_000) * (bounds.hasNull ? 10 : 1) + bounds.intervals.count
  }

  private static func coarsened(_ bounds: FieldBounds) -> FieldBounds {
    guard bounds.intervals.count > mostIntervals, let first = bounds.intervals.first,
      let last = bounds.intervals.last
    else { return bounds }
    return FieldBounds(
      hasNull: bounds.hasNull,
      intervals: [FieldBounds.Interval(lower: first.lower, upper: last.upper)])
  }
}

extension QueryNode {
  /// The fields that a condition names, each once, in the order in which they come.
  fileprivate func paths(atMost limit: Int) -> [FieldPath] {
    var found: [FieldPath] = []
    var rest = [self]
    while let node = rest.popLast(), found.count < limit {
      switch node {
      case .field(let path): if !found.contains(path) { found.append(path) }
      case .constant: break
      case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
        .arithmetic(_, let left, let right):
        rest += [right, left]
      case .not(let inner), .isNull(let inner), .in(let inner, _), .hasPrefix(let inner, _),
        .contains(let inner, _):
        rest.append(inner)
      }
    }
    return found
  }
}
