import FlatBufferCoding

extension TypeRoutes {
  /// The results that a commit can touch, with what it means to them.
  func results(
    for changes: TypeChanges, since first: Int64, of type: StoredType, from connection: Connection
  ) -> [(Live, LiveChanges)] {
    let all: LiveChanges
    switch changes {
    case .rows(let rows): return results(for: rows)
    case .everything: all = .everything
    case .rowIDs(let rowIDs):
      if rowIDs.count <= ObservationCenter.maximumRowsRead,
        let rows = try? connection.currentRows(rowIDs, of: type)
      {
        all = .current(rows, since: first)
      } else {
        // Then each result reads what it needs, and tells its subscribers if that fails.
        all = .everything
      }
    }
    return results.map { ($0, all) }
  }
}

extension Connection {
  /// Rows as they are now.
  fileprivate func currentRows(
    _ rowIDs: [Int64], of type: StoredType
  ) throws(WorkspaceError) -> [CurrentRow] {
    try withStatement("SELECT p FROM \(type.quotedTable) WHERE rowid = ?1") {
      statement throws(WorkspaceError) in
      var rows: [CurrentRow] = []
      for rowID in rowIDs {
        try statement.bind(1, rowID)
        rows.append(try current(rowID, statement, type))
        statement.rewind()
      }
      return rows
    }
  }

  private func current(
    _ rowID: Int64, _ statement: Statement, _ type: StoredType
  ) throws(WorkspaceError) -> CurrentRow {
    guard try statement.step() else { return CurrentRow(rowID: rowID, bytes: nil) }
    do throws(FlatBufferError) {
      try unsafe type.schema.verify(statement.bytes(0))
    } catch {
      return CurrentRow(rowID: rowID, bytes: nil, isDamaged: true)
    }
    return CurrentRow(rowID: rowID, bytes: statement.array(0))
  }
}
