import FlatBufferCoding
package import SnapshotDiff

/// The rows of a query, brought up to date from the bytes of changed rows.
///
/// Of all rows that match, in order, `rows` holds the first ones: all, or those up to the end of the window and some
/// spare ones. Rows that come and go further behind need not be known; when the window runs short, they are fetched.
package struct LiveQueryModel<ID: IntegerListID>: LiveModel {
  /// The query.
  package let definition: LiveQueryDefinition
  private var rows = RowTree()
  private var isWhole = true
  private var snapshot = ListSnapshot<WholeList, ID>(unique: [])
  private var damaged: Set<Int64> = []
  private var version: ListVersion = 0

  /// Makes the model of a query, without rows until it loads some.
  package init(_ definition: LiveQueryDefinition) {
    self.definition = definition
  }

  /// The rows now.
  package var value: LiveRows<ID> {
    LiveRows(
      snapshot: snapshot, rows: rows, offset: definition.window.lowerBound,
      damaged: damaged.sorted())
  }

  package static func failure(_ error: WorkspaceError, after value: LiveRows<ID>?) -> LiveRows<ID> {
    guard var value else { return LiveRows(error: error) }
    value.error = error
    return value
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> FetchedRows {
    try FetchedRows(definition, from: connection)
  }

  package mutating func load(_ fetched: FetchedRows) -> Bool {
    let old = value
    var versions: [Int64: (position: Int, version: ListVersion)] = [:]
    let start = definition.window.lowerBound
    for position in 0..<snapshot.numberOfItems {
      let place = ListPosition(item: position)
      versions[old.rows.rowID(at: start + position)] = (position, snapshot.version(at: place))
    }
    version += 1
    rows = fetched.rows
    isWhole = fetched.isWhole
    damaged = Set(fetched.damaged)
    let visible = definition.window.clamped(to: 0..<rows.count)
    var ids: [ID] = []
    var newVersions: [ListVersion] = []
    var isSame = visible.count == old.count
    for position in visible {
      let rowID = rows.rowID(at: position)
      ids.append(ID(listKey: rowID))
      let place = position - start
      if let known = versions[rowID],
        rows.payload(at: position, equals: old.rows, at: start + known.position)
      {
        newVersions.append(known.version)
        isSame = isSame && known.position == place
      } else {
        newVersions.append(version)
        isSame = false
      }
    }
    if !isSame { snapshot = ListSnapshot(unique: ids, versions: newVersions) }
    return !isSame || old.damaged != fetched.damaged.sorted()
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .rows(let changes): return apply(changes)
    case .current(let current):
      let outcome = apply(completed(current))
      let newlyDamaged = Set(current.filter(\.isDamaged).map(\.rowID)).subtracting(damaged)
      damaged.formUnion(newlyDamaged)
      return newlyDamaged.isEmpty || outcome == .refetch ? outcome : .changed
    case .entries: return .unchanged
    case .everything: return .refetch
    }
  }

  /// Changes of rows that another workspace changed: what they were, as far as it matters, stands in `rows`.
  private func completed(_ current: [CurrentRow]) -> [RowChange] {
    var positions: [Int64: Int] = [:]
    let ids = Set(current.map(\.rowID))
    for (position, rowID) in rows.rowIDs.enumerated() where ids.contains(rowID) {
      positions[rowID] = position
    }
    return current.compactMap { row in
      let before = positions[row.rowID].map(rows.payload(at:))
      if before == row.bytes, !damaged.contains(row.rowID) { return nil }
      return RowChange(rowID: row.rowID, before: before, after: row.bytes)
    }
  }
}

extension LiveQueryModel {
  private mutating func apply(_ changes: [RowChange]) -> LiveOutcome {
    version += 1
    var isChanged = false
    do {
      for change in changes where try apply(change) { isChanged = true }
    } catch {
      // A row is not where its bytes before the commit say, or a kept row is damaged.
      return .refetch
    }
    if !isWhole {
      if rows.count < definition.window.upperBound { return .refetch }
      trim()
    }
    return isChanged ? .changed : .unchanged
  }

