import FlatBufferCoding

extension WorkspaceReading where Self: ~Copyable {
  /// The values of one field, or of an expression, in a query's order: `fetch(\.title, of: Todo.all)`.
  ///
  /// Nothing else of the records is decoded.
  ///
  /// - Throws: As `fetch`; `invalidValue` for a value that `Value` does not hold.
  public func fetch<R: Record, Value: QueryValue>(
    _ expression: (R.Fields) -> QueryExpression<R, Value>, of query: Query<R>
  ) throws(WorkspaceError) -> [Value] {
    let node = expression(R.fields).node
    return try read { (access) throws(WorkspaceError) -> [Value] in
      var values: [Value] = []
      try access.eachConstant(of: node, in: query) { constant, rowID throws(WorkspaceError) in
        guard let value = Value(queryConstant: constant) else {
          throw WorkspaceError(
            .invalidValue, "The value \(constant) is no \(Value.self).",
            typeName: R.recordType.name,
            rowID: rowID)
        }
        values.append(value)
      }
      return values
    }
  }

  /// The keys of a query's records, in its order.
  ///
  /// - Throws: As `fetch`.
  /// - Complexity: Decodes the key alone if it is one field, else whole records.
  public func keys<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> [R.Key] {
    guard let Value = R.Key.self as? any QueryValue.Type, let path = R.recordType.keyPath else {
      return try fetch(query).map(\.id)
    }
    return try keys(query, path, as: Value)
  }

  private func keys<R: Record, Value: QueryValue>(
    _ query: Query<R>, _ path: FieldPath, as type: Value.Type
  ) throws(WorkspaceError) -> [R.Key] {
    let values = try fetch({ _ in QueryExpression<R, Value>(path: path) }, of: query)
    return values.compactMap { $0 as? R.Key }
  }
}

extension RecordType {
  /// The path of the key if it is one field.
  fileprivate var keyPath: FieldPath? {
    guard let root = schema.rootIndex else { return nil }
    let fields = schema.keyFields(of: root)
    return fields.count == 1 ? FieldPath([UInt16(fields[0].id)]) : nil
  }
}

extension ReadAccess {
  /// Hands what an expression gives for each row of a query to `body`.
  func eachConstant<R: Record>(
    of node: QueryNode, in query: Query<R>,
    _ body: (QueryConstant, Int64) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    guard let rows = try cursor(query) else { return }
    let evaluator: Evaluator
    do throws(FlatBufferError) {
      evaluator = try Evaluator(value: node, in: R.recordType.schema)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The expression does not fit the type: \(error.message)",
        typeName: R.recordType.name, field: error.field.isEmpty ? nil : error.field)
    }
    while try rows.next() {
      let constant = try unsafe rows.withBytes { bytes throws(WorkspaceError) in
        do throws(FlatBufferError) {
          return try unsafe FlatBuffer.withRoot(of: bytes) { root throws(FlatBufferError) in
            try evaluator.constant(of: root)
          }
        } catch {
          throw rows.damage(error)
        }
      }
      try body(constant, rows.rowID)
    }
  }
}
