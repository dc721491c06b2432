/// The two lists that lie between an old and a new one; see `ListChanges.batches`.
struct BatchStages<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Snapshot = ListSnapshot<SectionID, ItemID>

  /// Sections of both lists, in the order between; rows as in the old list.
  let sectionsArrived: Snapshot
  /// Sections of both lists, rows as in the new list; contents as in the old one.
  let rowsArranged: Snapshot

  /// The lists between; nil if the changes are not those of two such lists.
  init?(of changes: ListChanges, from old: Snapshot, to new: Snapshot) {
    guard changes.changesSections else {
      sectionsArrived = old
      rowsArranged = new.withContents(of: old, changes)
      return
    }
    guard let order = SectionOrder(of: changes, oldCount: old.numberOfSections) else { return nil }
    var arrived = Stage(old)
    var arranged = Stage(new.withContents(of: old, changes))
    let came = Dictionary(grouping: changes.itemInserts, by: \.section)
    let went = Dictionary(grouping: changes.itemDeletes, by: \.section)
    for section in order.sections {
      switch section {
      case .going(let number):
        arrived.appendOwn(number)
        arranged.append(number, of: old, rows: went[number] ?? [])
      case .staying(let number?, let newNumber):
        arrived.appendOwn(number)
        arranged.appendOwn(newNumber)
      case .staying(nil, let newNumber):
        arrived.append(newNumber, of: new, rows: came[newNumber] ?? [])
        arranged.appendOwn(newNumber)
      }
    }
    sectionsArrived = arrived.snapshot
    rowsArranged = arranged.snapshot
  }

  /// A snapshot with its sections in another order, and with sections of another one.
  private struct Stage {
    private let base: Snapshot
    private let baseSections: ContiguousArray<SectionRow>
    private var sections = ContiguousArray<SectionRow>()
    private var edit: TreeEdit

    init(_ base: Snapshot) {
      self.base = base
      baseSections = base.forest.sections.rows
      edit = base.forest.newEdit
    }

    /// Adds a section of the base, by number.
    mutating func appendOwn(_ number: Int) {
      sections.append(baseSections[number])
    }

    /// Adds section `number` of `other`, with the rows at these positions only.
    mutating func append(_ number: Int, of other: Snapshot, rows positions: [ListPosition]) {
      let section = other.forest.section(at: number)
      let all = section.items.rows
      let rows = ContiguousArray(
        positions.map { position in
          let row = all[position.item]
          return ItemRow(
            key: base.itemKeys.key(interning: other.itemKeys.id(of: row.key)),
            version: row.version)
        })
      sections.append(
        SectionRow(
          key: base.sectionKeys.key(interning: other.sectionKeys.id(of: section.key)),
          version: section.version, items: Tree(rows, &edit)))
    }

    var snapshot: Snapshot {
      var snapshot = base
      snapshot.forest = Forest(sections, after: base.forest, edit)
      return snapshot
    }
  }
}

extension ListSnapshot {
  /// This list with the contents that `changes` found in `old`.
  fileprivate func withContents(of old: ListSnapshot, _ changes: ListChanges) -> ListSnapshot {
    var snapshot = self
    for update in changes.itemUpdates {
      let version = old.version(at: update.old)
      snapshot.forest.update(at: update.new) { $0 = version }
    }
    for section in changes.sectionUpdates {
      let version = old.version(ofSectionAt: section.old)
      snapshot.forest.updateSection(at: section.new) { $0 = version }
    }
    return snapshot
  }
}
