/// The difference of two arrays, from what the walk and the leftovers found.
@usableFromInline
struct ArrayDiff {
  /// What the walk found.
  @usableFromInline var walk = Walk()
  /// Rows in no run, by index.
  @usableFromInline var oldLeft: ContiguousArray<Int32> = []
  @usableFromInline var newLeft: ContiguousArray<Int32> = []

  @inlinable
  init() {}

  /// Collects the rows in gaps.
  @usableFromInline
  mutating func collectLeftovers() {
    oldLeft.reserveCapacity(walk.gaps.reduce(0) { $0 + $1.old.count })
    newLeft.reserveCapacity(walk.gaps.reduce(0) { $0 + $1.new.count })
    for gap in walk.gaps {
      for index in gap.old { oldLeft.append(Int32(truncatingIfNeeded: index)) }
      for index in gap.new { newLeft.append(Int32(truncatingIfNeeded: index)) }
    }
  }

  /// The changes, once leftovers are paired.
  ///
  /// - Parameters:
  ///   - pairs: Partners among the leftovers.
  ///   - floating: Paired leftovers whose content differs, by new position.
  /// - Returns: The changes, in the order that `ListChanges` promises.
  @usableFromInline
  func changes(_ pairs: LeftoverPairs, floating: ContiguousArray<RowPair>) -> ListChanges {
    var changes = ListChanges()
    let paired = pairs.isTaken.reduce(0) { $0 + ($1 ? 1 : 0) }
    changes.itemInserts.reserveCapacity(newLeft.count - paired)
    changes.itemDeletes.reserveCapacity(oldLeft.count - paired)
    var floats: [Run] = []
    floats.reserveCapacity(paired)
    for index in newLeft.indices {
      let partner = pairs.partners[index]
      if partner >= 0 {
        floats.join(Run(old: Int(oldLeft[Int(partner)]), new: Int(newLeft[index]), count: 1))
      } else {
        changes.itemInserts.append(ListPosition(section32: 0, item32: newLeft[index]))
      }
    }
    for index in oldLeft.indices where !pairs.isTaken[index] {
      changes.itemDeletes.append(ListPosition(section32: 0, item32: oldLeft[index]))
    }
    if floats.count > walk.runs.count { changes.itemMoves.reserveCapacity(paired) }
    forEachMovedRun(chain: walk.runs[...], floats: floats[...]) { run in
      for offset in 0..<run.count {
        changes.itemMoves.append(
          ListMove(
            old: ListPosition(section32: 0, item32: run.old + offset),
            new: ListPosition(section32: 0, item32: run.new + offset)))
      }
    }
    var updates = walk.differing
    if !floating.isEmpty {
      updates += floating
      updates.sort { $0.new < $1.new }
    }
    changes.itemUpdates = updates.map {
      ListUpdate(
        old: ListPosition(section32: 0, item32: $0.old),
        new: ListPosition(section32: 0, item32: $0.new))
    }
    return changes
  }
}
