/// Goes through a query's records one by one, in its order.
///
/// Only one record is in memory at a time, unless the query's order has to be sorted because no index gives it. Made
/// by `withCursor`, and valid only there.
public struct RecordCursor<R: Record>: ~Copyable {
  @usableFromInline let rows: RowCursor?

  init(rows: RowCursor?) {
    self.rows = rows
  }

  /// The next record; nil at the end.
  ///
  /// - Throws: `damagedRecord`, naming type and row id, after which the next call goes on behind that row; what SQLite
  ///   reports.
  @inlinable
  public mutating func next() throws(WorkspaceError) -> R? {
    guard let rows, try rows.next() else { return nil }
    return try rows.decode(R.self)
  }
}

extension WorkspaceReading where Self: ~Copyable {
  /// Hands a cursor over a query's records to `body`.
  ///
  /// One read transaction is open meanwhile. In a transaction of `performChanges`, don't change the type that is gone
  /// through: collect first, or use update-where.
  ///
  /// - Throws: What reading throws, and what `body` throws.
  public func withCursor<R: Record, Output>(
    over query: Query<R>, _ body: (inout RecordCursor<R>) throws -> Output
  ) throws -> Output {
    let result = try read { (access) throws(WorkspaceError) -> Result<Output, any Error> in
      var cursor = RecordCursor<R>(rows: try access.cursor(query, wantsOrder: true))
      do {
        return .success(try body(&cursor))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
