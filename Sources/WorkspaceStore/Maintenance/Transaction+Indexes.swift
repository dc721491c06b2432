internal import FlatBufferCoding

extension Transaction {
  /// Drops the index of a field; queries that used it scan from then on.
  ///
  /// Indexes come by themselves when a schema declares them, and stay when it does so no longer; this is for those that
  /// are of no use any more. What the index took up is freed in the background.
  ///
  /// ```swift
  /// try changes.dropIndex(of: Todo.self) { $0.title }
  /// ```
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `indexDeclared` if the program's own schema declares the index; `rolledBack`, what SQLite reports.
  @discardableResult
  public func dropIndex<R: Record, Value: QueryValue>(
    of type: R.Type, on field: (R.Fields) -> QueryExpression<R, Value>
  ) throws(WorkspaceError) -> Bool {
    guard case .field(let path) = field(R.fields).node else {
      throw WorkspaceError(
        .notFound, "Only a field can have an index; this is an expression.",
        typeName: R.recordType.name)
    }
    let schema = R.recordType.schema
    guard !schema.indexDefinitions().contains(where: { $0.path == path }) else {
      throw WorkspaceError(
        .indexDeclared,
        "The schema declares the index, which would come back; take `(indexed)` or `(unique)` out first.",
        path: core.connection.path, typeName: R.recordType.name, field: schema.name(of: path))
    }
    return try core.dropIndex(of: R.recordType, path: path)
  }
}

extension WriteTransaction {
  /// Drops the index of a path.
  ///
  /// - Returns: Whether there was one.
  func dropIndex(
    of recordType: RecordType, path: FieldPath
  ) throws(WorkspaceError) -> Bool {
    try requireOpen()
    guard let stored = try connection.catalog.find(recordType),
      let index = stored.indexes.first(where: { $0.path == path })
    else { return false }
    try changingCatalog { (catalog) throws(WorkspaceError) in
      try catalog.removeIndex(index)
      return stored.number
    }
    return true
  }
}
