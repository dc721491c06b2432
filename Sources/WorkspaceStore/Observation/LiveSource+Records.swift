import FlatBufferCoding

extension LiveSource {
  /// The rows of a query.
  static func query<R: Record>(_ query: Query<R>) -> LiveSource {
    rows(query.untyped, of: R.recordType, ObjectIdentifier(R.self))
  }

  /// The rows of a query of a type that the program has no record for.
  static func query(_ query: RecordQuery, of type: RecordType) -> LiveSource {
    rows(query, of: type, ObjectIdentifier(Int64.self))
  }

  private static func rows(
    _ query: RecordQuery, of type: RecordType, sections node: QueryNode? = nil,
    _ list: ObjectIdentifier
  ) -> LiveSource {
    LiveSource(
      key: .rows(list, query, sections: node, type: type.name),
      interest: .records(type, where: query.condition),
      failure: { LiveRows(failing: $0, isSectioned: node != nil) }
    ) { () throws(WorkspaceError) in
      let sections = try node.map { (node) throws(WorkspaceError) in try type.evaluator(of: node) }
      return LiveQueryModel(try LiveQueryDefinition(query, of: type), sections: sections)
    }
  }

  /// The rows of a query in sections.
  static func sections<R: Record, Scalar>(of query: SectionedQuery<R, Scalar>) -> LiveSource {
    rows(
      query.query.untyped, of: R.recordType, sections: query.node, ObjectIdentifier(R.self))
  }

  /// The row of a key.
  static func object<R: Record>(_ values: KeyValues, of _: R.Type) -> LiveSource {
    let type = R.recordType
    let fields = type.schema.rootIndex.map(type.schema.keyFields(of:)) ?? []
    var condition: QueryNode?
    for (index, field) in fields.prefix(values.count).enumerated() {
      let term = QueryNode.compare(
        .equal, .field(FieldPath([UInt16(field.id)])), .constant(QueryConstant(values[index])))
      condition = condition.map { .and($0, term) } ?? term
    }
    return query(Query<R>(RecordQuery(condition: condition)))
  }

  /// A query's count.
  static func count<R: Record>(
    of query: RecordQuery, of _: R.Type
  ) -> LiveSource {
    var unordered = query
    unordered.order = []
    return total(of: unordered, nil, in: R.recordType)
  }

  private static func total(
    of query: RecordQuery, _ node: QueryNode?, in type: RecordType
  ) -> LiveSource {
    LiveSource(
      key: .total(query, node, type: type.name),
      interest: .records(type, where: query.condition),
      failure: { LiveTotal(count: 0, total: QueryTotal(), error: $0) }
    ) { () throws(WorkspaceError) in try LiveTotalModel(query, of: node, in: type) }
  }

  /// What a query's values come to: a total of all that match, or the values of a window, which for the least and
  /// the greatest of all is one row.
  static func aggregate<R: Record, Output>(_ aggregate: QueryAggregate<R, Output>) -> LiveSource {
    let isWindow = aggregate.query.limit != nil || aggregate.query.offset > 0
    if !isWindow, aggregate.kind == .sum || aggregate.kind == .average {
      return total(
        of: RecordQuery(condition: aggregate.query.condition), aggregate.node, in: R.recordType)
    }
    let (type, node) = (R.recordType, aggregate.node)
    var query = aggregate.query
    if !isWindow {
      query.condition = .both(query.condition, .not(.isNull(node)))
      query.order = [RecordQuery.Term(node, isAscending: aggregate.kind == .minimum)]
      query.limit = 1
    }
    let window = query
    return LiveSource(
      key: .values(window, node, type: type.name),
      interest: .records(type, where: window.condition), failure: { LiveValues(error: $0) }
    ) { () throws(WorkspaceError) in try LiveValuesModel(window, of: node, in: type) }
  }

  /// All changes of a type.
  static func changes(of type: RecordType) -> LiveSource {
    LiveSource(
      key: .type(type.name), interest: .records(type, nil),
      failure: { LiveTypeChanges(.everything($0)) }
    ) {
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
