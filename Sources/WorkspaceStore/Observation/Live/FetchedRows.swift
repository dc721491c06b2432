internal import FlatBufferCoding

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
    let count = definition.keepsAll ? nil : definition.window.upperBound + definition.spare
    var damaged: [Int64] = []
    var found: [(key: SortKey, payload: [UInt8])] = []
    try connection.withStatement("SELECT rowid, p FROM \(type.quotedTable)") {
      statement throws(WorkspaceError) in
      while try statement.step() {
        let rowID = statement.integer(0)
        do throws(FlatBufferError) {
          let bytes = unsafe statement.bytes(1)
          guard try unsafe definition.matches(bytes) else { continue }
          found.append((try unsafe definition.key(of: bytes, rowID: rowID), statement.array(1)))
        } catch {
          damaged.append(rowID)
        }
      }
    }
    found.sort { $0.key < $1.key }
    var builder = RowTreeBuilder()
    for row in found.prefix(count ?? .max) {
      builder.append(rowID: row.key.rowID, payload: row.payload)
    }
    isWhole = builder.count == found.count
    rows = builder.finish()
    self.damaged = damaged
  }
}
