import FlatBufferCoding
import SnapshotDiff

// Changes of few rows, each by itself.
extension LiveQueryModel {
  /// Where a changed row stood and stands.
  struct Keys {
    /// Where it stood; nil if it did not match, or was damaged.
    var old: SortKey?
    /// Where it stands; nil if it does not match, or is damaged.
    var new: SortKey?
    /// Whether the set of damaged rows is another now.
    var changesDamaged = false
  }

  /// Finds out where a changed row stood and stands, and takes note if it is damaged.
  ///
  /// - Throws: If its bytes before were damaged without this model knowing.
  mutating func keys(of change: RowChange) throws -> Keys {
    var keys = Keys()
    if damaged.remove(change.rowID) != nil {
      keys.changesDamaged = true
    } else {
      keys.old = try definition.key(matching: change.before, rowID: change.rowID)
    }
    do {
      keys.new = try definition.key(matching: change.after, rowID: change.rowID)
    } catch {
      damaged.insert(change.rowID)
      keys.changesDamaged = true
    }
    return keys
  }

  /// Applies the change of one row; true if something visible changed.
  mutating func apply(_ change: RowChange) throws -> Bool {
    let keys = try keys(of: change)
    var isChanged = keys.changesDamaged
    var oldPosition: Int?
    if let old = keys.old { oldPosition = try position(of: old) }
    if let oldPosition, let before = change.before,
      !rows.payload(at: oldPosition, equals: before)
    {
      throw MisplacedRow(rowID: change.rowID)
    }
    if keys.changesDamaged { step.forget() }
    if let oldPosition, let payload = change.after, keys.old == keys.new {
      rows.replace(at: oldPosition, payload: payload)
      return try touched(at: oldPosition) || isChanged
    }
    if let oldPosition, try remove(at: oldPosition) { isChanged = true }
    var newPosition: Int?
    if let new = keys.new, let payload = change.after {
      let place = try insertionPoint(of: new)
      newPosition = place
      // Behind the last kept row there may be others that are not known.
      if place < rows.count || isWhole {
        if try insert(change.rowID, payload: payload, at: place) { isChanged = true }
      }
    }
    if definition.keepsAll, definition.window.lowerBound == 0, !list.isSectioned {
      step.add(from: oldPosition, to: newPosition)
    } else if isChanged {
      step.forget()
    }
    return isChanged
  }

  private func insertionPoint(of key: SortKey) throws(FlatBufferError) -> Int {
    let definition = definition
    return try unsafe rows.firstPosition { rowID, payload throws(FlatBufferError) in
      try unsafe definition.key(of: payload, rowID: rowID) >= key
    }
  }

  /// The position of a row that is kept; nil if it is behind those.
  private func position(of key: SortKey) throws -> Int? {
    let definition = definition
    let found = try unsafe rows.position(of: key.rowID) { rowID, payload throws(FlatBufferError) in
      try unsafe definition.key(of: payload, rowID: rowID) >= key
    }
    if let found { return found }
    // It may be behind the last kept row, if that is not the last of all.
    guard !isWhole, try insertionPoint(of: key) == rows.count else {
      throw MisplacedRow(rowID: key.rowID)
    }
    return nil
  }

  private mutating func touched(at position: Int) throws(ListSnapshotError) -> Bool {
    guard definition.window.contains(position) else { return false }
    let place = position - definition.window.lowerBound
    try list.touch(at: place, version: version)
    step.addUpdate(at: list.position(of: place))
    return true
  }

  private mutating func remove(at position: Int) throws(ListSnapshotError) -> Bool {
    let window = definition.window
    let count = rows.count
    rows.remove(at: position)
    guard position < window.upperBound, count > window.lowerBound else { return false }
    try list.remove(at: max(position, window.lowerBound) - window.lowerBound)
    if count > window.upperBound { try show(window.upperBound - 1) }
    return true
  }

  private mutating func insert(
    _ rowID: Int64, payload: [UInt8], at position: Int
  ) throws(ListSnapshotError) -> Bool {
    let window = definition.window
    let count = rows.count
    rows.insert(rowID: rowID, payload: payload, at: position)
    guard position < window.upperBound, count >= window.lowerBound else { return false }
    if count >= window.upperBound { try list.remove(at: window.count - 1) }
    try show(max(position, window.lowerBound))
    return true
  }

  /// Makes a row visible where it stands.
  private mutating func show(_ position: Int) throws(ListSnapshotError) {
    let rowID = rows.rowID(at: position)
    try unsafe rows.withPayload(at: position) { (payload) throws(ListSnapshotError) in
      try unsafe list.insert(
        rowID, payload: payload, version: version, at: position - definition.window.lowerBound)
    }
  }
}
