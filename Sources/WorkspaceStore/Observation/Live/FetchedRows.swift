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
    var query = definition.query
    query.offset = 0
    query.limit = definition.keepsAll ? nil : definition.window.upperBound + definition.spare
    var builder = RowTreeBuilder()
    damaged = try unsafe connection.eachRow(of: query, in: definition.recordType) {
      rowID, payload in
      unsafe builder.append(rowID: rowID, payload: payload)
    }
    isWhole = query.limit.map { builder.count < $0 } ?? true
    rows = builder.finish()
  }
}
