import SnapshotDiff

/// A model of what UICollectionView accepts in one batch update; it throws for each rule broken.
///
/// Written from Apple's documentation of `performBatchUpdates` and the exceptions that it raises,
/// knowing nothing of how batches are made.
struct CollectionViewModel {
  private(set) var list: Model

  init(_ list: Model) {
    self.list = list
  }

  /// Makes a batch and compares with what the data source says afterwards.
  mutating func perform(_ batch: ListChanges, dataSource: Model) throws {
    try checkRanges(batch, dataSource)
    try checkSections(batch)
    try checkItems(batch)
    let sections = try arrangeSections(batch, dataSource)
    list = try arrangeItems(batch, sections, dataSource)
    guard list == dataSource else { throw Wrong("the view does not show the data source's list") }
  }

  private func checkRanges(_ batch: ListChanges, _ after: Model) throws {
    func check(_ position: ListPosition, in model: Model, _ what: String) throws {
      guard model.sections.indices.contains(position.section),
        model.sections[position.section].rows.indices.contains(position.item)
      else { throw Wrong("\(what) \(position) is not there") }
    }
    for position in batch.itemDeletes { try check(position, in: list, "deleted row") }
    for position in batch.itemInserts { try check(position, in: after, "inserted row") }
    for move in batch.itemMoves {
      try check(move.old, in: list, "moved row")
      try check(move.new, in: after, "target")
    }
    for update in batch.itemUpdates { try check(update.old, in: list, "reloaded row") }
    let old = batch.sectionDeletes + (batch.sectionMoves + batch.sectionUpdates).map(\.old)
    guard old.allSatisfy(list.sections.indices.contains) else { throw Wrong("no such section") }
    let new = batch.sectionInserts + batch.sectionMoves.map(\.new)
    guard new.allSatisfy(after.sections.indices.contains) else { throw Wrong("no such section") }
  }

  private func checkSections(_ batch: ListChanges) throws {
    var touched = Set<Int>()
    for section in batch.sectionDeletes + (batch.sectionMoves + batch.sectionUpdates).map(\.old)
    where !touched.insert(section).inserted {
      throw Wrong("section \(section) is deleted, moved or reloaded twice")
    }
    var targets = Set<Int>()
    for section in batch.sectionInserts + batch.sectionMoves.map(\.new)
    where !targets.insert(section).inserted {
      throw Wrong("section \(section) is inserted or moved to twice")
    }
    for move in batch.sectionMoves where move.old == move.new {
      throw Wrong("section \(move.old) moves to where it is")
    }
  }

  private func checkItems(_ batch: ListChanges) throws {
    var touched = Set<ListPosition>()
    let old = batch.itemDeletes + batch.itemMoves.map(\.old) + batch.itemUpdates.map(\.old)
    for position in old where !touched.insert(position).inserted {
      throw Wrong("row \(position) is deleted, moved or reloaded twice")
    }
    var targets = Set<ListPosition>()
    for position in batch.itemInserts + batch.itemMoves.map(\.new)
    where !targets.insert(position).inserted {
      throw Wrong("row \(position) is inserted or moved to twice")
    }
    for move in batch.itemMoves where move.old == move.new {
      throw Wrong("row \(move.old) moves to where it is")
    }
    let closedOld = Set(
      batch.sectionDeletes + (batch.sectionMoves + batch.sectionUpdates).map(\.old))
    for position in old where closedOld.contains(position.section) {
      throw Wrong("row \(position) is edited in a section that goes, moves or is reloaded")
    }
    let closedNew = Set(batch.sectionInserts + batch.sectionMoves.map(\.new))
    for position in targets where closedNew.contains(position.section) {
      throw Wrong("row \(position) comes into a section that comes or moves")
    }
  }

  /// For each section afterwards the one it was; nil if it is inserted.
  private func arrangeSections(_ batch: ListChanges, _ after: Model) throws -> [Int?] {
    var result = [Int?](repeating: nil, count: after.sections.count)
    for move in batch.sectionMoves { result[move.new] = move.old }
    let gone = Set(batch.sectionDeletes + batch.sectionMoves.map(\.old))
    let taken = Set(batch.sectionInserts + batch.sectionMoves.map(\.new))
    let staying = list.sections.indices.filter { !gone.contains($0) }
    let free = after.sections.indices.filter { !taken.contains($0) }
    guard staying.count == free.count else {
      throw Wrong("\(staying.count) sections stay, and the data source has \(free.count)")
    }
    for (from, to) in zip(staying, free) { result[to] = from }
    return result
  }

