/// What one commit means to a live result.
package enum LiveChanges: Sendable {
  /// Rows with their bytes before and after, one change each.
  case rows([RowChange])
  /// Rows that another workspace changed, by one or more commits from `since` on, as they are now; what they were is
  /// for the live result to know.
  case current([CurrentRow], since: Int64)
  /// Entries of the dictionary, as they are visible then.
  case entries([(name: DictionaryEntryID, entry: LiveEntry)])
  /// Anything may have changed: fetch again.
  case everything

  /// Whether an outlet that is busy may apply it later: entries come with what is not committed, and cost nothing.
  var canWait: Bool {
    switch self {
    case .rows, .current: true
    case .entries, .everything: false
    }
  }

  /// The commits that they stand for, to a result that is at a commit.
  func range(of commits: ClosedRange<Int64>, after commit: Int64) -> ClosedRange<Int64> {
    guard case .current(_, let since) = self else { return commits }
    return min(max(since, commit + 1), commits.lowerBound)...commits.upperBound
  }

  /// Roughly how many bytes it takes to keep.
  package var byteCount: Int {
    switch self {
    case .rows(let rows):
      rows.reduce(0) { $0 + ($1.before?.count ?? 0) + ($1.after?.count ?? 0) + 64 }
    case .current(let rows, _): rows.reduce(0) { $0 + ($1.bytes?.count ?? 0) + 48 }
    case .entries(let entries): entries.reduce(0) { $0 + $1.entry.byteCount + 64 }
    case .everything: 0
    }
  }
}

/// A row as it is now.
package struct CurrentRow: Sendable, Hashable {
  /// The row id.
  package let rowID: Int64
  /// The bytes; nil if the row is absent or damaged.
  package let bytes: [UInt8]?
  /// Whether the row is there but its bytes are damaged.
  package let isDamaged: Bool

  /// Makes a row.
  package init(rowID: Int64, bytes: [UInt8]?, isDamaged: Bool = false) {
    self.rowID = rowID
    self.bytes = bytes
    self.isDamaged = isDamaged
  }
}

/// What became of a live result when a commit was applied to it.
package enum LiveOutcome: Sendable, Hashable {
  /// Nothing that its subscribers could see.
  case unchanged
  /// Something.
  case changed
  /// It can't tell: fetch again.
  case refetch
}