  /// Applies the change of one row; true if something visible changed.
  private mutating func apply(_ change: RowChange) throws -> Bool {
    var isChanged = false
    var old: SortKey?
    var new: SortKey?
    if damaged.remove(change.rowID) != nil {
      isChanged = true
    } else {
      old = try definition.key(matching: change.before, rowID: change.rowID)
    }
    do {
      new = try definition.key(matching: change.after, rowID: change.rowID)
    } catch {
      damaged.insert(change.rowID)
      isChanged = true
    }
    let oldPosition = try old.flatMap { old in try position(of: old) }
    if let oldPosition, let payload = change.after, old == new {
      rows.replace(at: oldPosition, payload: payload)
      return try touched(at: oldPosition) || isChanged
    }
    if let oldPosition, try remove(at: oldPosition) { isChanged = true }
    if let new, let payload = change.after {
      let place = try insertionPoint(of: new)
      // Behind the last kept row there may be others that are not known.
      if place < rows.count || isWhole {
        if try insert(change.rowID, payload: payload, at: place) { isChanged = true }
      }
    }
    return isChanged
  }

  private func insertionPoint(of key: SortKey) throws(FlatBufferError) -> Int {
    try unsafe rows.firstPosition { rowID, payload throws(FlatBufferError) in
      try unsafe definition.key(of: payload, rowID: rowID) >= key
    }
  }

  /// The position of a row that is kept; nil if it is behind those.
  private func position(of key: SortKey) throws -> Int? {
    let position = try insertionPoint(of: key)
    guard position < rows.count else {
      if isWhole { throw MisplacedRow(rowID: key.rowID) }
      return nil
    }
    guard rows.rowID(at: position) == key.rowID else {
      throw MisplacedRow(rowID: key.rowID)
    }
    return position
  }
}

// Edits of the kept rows, carried over to the visible ones.
extension LiveQueryModel {
  private func id(at position: Int) -> ID { ID(listKey: rows.rowID(at: position)) }

  private mutating func touched(at position: Int) throws(ListSnapshotError) -> Bool {
    guard definition.window.contains(position) else { return false }
    try snapshot.setVersion(
      version, at: ListPosition(item: position - definition.window.lowerBound))
    return true
  }

  private mutating func remove(at position: Int) throws(ListSnapshotError) -> Bool {
    let window = definition.window
    let count = rows.count
    rows.remove(at: position)
    guard position < window.upperBound, count > window.lowerBound else { return false }
    try snapshot.remove(
      at: ListPosition(item: max(position, window.lowerBound) - window.lowerBound))
    if count > window.upperBound {
      try snapshot.insert(
        unique: id(at: window.upperBound - 1), version: version,
        at: ListPosition(item: window.count - 1))
    }
    return true
  }

  private mutating func insert(
    _ rowID: Int64, payload: [UInt8], at position: Int
  ) throws(ListSnapshotError) -> Bool {
    let window = definition.window
    let count = rows.count
    rows.insert(rowID: rowID, payload: payload, at: position)
    guard position < window.upperBound, count >= window.lowerBound else { return false }
    if count >= window.upperBound {
      try snapshot.remove(at: ListPosition(item: window.count - 1))
    }
    let place = max(position, window.lowerBound)
    try snapshot.insert(
      unique: id(at: place), version: version,
      at: ListPosition(item: place - window.lowerBound))
    return true
  }

  /// Drops spare rows when there are many.
  private mutating func trim() {
    let most = definition.window.upperBound + 2 * definition.spare
    guard rows.count > most else { return }
    isWhole = false
    while rows.count > definition.window.upperBound + definition.spare {
      rows.remove(at: rows.count - 1)
    }
  }
}

/// A row is not where its bytes say.
private struct MisplacedRow: Error {
  let rowID: Int64
}