  private func arrangeItems(
    _ batch: ListChanges, _ sections: [Int?], _ after: Model
  ) throws -> Model {
    var result = Model()
    let gone = Set(batch.itemDeletes + batch.itemMoves.map(\.old))
    let reloadedRows = Set(batch.itemUpdates.map(\.old))
    let reloadedSections = Set(batch.sectionUpdates.map(\.old))
    let sources = Dictionary(uniqueKeysWithValues: batch.itemMoves.map { ($0.new, $0.old) })
    let inserts = Set(batch.itemInserts)
    for (index, source) in sections.enumerated() {
      let shown = after.sections[index]
      guard let source, !reloadedSections.contains(source) else {
        if let source, list.sections[source].id != shown.id {
          throw Wrong("section \(source) is reloaded as another one")
        }
        result.sections.append(shown)
        continue
      }
      let before = list.sections[source]
      guard before.version == shown.version else {
        throw Wrong("section \(source) changes without being reloaded")
      }
      let staying = before.rows.indices.filter {
        !gone.contains(ListPosition(section: source, item: $0))
      }
      var rest = staying[...]
      var rows: [Model.Row] = []
      for item in shown.rows.indices {
        let position = ListPosition(section: index, item: item)
        if inserts.contains(position) {
          rows.append(shown.rows[item])
        } else if let from = sources[position] {
          rows.append(list[from])
        } else if let next = rest.popFirst() {
          let isReloaded = reloadedRows.contains(ListPosition(section: source, item: next))
          rows.append(isReloaded ? shown.rows[item] : before.rows[next])
        } else {
          throw Wrong("section \(index) has too few rows for the data source")
        }
      }
      guard rest.isEmpty else { throw Wrong("section \(index) has too many rows") }
      result.sections.append(Model.Section(id: before.id, version: before.version, rows: rows))
    }
    return result
  }
}

/// Makes batches one by one on a model of a view.
func verifyBatches(from old: Snapshot, to new: Snapshot) throws {
  let changes = new.changes(from: old)
  let batches = changes.batches(from: old, to: new)
  guard batches.count <= 3, batches.isEmpty == changes.isEmpty else {
    throw Wrong("\(batches.count) batches")
  }
  var view = CollectionViewModel(Model(old))
  for batch in batches {
    try view.perform(batch.changes, dataSource: Model(batch.snapshot))
    try checkInvariants(batch.snapshot)
  }
  guard view.list == Model(new) else { throw Wrong("batches do not end at the new list") }
  func count(_ part: (ListChanges) -> Int) -> Int { batches.reduce(0) { $0 + part($1.changes) } }
  guard count(\.itemMoves.count) <= changes.itemMoves.count,
    count(\.sectionMoves.count) <= changes.sectionMoves.count
  else { throw Wrong("batches move more than the changes") }
  // What moves to the place that it had is deleted and inserted; nothing else is.
  guard
    count({ $0.itemMoves.count + $0.itemDeletes.count })
      <= changes.itemMoves.count + changes.itemDeletes.count,
    count({ $0.itemMoves.count + $0.itemInserts.count })
      <= changes.itemMoves.count + changes.itemInserts.count,
    count({ $0.sectionMoves.count + $0.sectionDeletes.count })
      <= changes.sectionMoves.count + changes.sectionDeletes.count,
    count({ $0.sectionMoves.count + $0.sectionInserts.count })
      <= changes.sectionMoves.count + changes.sectionInserts.count
  else { throw Wrong("batches delete or insert what the changes keep") }
}

/// Makes steps one by one.
func verifySteps(_ changes: ListChanges, from old: Model, to new: Model) throws {
  var list = old
  for step in changes.steps {
    switch step {
    case .deleteItem(let at): list.sections[at.section].rows.remove(at: at.item)
    case .insertItem(let at, let target):
      list.sections[at.section].rows.insert(new[target], at: at.item)
    case .moveItem(let from, let to):
      guard from != to else { throw Wrong("a step moves to where it is") }
      let row = list.sections[from.section].rows.remove(at: from.item)
      list.sections[to.section].rows.insert(row, at: to.item)
    case .updateItem(let at, let target, _):
      guard list[at].id == new[target].id else { throw Wrong("a step updates another row") }
      list.sections[at.section].rows[at.item] = new[target]
    case .deleteSection(let at):
      guard list.sections.remove(at: at).rows.isEmpty else { throw Wrong("the section has rows") }
    case .insertSection(let at, let target):
      let section = new.sections[target]
      list.sections.insert(
        Model.Section(id: section.id, version: section.version, rows: []), at: at)
    case .moveSection(let from, let to):
      guard from != to else { throw Wrong("a step moves a section to where it is") }
      list.sections.insert(list.sections.remove(at: from), at: to)
    case .updateSection(let at, let target):
      guard list.sections[at].id == new.sections[target].id else {
        throw Wrong("a step updates another section")
      }
      list.sections[at].version = new.sections[target].version
    }
  }
  guard list == new else { throw Wrong("steps do not end at the new list") }
}
