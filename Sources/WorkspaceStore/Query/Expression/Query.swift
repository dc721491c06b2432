/// Which records, in which order: a value that can be kept, compared and run any number of times.
///
/// ```swift
/// Todo.where { $0.list == "home" && !$0.done }.order { $0.position.ascending }.limit(50)
/// ```
public struct Query<R: Record>: Hashable, Sendable {
  package var untyped: RecordQuery

  /// Makes a query for every record, in the order of row ids.
  public init() {
    untyped = RecordQuery()
  }

  package init(_ untyped: RecordQuery) {
    self.untyped = untyped
  }

  /// The records of this query that also meet a condition.
  public func `where`(_ condition: (R.Fields) -> QueryExpression<R, Bool>) -> Query {
    var result = self
    result.untyped.condition = .both(untyped.condition, condition(R.fields).node)
    return result
  }

  /// The records of this query in another order, in place of the one before.
  ///
  /// Null comes before every value when ascending, and after it when descending. Ties break by row id, in the
  /// direction of the last term.
  public func order(@OrderBuilder<R> _ terms: (R.Fields) -> [OrderTerm<R>]) -> Query {
    var result = self
    result.untyped.order = terms(R.fields).map { $0.term }
    return result
  }

  /// At most so many records, in place of the limit before; none when negative.
  public func limit(_ count: Int) -> Query {
    var result = self
    result.untyped.limit = Swift.max(0, count)
    return result
  }

  /// The records after so many, in place of the offset before; a negative one counts as zero.
  public func offset(_ count: Int) -> Query {
    var result = self
    result.untyped.offset = Swift.max(0, count)
    return result
  }
}

extension Record {
  /// Every record of the type, in the order of row ids.
  public static var all: Query<Self> {
    Query()
  }

  /// The records that meet a condition.
  public static func `where`(_ condition: (Fields) -> QueryExpression<Self, Bool>) -> Query<Self> {
    Query().where(condition)
  }

  /// Every record of the type, in an order.
  public static func order(
    @OrderBuilder<Self> _ terms: (Fields) -> [OrderTerm<Self>]
  ) -> Query<Self> {
    Query().order(terms)
  }
}
