import FlatBufferCoding

/// The live rows of a query in one section.
typealias LiveQuerySource<R: Record> = LiveSource<LiveQueryModel<WholeSections, RecordID<R>>>

extension LiveSource {
  /// The rows of a query.
  static func query<R: Record>(_ query: RecordQuery, of _: R.Type) -> LiveQuerySource<R> {
    rows(query, of: R.recordType, RecordID<R>.self)
  }

  /// The rows of a query of a type that the program has no record for.
  static func query(
    _ query: RecordQuery, of type: RecordType
  ) -> LiveSource<LiveQueryModel<WholeSections, Int64>> {
    rows(query, of: type, Int64.self)
  }

  private static func rows<ID>(
    _ query: RecordQuery, of type: RecordType, _: ID.Type
  ) -> LiveSource<LiveQueryModel<WholeSections, ID>> {
    LiveSource<LiveQueryModel<WholeSections, ID>>(
      key: .rows(ObjectIdentifier(ID.self), query, sections: nil, type: type.name),
      interest: .records(type, where: query.condition)
    ) { () throws(WorkspaceError) in
      LiveQueryModel(try LiveQueryDefinition(query, of: type), WholeSections())
    }
  }

  /// The rows of a query in sections.
  static func sections<R: Record, Scalar>(
    of query: SectionedQuery<R, Scalar>
  ) -> LiveSource<LiveQueryModel<ValueSections<Scalar>, RecordID<R>>> {
    let type = R.recordType
    let (untyped, node) = (query.query.untyped, query.node)
    return LiveSource<LiveQueryModel<ValueSections<Scalar>, RecordID<R>>>(
      key: .rows(
        ObjectIdentifier(SectionedQuery<R, Scalar>.self), untyped, sections: node, type: type.name),
      interest: .records(type, where: untyped.condition)
    ) { () throws(WorkspaceError) in
      LiveQueryModel(
        try LiveQueryDefinition(untyped, of: type), try ValueSections(node, of: type))
    }
  }

  /// The row of a key.
  static func object<R: Record>(_ values: KeyValues, of _: R.Type) -> LiveQuerySource<R> {
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
  ) -> LiveSource<LiveTotalModel> {
    var unordered = query
    unordered.order = []
    return total(of: unordered, nil, in: R.recordType)
  }

  private static func total(
    of query: RecordQuery, _ node: QueryNode?, in type: RecordType
  ) -> LiveSource<LiveTotalModel> {
    LiveSource<LiveTotalModel>(
      key: .total(query, node, type: type.name),
      interest: .records(type, where: query.condition)
    ) { () throws(WorkspaceError) in try LiveTotalModel(query, of: node, in: type) }
  }

  /// What the values of a query without limit and offset add up to.
  static func total<R: Record, Output>(
    of aggregate: QueryAggregate<R, Output>
  ) -> LiveSource<LiveTotalModel> {
    total(
      of: RecordQuery(condition: aggregate.query.condition), aggregate.node, in: R.recordType)
  }

  /// The values of an aggregate's window; that of the least and the greatest of all is one row.
  static func values<R: Record, Output>(
    of aggregate: QueryAggregate<R, Output>
  ) -> LiveSource<LiveValuesModel> {
    let (type, node) = (R.recordType, aggregate.node)
    var query = aggregate.query
    if !query.isWindow {
      query.condition = .both(query.condition, .not(.isNull(node)))
      query.order = [RecordQuery.Term(node, isAscending: aggregate.kind == .minimum)]
      query.limit = 1
    }
    let window = query
    return LiveSource<LiveValuesModel>(
      key: .values(window, node, type: type.name),
      interest: .records(type, where: window.condition)
    ) { () throws(WorkspaceError) in try LiveValuesModel(window, of: node, in: type) }
  }

  /// All changes of a type.
  static func changes(of type: RecordType) -> LiveSource<LiveTypeModel> {
    LiveSource<LiveTypeModel>(key: .type(type.name), interest: .records(type, nil)) {
      () throws(WorkspaceError) in LiveTypeModel()
    }
  }
}

extension RecordQuery {
  /// Whether a limit or an offset leaves a part of the records alone.
  var isWindow: Bool { limit != nil || offset > 0 }
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
