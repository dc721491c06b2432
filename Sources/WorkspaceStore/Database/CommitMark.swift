/// What the newest row of the commit log says.
package struct CommitMark: Sendable, Hashable {
  /// The commit's number; 0 before the first.
  package var number: Int64
  /// The next row id that was never given out.
  package var nextRowID: Int64
  /// The generation of the catalog.
  package var generation: Int64

  /// The mark of a new store.
  package static let start = CommitMark(number: 0, nextRowID: 1, generation: 0)
}

extension Connection {
  /// The newest commit that this connection's transaction sees: one look-up.
  package func newestCommit() throws(WorkspaceError) -> CommitMark {
    let sql = "SELECT number, next_rowid, generation FROM __commit ORDER BY number DESC LIMIT 1"
    return try withStatement(sql) { (statement) throws(WorkspaceError) -> CommitMark in
      guard try statement.step() else { return .start }
      let mark = CommitMark(
        number: statement.integer(0), nextRowID: statement.integer(1),
        generation: statement.integer(2))
      // Damaged counters must not overflow; no store gets that far.
      for count in [mark.number, mark.nextRowID, mark.generation] {
        guard (0..<1 << 62).contains(count) else {
          throw WorkspaceError(
            .damagedStore, "The newest commit has a counter of \(count); check the store.",
            path: path)
        }
      }
      return mark
    }
  }
}
