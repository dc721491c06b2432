/// What a query's values come to: their sum, mean, least or greatest; null and NaN are passed over.
///
/// It can be subscribed to: `Todo.where { !$0.done }.sum(\.effort)`.
public struct QueryAggregate<R: Record, Output: Sendable>: Sendable {
  /// What is made of the values.
  package enum Kind: Hashable, Sendable {
    case sum, average, minimum, maximum
  }

  package let kind: Kind
  package let query: RecordQuery
  package let node: QueryNode
  let output: @Sendable (ValueSpan) throws(WorkspaceError) -> Output?
}

extension Query {
  /// The sum of the values; zero without any.
  ///
  /// An integer sum that `Value.Sum` does not hold is an error, `tooBig`.
  public func sum<Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>
  ) -> QueryAggregate<R, Value.Scalar.Sum> where Value.Scalar: QueryNumber {
    aggregate(.sum, expression) { values throws(WorkspaceError) in
      guard let sum = Value.Scalar.Sum(total: values.total) else {
        throw WorkspaceError(
          .tooBig, "The sum does not fit \(Value.Scalar.Sum.self).", typeName: R.recordType.name)
      }
      return sum
    }
  }

  /// The mean of the values; nil without any.
  public func average<Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>
  ) -> QueryAggregate<R, Double> where Value.Scalar: QueryNumber {
    aggregate(.average, expression) { values throws(WorkspaceError) in values.total.average }
  }

  /// The least value; nil without any, strings by their bytes.
  public func min<Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>
  ) -> QueryAggregate<R, Value.Scalar> {
    aggregate(.minimum, expression) { values throws(WorkspaceError) in
      values.minimum.flatMap { Value.Scalar(queryConstant: $0) }
    }
  }

  /// The greatest value; nil without any, strings by their bytes.
  public func max<Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>
  ) -> QueryAggregate<R, Value.Scalar> {
    aggregate(.maximum, expression) { values throws(WorkspaceError) in
      values.maximum.flatMap { Value.Scalar(queryConstant: $0) }
    }
  }

  private func aggregate<Value: QueryValue, Output>(
    _ kind: QueryAggregate<R, Output>.Kind, _ expression: (R.Fields) -> QueryExpression<R, Value>,
    _ output: @escaping @Sendable (ValueSpan) throws(WorkspaceError) -> Output?
  ) -> QueryAggregate<R, Output> {
    QueryAggregate(
      kind: kind, query: untyped, node: expression(R.fields).node, output: output)
  }
}
