/// What commits change in a type: nothing is kept but the last commit's changes.
package struct LiveTypeModel: LiveModel {
  /// The changes of the commit applied last.
  package var value: any LiveValue { changes }
  private var changes = LiveTypeChanges(.rows([:]))

  /// Makes the model.
  package init() {}

  /// A value is what one commit changes.
  package var isValueWhole: Bool { false }

  /// No changes.
  package var initialValue: any LiveValue { LiveTypeChanges(.rows([:])) }

  package func failure(_ error: WorkspaceError) -> any LiveValue {
    LiveTypeChanges(.everything(error))
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch { .nothing }

  package mutating func load(_ fetched: LiveFetch) -> Bool { false }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .rows(let changes):
      self.changes = LiveTypeChanges(
        rows: Dictionary(
          changes.map { ($0.rowID, LiveTypeChanges.Row(change: $0, isBeforeKnown: true)) }
        ) { _, last in last })
    case .current(let rows):
      self.changes = LiveTypeChanges(
        rows: Dictionary(
          rows.map {
            let change = RowChange(rowID: $0.rowID, before: nil, after: $0.bytes)
            return ($0.rowID, LiveTypeChanges.Row(change: change, isBeforeKnown: false))
          }
        ) { _, last in last })
    case .everything: self.changes = LiveTypeChanges(.everything(nil))
    case .entries: return .unchanged
    }
    return .changed
  }
}

/// What one or more commits changed in a type.
package final class LiveTypeChanges: LiveValue {
  /// What is known of them.
  package enum Extent: Sendable {
    /// These rows.
    case rows([Int64: Row])
    /// Any row; and why no more is known, if that is an error.
    case everything(WorkspaceError?)
  }

  /// A changed row.
  package struct Row: Sendable {
    /// The bytes before and after.
    package var change: RowChange
    /// Whether the bytes before are known; for commits of others they are not.
    package var isBeforeKnown: Bool
  }

  /// The most bytes that changes which wait for a subscriber may have.
  static let maximumBytes = 16 << 20

  /// What is known of them.
  package let extent: Extent

  init(_ extent: Extent) {
    self.extent = extent
  }

  convenience init(rows: [Int64: Row]) {
    self.init(.rows(rows))
  }

  package func merged(over older: any LiveValue) -> any LiveValue {
    guard let before = older as? LiveTypeChanges, case .rows(let newer) = extent else {
      return self
    }
    guard case .rows(let older) = before.extent else { return before }
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
    return LiveTypeChanges(bytes > Self.maximumBytes ? .everything(nil) : .rows(rows))
  }
}
