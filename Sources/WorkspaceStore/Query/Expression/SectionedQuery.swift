/// A query whose records fall into sections, by a value of theirs.
///
/// ```swift
/// Todo.where { !$0.done }.order { $0.position.ascending }.sectioned(by: \.list)
/// ```
public struct SectionedQuery<R: Record, Scalar: QueryValue>: Hashable, Sendable {
  /// The whole query: ordered by the section's value, then as the query was that was sectioned.
  public let query: Query<R>
  /// What the sections are made by.
  package let node: QueryNode

  init(query: Query<R>, node: QueryNode) {
    self.query = query
    self.node = node
  }
}

extension Query {
  /// This query's records in sections, one for each value.
  ///
  /// Sections come in the order of their values, null before them all, or the other way round if `ascending` is
  /// false; the query's own order holds within each. A limit and an offset count records through all sections.
  public func sectioned<Value: QueryValue>(
    by expression: (R.Fields) -> QueryExpression<R, Value>, ascending: Bool = true
  ) -> SectionedQuery<R, Value.Scalar> {
    let node = expression(R.fields).node
    var result = self
    result.untyped.order.insert(RecordQuery.Term(node, isAscending: ascending), at: 0)
    return SectionedQuery(query: result, node: node)
  }
}
