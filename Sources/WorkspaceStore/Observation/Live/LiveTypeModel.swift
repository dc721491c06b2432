/// What commits change in a type: nothing is kept but the last commit's changes.
package struct LiveTypeModel: LiveModel {
  /// The changes of the commit applied last.
  package private(set) var value = LiveTypeChanges.rows([:])

  /// Makes the model.
  package init() {}

  /// No changes.
  package var initialValue: LiveTypeChanges { .rows([:]) }

  package static func failure(
    _ error: WorkspaceError, after value: LiveTypeChanges?
  ) -> LiveTypeChanges {
    .everything(error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) {}

  package mutating func load(_ fetched: Void) -> Bool { false }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .rows(let changes):
      value = .rows(
        Dictionary(
          changes.map { ($0.rowID, LiveTypeChanges.Row(change: $0, isBeforeKnown: true)) }
        ) { _, last in last })
    case .current(let rows):
      value = .rows(
        Dictionary(
          rows.map {
            let change = RowChange(rowID: $0.rowID, before: nil, after: $0.bytes)
            return ($0.rowID, LiveTypeChanges.Row(change: change, isBeforeKnown: false))
          }
        ) { _, last in last })
    case .everything: value = .everything(nil)
    case .entries: return .unchanged
    }
    return .changed
  }
}

/// What one or more commits changed in a type.
package enum LiveTypeChanges: LiveValue {
  /// A changed row.
  package struct Row: Sendable {
    /// The bytes before and after.
    package var change: RowChange
    /// Whether the bytes before are known; for commits of others they are not.
    package var isBeforeKnown: Bool
  }

  /// The most bytes that changes which wait for a subscriber may have.
  static let maximumBytes = 16 << 20

  /// These rows.
  case rows([Int64: Row])
  /// Any row; and why no more is known, if that is an error.
  case everything(WorkspaceError?)

  package func merged(over older: LiveTypeChanges) -> LiveTypeChanges {
    guard case .rows(let newer) = self, case .rows(let older) = older else {
      if case .everything = self { return self }
      return older
    }
    var rows = older
    for (rowID, row) in newer {
      guard let old = rows[rowID] else {
        rows[rowID] = row
        continue
      }
      let change = RowChange(rowID: rowID, before: old.change.before, after: row.change.after)
      let isSame = old.isBeforeKnown && change.before == change.after
      rows[rowID] = isSame ? nil : Row(change: change, isBeforeKnown: old.isBeforeKnown)
    }
    let bytes = rows.values.reduce(0) {
      $0 + ($1.change.before?.count ?? 0) + ($1.change.after?.count ?? 0)
    }
    return bytes > Self.maximumBytes ? .everything(nil) : .rows(rows)
  }
}
