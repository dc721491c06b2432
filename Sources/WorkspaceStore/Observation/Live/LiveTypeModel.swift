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
  package var initialValue: any LiveValue { LiveTypeChanges(.rows([:]), isInitial: true) }

  package func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
    LiveTypeChanges(.everything(error))
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch { .nothing }

  /// What was missed while it could not be read is not known.
  package mutating func load(_ fetched: LiveFetch) -> Bool {
    changes = LiveTypeChanges(.everything(nil))
    return false
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .rows(let changes):
      self.changes = LiveTypeChanges(
        rows: Dictionary(
          changes.map { ($0.rowID, LiveTypeChanges.Row(change: $0, isBeforeKnown: true)) }
        ) { _, last in last })
    case .current(let rows, _):
      self.changes = LiveTypeChanges(
        rows: Dictionary(
          rows.map {
            let change = RowChange(rowID: $0.rowID, before: nil, after: $0.bytes)
            let row = LiveTypeChanges.Row(
              change: change, isBeforeKnown: false, isDamaged: $0.isDamaged)
            return ($0.rowID, row)
          }
        ) { _, last in last })
    case .everything: self.changes = LiveTypeChanges(.everything(nil))
    case .entries: return .unchanged
    }
    return .changed
  }
}
