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

  /// What counters and numbers of types and indexes can be; no store gets that far, and damaged ones don't overflow.
  static let sane: Range<Int64> = 0..<1 << 62

  /// Whether all counters are such that the store can go on from them.
  var isSane: Bool {
    Self.sane.contains(number) && Self.sane.contains(nextRowID) && Self.sane.contains(generation)
  }
}

extension Connection {
  /// The newest commit that this connection's transaction sees: one look-up.
  package func newestCommit() throws(WorkspaceError) -> CommitMark {
    try withFixed(
      "SELECT number, next_rowid, generation FROM __commit ORDER BY number DESC LIMIT 1"
    ) {
      (statement) throws(WorkspaceError) -> CommitMark in
      try statement.step() ? commitMark(statement) : firstMark()
    }
  }

  /// The mark of a store without commits; one that holds something has lost them, and its counters with them.
  private func firstMark() throws(WorkspaceError) -> CommitMark {
    let isUsed = try integer(
      "SELECT EXISTS(SELECT 1 FROM __schema) OR EXISTS(SELECT 1 FROM __dictionary)")
    guard isUsed == 0 else {
      throw WorkspaceError(
        .damagedStore, "The commit log is empty, and the store is not; its counters are lost.",
        path: path)
    }
    return .start
  }

  /// Begins a read transaction and reads the newest commit, by a statement that goes on running: until it ends, SQLite
  /// keeps the snapshot (sqlite.org/isolation.html), without BEGIN and COMMIT.
  func holdNewestCommit() throws(WorkspaceError) -> CommitMark {
    let hold = try fixedStatement(
      "SELECT number, next_rowid, generation FROM __commit ORDER BY number DESC LIMIT 1 -- held")
    if try hold.step() {
      readHold = hold
      return try commitMark(hold)
    }
    // A new store has no commit to hold on to.
    hold.rewind()
    try run(fixed: "BEGIN")
    return try newestCommit()
  }

  private func commitMark(_ row: Statement) throws(WorkspaceError) -> CommitMark {
    let mark = CommitMark(
      number: row.integer(0), nextRowID: row.integer(1), generation: row.integer(2))
    guard mark.isSane else {
      let counters = "\(mark.number), \(mark.nextRowID) and \(mark.generation)"
      throw WorkspaceError(
        .damagedStore, "The newest commit has the counters \(counters); check the store.",
        path: path)
    }
    return mark
  }
}
