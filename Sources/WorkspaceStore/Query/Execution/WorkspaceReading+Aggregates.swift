// Aggregates pass over null and NaN, as SQL's do.

extension WorkspaceReading where Self: ~Copyable {
  /// The sum of the values; zero without any.
  ///
  /// - Throws: `tooBig` if it is an integer that `Value.Sum` does not hold; as `fetch`.
  public func sum<R: Record, Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>, of query: Query<R>
  ) throws(WorkspaceError) -> Value.Scalar.Sum where Value.Scalar: QueryNumber {
    let total = try total(expression(R.fields).node, query)
    guard let sum = Value.Scalar.Sum(total: total) else {
      throw WorkspaceError(
        .tooBig, "The sum does not fit \(Value.Scalar.Sum.self).", typeName: R.recordType.name)
    }
    return sum
  }

  /// The mean of the values; nil without any.
  ///
  /// - Throws: As `fetch`.
  public func average<R: Record, Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>, of query: Query<R>
  ) throws(WorkspaceError) -> Double? where Value.Scalar: QueryNumber {
    try total(expression(R.fields).node, query).average
  }

  /// The least value; nil without any, strings by their bytes.
  ///
  /// - Throws: As `fetch`.
  /// - Complexity: One row where an index has the value and the query has no limit or offset.
  public func min<R: Record, Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>, of query: Query<R>
  ) throws(WorkspaceError) -> Value.Scalar? {
    try extreme(expression(R.fields), query, isAscending: true)
  }

  /// The greatest value; nil without any, strings by their bytes.
  ///
  /// - Throws: As `fetch`.
  /// - Complexity: As `min`.
  public func max<R: Record, Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>, of query: Query<R>
  ) throws(WorkspaceError) -> Value.Scalar? {
    try extreme(expression(R.fields), query, isAscending: false)
  }

  private func extreme<R: Record, Value: QueryValue>(
    _ expression: QueryExpression<R, Value>, _ query: Query<R>, isAscending: Bool
  ) throws(WorkspaceError) -> Value.Scalar? {
    guard query.untyped.limit == nil, query.untyped.offset == 0 else {
      let values = try fetch({ _ in expression }, of: query)
      return values.map(\.queryConstant).reduce(nil as QueryConstant?) { best, value in
        if value.isNull { return best }
        guard let best else { return value }
        return value.comes(before: best) == isAscending ? value : best
      }.flatMap { Value.Scalar(queryConstant: $0) }
    }
    var narrowed = query.untyped
    narrowed.condition = .both(narrowed.condition, .not(.isNull(expression.node)))
    narrowed.order = [RecordQuery.Term(expression.node, isAscending: isAscending)]
    narrowed.limit = 1
    let values = try fetch({ _ in expression }, of: Query<R>(narrowed))
    return values.first.flatMap { Value.Scalar(queryConstant: $0.queryConstant) }
  }

  private func total<R: Record>(
    _ node: QueryNode, _ query: Query<R>
  ) throws(WorkspaceError) -> QueryTotal {
    try read { (access) throws(WorkspaceError) -> QueryTotal in
      var total = QueryTotal()
      try access.eachConstant(of: node, in: query) { constant, _ throws(WorkspaceError) in
        total.add(constant)
      }
      return total
    }
  }
}

extension QueryConstant {
  /// Whether it is null, or NaN.
  var isNull: Bool {
    switch self {
    case .null: true
    case .real(let value): value.isNaN
    default: false
    }
  }

  /// Whether this constant comes before another of its kind.
  func comes(before other: QueryConstant) -> Bool {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): !a && b
    case (.integer(let a), .integer(let b)): a < b
    case (.integer(let a), .unsigned(let b)): a < 0 || UInt64(a) < b
    case (.unsigned(let a), .integer(let b)): b >= 0 && a < UInt64(b)
    case (.unsigned(let a), .unsigned(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}
