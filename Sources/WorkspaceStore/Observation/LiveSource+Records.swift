import FlatBufferCoding

extension LiveSource {
  /// The rows of a query.
  static func query<R: Record>(
    _ query: RecordQuery, of _: R.Type
  ) -> LiveSource<LiveQueryModel<RecordID<R>>> {
    let type = R.recordType
    return LiveSource<LiveQueryModel<RecordID<R>>>(
      key: .rows(ObjectIdentifier(R.self), query, type: type.name),
      interest: .records(type, query.condition?.equalityTerm)
    ) { () throws(WorkspaceError) in
      LiveQueryModel(try LiveQueryDefinition(query, of: type))
    }
  }

  /// The rows of a query of a type that the program has no record for.
  static func query(
    _ query: RecordQuery, of type: RecordType
  ) -> LiveSource<LiveQueryModel<Int64>> {
    LiveSource<LiveQueryModel<Int64>>(
      key: .rows(ObjectIdentifier(Int64.self), query, type: type.name),
      interest: .records(type, query.condition?.equalityTerm)
    ) { () throws(WorkspaceError) in
      LiveQueryModel(try LiveQueryDefinition(query, of: type))
    }
  }

  /// The row of a key.
  static func object<R: Record>(
    _ values: KeyValues, of _: R.Type
  ) -> LiveSource<LiveQueryModel<RecordID<R>>> {
    let type = R.recordType
    let fields = type.schema.rootIndex.map(type.schema.keyFields(of:)) ?? []
    var condition: QueryNode?
    for (index, field) in fields.prefix(values.count).enumerated() {
      let term = QueryNode.compare(
        .equal, .field(FieldPath([UInt16(field.id)])), .constant(QueryConstant(values[index])))
      condition = condition.map { .and($0, term) } ?? term
    }
    return query(RecordQuery(condition: condition), of: R.self)
  }

  /// A query's count.
  static func count<R: Record>(
    of query: RecordQuery, of _: R.Type
  ) -> LiveSource<LiveCountModel> {
    let type = R.recordType
    var unordered = query
    unordered.order = []
    let counted = unordered
    return LiveSource<LiveCountModel>(
      key: .count(counted, type: type.name),
      interest: .records(type, query.condition?.equalityTerm)
    ) { () throws(WorkspaceError) in
      LiveCountModel(try LiveQueryDefinition(counted, of: type))
    }
  }

  /// All changes of a type.
  static func changes(of type: RecordType) -> LiveSource<LiveTypeModel> {
    LiveSource<LiveTypeModel>(key: .type(type.name), interest: .records(type, nil)) {
      () throws(WorkspaceError) in LiveTypeModel()
    }
  }
}

extension QueryConstant {
  /// A key's value as a query compares it.
  fileprivate init(_ value: KeyValue) {
    self =
      switch value {
      case .integer(let value): .integer(value)
      case .unsigned(let value): .unsigned(value)
      case .bool(let value): .bool(value)
      case .real(let value): .real(value)
      case .text(let value): .text(value)
      }
  }
}
