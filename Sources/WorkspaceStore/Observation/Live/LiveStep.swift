import SnapshotDiff

/// What one commit changes in the list of a live query, noted while it is applied.
///
/// For most commits that is easy to tell then: a row that has other content where it is, or one row that comes, goes
/// or moves. What it can't tell is found by comparing the lists before and after.
struct LiveStep: Sendable {
  private var changes: ListChanges? = ListChanges()
  /// Whether a row came, went or moved: then there are no other changes.
  private var isFull = false

  /// Notes that a row has other content where it is.
  mutating func addUpdate(at position: ListPosition) {
    guard !isFull else { return forget() }
    changes?.itemUpdates.append(ListUpdate(old: position, new: position))
  }

  /// Notes that a row of a list without sections came, went or moved; its new place is that in the list without it.
  mutating func add(from old: Int?, to new: Int?) {
    guard old != nil || new != nil else { return }
    guard !isFull, changes?.isEmpty == true else { return forget() }
    isFull = true
    let (from, to) = (old.map { ListPosition(item: $0) }, new.map { ListPosition(item: $0) })
    if let from, let to {
      if from != to { changes?.itemMoves.append(ListMove(old: from, new: to)) }
      changes?.itemUpdates.append(ListUpdate(old: from, new: to))
    } else if let from {
      changes?.itemDeletes.append(from)
    } else if let to {
      changes?.itemInserts.append(to)
    }
  }

  /// Notes that there are changes which it can't tell.
  mutating func forget() {
    changes = nil
  }

  /// The changes, updates in order; nil if they are not known.
  var known: ListChanges? {
    guard var changes else { return nil }
    if changes.itemUpdates.count > 1 { changes.itemUpdates.sort { $0.new < $1.new } }
    return changes
  }
}
