/// The rows of a live query as a fetch has found them.
package struct FetchedRows: Sendable {
  /// The rows in order: all that match, or those up to the end of the window and some spare ones.
  package let rows: RowTree
  /// Whether these are all that match.
  package let isWhole: Bool
  /// The row ids of those whose bytes are damaged.
  package let damaged: [Int64]

  /// Fetches the rows of a query in the connection's read transaction.
  package init(
    _ definition: LiveQueryDefinition, from connection: Connection
  ) throws(WorkspaceError) {
    guard let type = connection.catalog.type(for: definition.recordType) else {
      (rows, isWhole, damaged) = (RowTree(), true, [])
      return
    }
    var query = definition.query
    query.offset = 0
    query.limit = definition.keepsAll ? nil : definition.window.upperBound + definition.spare
    let cursor = try RowCursor(
      query, of: type, schema: definition.recordType.schema, on: connection, wantsOrder: true,
      skipsDamaged: true)
    var builder = RowTreeBuilder()
    while try cursor.next() {
      unsafe cursor.withBytes { unsafe builder.append(rowID: cursor.rowID, payload: $0) }
    }
    isWhole = query.limit.map { builder.count < $0 } ?? true
    rows = builder.finish()
    damaged = cursor.damaged.compactMap(\.rowID)
  }
}

/// How many rows a query has, as a fetch has found it.
package struct FetchedCount: Sendable {
  /// How many rows match, damaged ones not among them.
  package let count: Int
  /// The row ids of those whose bytes are damaged.
  package let damaged: [Int64]

  /// Counts the rows that meet a query's condition in the connection's read transaction.
  package init(
    _ definition: LiveQueryDefinition, from connection: Connection
  ) throws(WorkspaceError) {
    guard let type = connection.catalog.type(for: definition.recordType) else {
      (count, damaged) = (0, [])
      return
    }
    let cursor = try RowCursor(
      RecordQuery(condition: definition.query.condition), of: type,
      schema: definition.recordType.schema, on: connection, skipsDamaged: true)
    var count = 0
    while try cursor.next() { count += 1 }
    self.count = count
    damaged = cursor.damaged.compactMap(\.rowID)
  }
}
