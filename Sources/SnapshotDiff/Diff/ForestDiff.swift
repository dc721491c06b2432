/// The difference of two forests: first of their sections, then of the rows of sections that differ.
struct ForestDiff {
  private let old: Tree<SectionRow>
  private let new: Tree<SectionRow>
  private let isRelated: Bool
  private var changes = ListChanges()
  /// Old and new number of the sections whose trees are compared, −1 where there is none; a pair's
  /// index is what rows know it by.
  private var pairs = ContiguousArray<(old: Int32, new: Int32)>()
  private var rows: TreeDiff<ItemRow>

  /// The changes from `old` to `new`, trees of sections whose keys mean the same ids, and the work it took.
  ///
  /// - Parameters:
  ///   - old: The forest before.
  ///   - new: The forest after.
  ///   - isRelated: Whether they descend from one another.
  /// - Returns: The changes and what was done to find them.
  static func changes(
    from old: Tree<SectionRow>, to new: Tree<SectionRow>, isRelated: Bool
  ) -> (changes: ListChanges, work: DiffWork) {
    var diff = ForestDiff(old, new, isRelated)
    diff.compareSections()
    diff.rows.finish()
    diff.collectMoves()
    diff.collectRows()
    return (diff.changes, diff.rows.work)
  }

  private init(_ old: Tree<SectionRow>, _ new: Tree<SectionRow>, _ isRelated: Bool) {
    self.old = old
    self.new = new
    self.isRelated = isRelated
    rows = TreeDiff(isRelated: isRelated)
  }
}

// MARK: Sections

extension ForestDiff {
  private mutating func compareSections() {
    if compareAlignedSections() { return }
    var sections = TreeDiff<SectionRow>(isRelated: isRelated)
    sections.compare(pair: 0, old: old.root, new: new.root)
    sections.finish()
    forEachMovedRun(chain: sections.runs[...], floats: sections.floats[...]) { run in
      for offset in 0..<Int(run.count) {
        changes.sectionMoves.append(
          SectionPair(old: Int(run.old) + offset, new: Int(run.new) + offset))
      }
    }
    for row in sections.differing.sorted(by: { $0.new < $1.new }) {
      compareSection(
        Int(row.old), old.row(at: Int(row.old)), Int(row.new), new.row(at: Int(row.new)))
    }
    for (index, left) in sections.oldLeft.enumerated()
    where !sections.leftoverPairs.isTaken[index] {
      changes.sectionDeletes.append(Int(left.position))
      compare(left.position, -1, left.row.items.root, nil)
    }
    for (index, left) in sections.newLeft.enumerated()
    where sections.leftoverPairs.partners[index] < 0 {
      changes.sectionInserts.append(Int(left.position))
      compare(-1, left.position, nil, left.row.items.root)
    }
  }

  /// Deals with the usual case, few sections that stay where they are; false in any other.
  private mutating func compareAlignedSections() -> Bool {
    guard let oldNode = old.root?.node, let newNode = new.root?.node,
      oldNode.isLeaf, newNode.isLeaf, oldNode.rows.count == newNode.rows.count,
      oldNode.rows.indices.allSatisfy({ oldNode.rows[$0].key == newNode.rows[$0].key })
    else { return false }
    for index in oldNode.rows.indices {
      compareSection(index, oldNode.rows[index], index, newNode.rows[index])
    }
    return true
  }

  private mutating func compareSection(
    _ oldIndex: Int, _ old: SectionRow, _ newIndex: Int, _ new: SectionRow
  ) {
    if old.version != new.version {
      changes.sectionUpdates.append(SectionPair(old: oldIndex, new: newIndex))
    }
    guard old.items.root?.tag != new.items.root?.tag else { return }
    compare(
      Int32(truncatingIfNeeded: oldIndex), Int32(truncatingIfNeeded: newIndex), old.items.root,
      new.items.root)
  }

  private mutating func compare(
    _ oldIndex: Int32, _ newIndex: Int32, _ old: Child<ItemRow>?, _ new: Child<ItemRow>?
  ) {
    rows.compare(pair: Int32(truncatingIfNeeded: pairs.count), old: old, new: new)
    pairs.append((oldIndex, newIndex))
  }
}

// MARK: Rows

extension ForestDiff {
  private mutating func collectMoves() {
    for crossing in rows.crossings {
      let move = ListMove(
        old: oldPosition(crossing.oldPair, crossing.old),
        new: newPosition(crossing.newPair, crossing.new))
      changes.itemMoves.append(move)
      if !crossing.isSame { appendUpdate(move.old, move.new) }
    }
    var floats = rows.floats[...]
    var runs = rows.runs[...]
    while let pair = floats.first?.pair {
      let own = floats.prefix { $0.pair == pair }
      floats = floats[own.endIndex...]
      runs = runs[(runs.firstIndex { $0.pair >= pair } ?? runs.endIndex)...]
      let chain = runs.prefix { $0.pair == pair }
      forEachMovedRun(chain: chain, floats: own) { run in
        for offset in 0..<run.count {
          changes.itemMoves.append(
            ListMove(
              old: oldPosition(pair, run.old + offset),
              new: newPosition(pair, run.new + offset)))
        }
      }
    }
    changes.itemMoves.sortIfNeeded { $0.new < $1.new }
  }

  private mutating func collectRows() {
    for (index, left) in rows.oldLeft.enumerated() where !rows.leftoverPairs.isTaken[index] {
      changes.itemDeletes.append(oldPosition(left.pair, left.position))
    }
    for (index, left) in rows.newLeft.enumerated() where rows.leftoverPairs.partners[index] < 0 {
      changes.itemInserts.append(newPosition(left.pair, left.position))
    }
    for row in rows.differing {
      appendUpdate(oldPosition(row.pair, row.old), newPosition(row.pair, row.new))
    }
    changes.itemDeletes.sortIfNeeded(by: <)
    changes.itemInserts.sortIfNeeded(by: <)
    changes.itemUpdates.sortIfNeeded { $0.new < $1.new }
  }

  private mutating func appendUpdate(_ from: ListPosition, _ to: ListPosition) {
    let kind = new.version(at: to).update(since: old.version(at: from))
    changes.itemUpdates.append(ListUpdate(old: from, new: to, kind: kind))
  }

  private func oldPosition(_ pair: Int32, _ item: Int32) -> ListPosition {
    ListPosition(section32: pairs[Int(pair)].old, item32: item)
  }

  private func newPosition(_ pair: Int32, _ item: Int32) -> ListPosition {
    ListPosition(section32: pairs[Int(pair)].new, item32: item)
  }
}

extension Array {
  /// Sorts, unless the elements are in order already, as they mostly are.
  fileprivate mutating func sortIfNeeded(by isBefore: (Element, Element) -> Bool) {
    guard zip(self, dropFirst()).contains(where: { isBefore($1, $0) }) else { return }
    sort(by: isBefore)
  }
}

extension Tree<SectionRow> {
  /// The version of the row at `position`.
  fileprivate func version(at position: ListPosition) -> ListVersion {
    lookAtRow(position.section) { $0.items.row(at: position.item).version }
  }
}
