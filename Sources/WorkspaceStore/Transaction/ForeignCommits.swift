/// Reads from the commit log what others have committed.
struct ForeignCommits {
  let connection: Connection
  let dictionary: DictionaryStore

  /// The changes of the commits after `last`, all in one.
  ///
  /// What rows and entries were in between is not to be had, and told one by one they would be as no commit has left
  /// them. If the log has a gap it says so.
  func read(after last: Int64, upTo newest: Int64) throws(WorkspaceError) -> ChangeSet {
    var gap = ChangeSet(commit: newest, isForeign: true, isGap: true)
    gap.isPutBack = newest <= last
    guard !gap.isPutBack else { return gap }
    var joined = JoinedChanges()
    let sql = "SELECT number, changes FROM __commit WHERE number > ? ORDER BY number"
    let isWhole = try connection.withStatement(sql) { (statement) throws(WorkspaceError) in
      try statement.bind(1, last)
      var expected = last
      while try statement.step() {
        expected += 1
        guard statement.integer(0) == expected,
          let entries = unsafe ChangeLog.decode(statement.bytes(1))
        else { return false }
        for entry in entries { joined.add(entry) }
      }
      return expected == newest
    }
    guard isWhole else { return gap }
    var changes = ChangeSet(commit: newest, isForeign: true, types: joined.types)
    changes.firstCommit = last + 1
    for rowID in joined.entries {
      changes.dictionary.append(DictionaryChange(rowID: rowID, entry: try name(of: rowID)))
    }
    return changes
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

/// The changes of several commits, each row once.
private struct JoinedChanges {
  private var rowIDs: [Int64: Set<Int64>] = [:]
  private var wholeTypes: Set<Int64> = []

  /// Adds what one commit has changed in a type, or in the dictionary, whose number is 0.
  mutating func add(_ entry: ChangeLog.Entry) {
    guard let changed = entry.rowIDs else {
      wholeTypes.insert(entry.type)
      return
    }
    rowIDs[entry.type, default: []].formUnion(changed)
  }

  /// The changes of record types.
  var types: [Int64: TypeChanges] {
    var types = rowIDs.mapValues { TypeChanges.rowIDs($0.sorted()) }
    types[0] = nil
    for type in wholeTypes { types[type] = .everything }
    return types
  }

  /// The rows of the dictionary, in order.
  var entries: [Int64] { rowIDs[0]?.sorted() ?? [] }
}
