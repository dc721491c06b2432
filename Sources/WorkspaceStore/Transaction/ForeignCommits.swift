/// Reads from the commit log what others have committed.
struct ForeignCommits {
  let connection: Connection
  let dictionary: DictionaryStore

  /// The change sets of the commits after `last`; one that says so if the log has a gap.
  func read(after last: Int64, upTo newest: Int64) throws(WorkspaceError) -> [ChangeSet] {
    let gap = [ChangeSet(commit: newest, isForeign: true, isGap: true)]
    // A store that was put back to an older state.
    guard newest > last else { return gap }
    var sets: [ChangeSet] = []
    let sql = "SELECT number, changes FROM __commit WHERE number > ? ORDER BY number"
    let isWhole = try connection.withStatement(sql) { (statement) throws(WorkspaceError) in
      try statement.bind(1, last)
      var expected = last
      while try statement.step() {
        expected += 1
        guard statement.integer(0) == expected,
          let entries = unsafe ChangeLog.decode(statement.bytes(1))
        else { return false }
        sets.append(try changeSet(expected, entries))
      }
      return expected == newest
    }
    return isWhole ? sets : gap
  }

  private func changeSet(
    _ commit: Int64, _ entries: [ChangeLog.Entry]
  ) throws(WorkspaceError) -> ChangeSet {
    var set = ChangeSet(commit: commit, isForeign: true)
    for entry in entries {
      guard entry.type == 0 else {
        set.types[entry.type] = entry.rowIDs.map { .rowIDs($0) } ?? .everything
        continue
      }
      for rowID in entry.rowIDs ?? [] {
        set.dictionary.append(DictionaryChange(rowID: rowID, entry: try name(of: rowID)))
      }
    }
    return set
  }

  private func name(of rowID: Int64) throws(WorkspaceError) -> DictionaryEntryID? {
    let sql = "SELECT namespace, key FROM __dictionary WHERE rowid = ?"
    let stored = try connection.withStatement(sql) {
      (statement) throws(WorkspaceError) -> DictionaryEntryID? in
      try statement.bind(1, rowID)
      guard try statement.step() else { return nil }
      return DictionaryEntryID(namespace: statement.text(0), key: statement.text(1))
    }
    return stored ?? dictionary.entry(rowID: rowID)
  }
}
