/// What an edit of a tree needs besides the tree, and what it reports for the index.
struct TreeEdit {
  /// The number that the next new node gets.
  var nextNumber: UInt32
  /// Whether anybody wants the reports.
  let isRecording: Bool

  /// Rows that are in another leaf than before, or new, and which row of the leaf each is.
  var placed: [(key: Int64, leaf: UInt32, row: UInt32)] = []
  /// Keys of rows that went away.
  var removed: [Int64] = []
  /// Nodes that have another parent than before, or are new.
  var adopted: [(node: UInt32, parent: UInt32)] = []
  /// Nodes that went away.
  var dissolved: [UInt32] = []

  init(nextNumber: UInt32, isRecording: Bool) {
    self.nextNumber = nextNumber
    self.isRecording = isRecording
  }

  mutating func takeNumber() -> UInt32 {
    defer { nextNumber &+= 1 }
    return nextNumber
  }

  /// Reports rows that now follow one another in a leaf, from its row number `first` on.
  mutating func place<Row>(
    _ rows: some Sequence<Row>, in leaf: UInt32, from first: Int = 0
  ) where Row: TreeRow {
    guard isRecording else { return }
    var place = UInt32(truncatingIfNeeded: first)
    for row in rows {
      placed.append((row.key, leaf, place))
      place &+= 1
    }
  }

  mutating func adopt<Row>(_ children: some Sequence<Child<Row>>, by parent: UInt32) {
    guard isRecording else { return }
    for child in children { adopted.append((child.number, parent)) }
  }

  mutating func dissolve(_ node: UInt32) {
    guard isRecording else { return }
    dissolved.append(node)
  }

  mutating func remove(_ key: Int64) {
    guard isRecording else { return }
    removed.append(key)
  }

  /// Takes the last key off those of rows that went away: it comes back in the same edit.
  mutating func forgetLastRemoval() {
    _ = removed.popLast()
  }
}
