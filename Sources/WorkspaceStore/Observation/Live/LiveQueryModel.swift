import FlatBufferCoding
import SnapshotDiff

/// The rows of a query, brought up to date from the bytes of changed rows.
///
/// Of all rows that match, in order, `rows` holds the first ones: all, or those up to the end of the window and some
/// spare ones. Rows that come and go further behind need not be known; when the window runs short, they are fetched.
package struct LiveQueryModel: LiveModel {
  /// The query.
  package let definition: LiveQueryDefinition
  var rows = RowTree()
  /// Whether `rows` are all that match.
  var isWhole = true
  var list: LiveList
  var damaged: Set<Int64> = []
  /// Raised by each commit; rows have the one that changed them last.
  var version: ListVersion = 0
  /// How often what subscribers see has changed.
  private var number = 0
  /// How many bytes had been made when that was so for the last time, and the time before.
  private var made = (before: 0, now: 0)
  /// What the commit applied last has changed of that, as far as it was found out on the way.
  var step = LiveStep()

  /// Makes the model of a query, without rows until it loads some.
  ///
  /// - Parameters:
  ///   - definition: The query; where there are sections, ordered by their expression first.
  ///   - sections: What sections are made by; nil for none.
  package init(_ definition: LiveQueryDefinition, sections: Evaluator? = nil) {
    self.definition = definition
    list = LiveList(sections: sections)
  }

  /// The rows now.
  package var value: any LiveValue { liveRows(byteCount: rows.madeBytes - made.before) }

  /// The rows now, which those that follow share.
  package var initialValue: any LiveValue { liveRows(byteCount: 0) }

  private func liveRows(byteCount: Int) -> LiveRows {
    LiveRows(
      snapshot: list.snapshot, rows: rows, offset: definition.window.lowerBound,
      damaged: damaged.isEmpty ? [] : damaged.sorted(), isSectioned: list.isSectioned,
      number: number, step: step.known, byteCount: byteCount)
  }

  /// Takes note that subscribers see something else.
  private mutating func noteChange() {
    number += 1
    made = (made.now, rows.madeBytes)
  }

  /// The rows as subscribers saw them last: those here may be half way to what could not be fetched.
  package func failure(_ error: WorkspaceError, after last: (any LiveValue)?) -> any LiveValue {
    (last as? LiveRows ?? liveRows(byteCount: 0).none).failing(error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    .rows(try FetchedRows(definition, from: connection))
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .rows(let fetched) = fetched else { return false }
    var new = rows
    new.replace(with: fetched.rows)
    let isSame = show(new, after: rows)
    isWhole = fetched.isWhole
    let wasDamaged = damaged
    damaged = Set(fetched.damaged)
    noteChange()
    step.forget()
    return !isSame || damaged != wasDamaged
  }

  /// Puts other rows in place of all; those whose bytes are the same keep their versions.
  ///
  /// - Returns: Whether the visible rows are the same as before.
  mutating func show(_ new: RowTree, after old: RowTree) -> Bool {
    version += 1
    rows = new
    let start = definition.window.lowerBound
    let visible = definition.window.clamped(to: 0..<new.count)
    let count = list.count
    var versions: [ListVersion] = []
    versions.reserveCapacity(visible.count)
    var isSame = visible.count == count
    if count > 0 {
      var known: [Int64: Int] = [:]
      known.reserveCapacity(count)
      var place = 0
      old.forEachRowID(in: start..<(start + count)) {
        known[$0] = place
        place += 1
      }
      new.forEachRowID(in: visible) { rowID in
        let place = versions.count
        if let before = known[rowID],
          new.payload(at: start + place, equals: old, at: start + before)
        {
          versions.append(list.version(at: before))
          isSame = isSame && before == place
        } else {
          versions.append(version)
          isSame = false
        }
      }
    } else {
      versions = Array(repeating: version, count: visible.count)
    }
    if !isSame { list.replaceAll(with: new, in: visible, versions: versions) }
    return isSame
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .rows(let changes): return apply(changes)
    case .current(let current, _):
      let outcome = apply(completed(current))
      let newlyDamaged = Set(current.filter(\.isDamaged).map(\.rowID)).subtracting(damaged)
      guard !newlyDamaged.isEmpty, outcome != .refetch else { return outcome }
      damaged.formUnion(newlyDamaged)
      if outcome == .unchanged { noteChange() }
      step.forget()
      return .changed
    case .entries: return .unchanged
    case .everything: return .refetch
    }
  }

  /// Changes of rows that another workspace changed: what they were, as far as it matters, stands in `rows`.
  private func completed(_ current: [CurrentRow]) -> [RowChange] {
    let positions = rows.positions(of: current.map(\.rowID))
    return current.compactMap { row in
      let before = positions[row.rowID].map(rows.payload(at:))
      if before == row.bytes, !damaged.contains(row.rowID) { return nil }
      return RowChange(rowID: row.rowID, before: before, after: row.bytes)
    }
  }

  private mutating func apply(_ changes: [RowChange]) -> LiveOutcome {
    version += 1
    let lastStep = step
    step = LiveStep()
    var isChanged = false
    do {
      if changes.count > max(Self.fewestMerged, rows.count / 50) {
        step.forget()
        isChanged = try merge(changes)
      } else {
        for change in changes where try apply(change) { isChanged = true }
      }
    } catch {
      // A row is not where its bytes before the commit say, or a kept row is damaged.
      return .refetch
    }
    if !isWhole, rows.count < definition.window.upperBound { return .refetch }
    trim()
    guard isChanged else {
      // Subscribers may yet get what the last one made of the rows.
      step = lastStep
      return .unchanged
    }
    noteChange()
    return .changed
  }

  /// From how many changes on they are merged, rather than applied one by one.
  private static var fewestMerged: Int { 64 }

  /// Drops spare rows when there are many.
  private mutating func trim() {
    let most = definition.window.upperBound + 2 * definition.spare
    guard rows.count > most else { return }
    isWhole = false
    rows.keepFirst(definition.window.upperBound + definition.spare)
  }
}
