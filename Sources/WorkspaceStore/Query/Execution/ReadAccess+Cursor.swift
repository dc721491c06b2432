extension ReadAccess {
  /// A cursor over a query's result; nil where the type has no table yet.
  @usableFromInline
  package func cursor<R: Record>(
    _ query: Query<R>, wantsOrder: Bool = false, skipsDamaged: Bool = false
  ) throws(WorkspaceError) -> RowCursor? {
    guard let type = try connection.storedType(of: R.recordType) else { return nil }
    return try RowCursor(
      query.untyped, of: type, schema: R.recordType.schema, on: connection, wantsOrder: wantsOrder,
      skipsDamaged: skipsDamaged)
  }
}
