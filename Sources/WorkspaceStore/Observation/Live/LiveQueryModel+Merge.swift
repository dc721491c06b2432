import FlatBufferCoding
import SnapshotDiff

// Changes of many rows, merged with the kept ones in one pass.
extension LiveQueryModel {
  /// Applies the changes of many rows; true if something visible changed.
  mutating func merge(_ changes: [RowChange]) throws -> Bool {
    var edits: [RowEdit] = []
    edits.reserveCapacity(changes.count)
    var isChanged = false
    for change in changes {
      let keys = try keys(of: change)
      isChanged = isChanged || keys.changesDamaged
      let payload = change.after ?? []
      if let old = keys.old, old == keys.new {
        edits.append(RowEdit(kind: .replace, key: old, payload: payload))
        continue
      }
      if let old = keys.old { edits.append(RowEdit(kind: .remove, key: old, payload: [])) }
      if let new = keys.new { edits.append(RowEdit(kind: .insert, key: new, payload: payload)) }
    }
    edits.sort { $0.key < $1.key }
    let old = rows
    if definition.keepsAll, definition.window.lowerBound == 0 {
      var list = list
      let version = version
      // What goes is taken out before anything is put in: a row that moves must never be in the list twice.
      var placed: [(edit: RowEdit, position: Int)] = []
      var inserted = 0
      try merge(edits) { edit, position in
        isChanged = true
        guard edit.kind != .remove else { return try list.remove(at: position - inserted) }
        if edit.kind == .insert { inserted += 1 }
        placed.append((edit, position))
      }
      for (edit, position) in placed {
        guard edit.kind == .insert else {
          try list.touch(at: position, version: version)
          continue
        }
        try unsafe edit.payload.withUnsafeBytes { payload in
          try unsafe list.insert(edit.key.rowID, payload: payload, version: version, at: position)
        }
      }
      self.list = list
    } else {
      try merge(edits) { _, _ in }
      if !show(rows, after: old) { isChanged = true }
    }
    return isChanged
  }

  private mutating func merge(
    _ edits: [RowEdit], _ body: (RowEdit, Int) throws -> Void
  ) throws {
    let definition = definition
    try unsafe rows.merge(
      edits, isWhole: isWhole,
      key: { payload, rowID in try unsafe definition.key(of: payload, rowID: rowID) }, body)
  }
}
