@testable import SnapshotDiff

/// A snapshot and its model, edited alike as an input says.
struct ListEditor {
  private(set) var snapshot: Snapshot
  private(set) var model: Model
  private var nextID: Int

  /// Starts with up to three sections of up to 255 rows; most are short, as the oracles take quadratic time.
  init(_ input: inout FuzzedBytes) {
    model = Model()
    var next = 0
    for section in 0..<input.next(below: 4) {
      let size = input.next()
      let rows = (next..<(next + (size < 224 ? size / 16 : size))).map { Model.Row(id: $0) }
      next += rows.count
      model.sections.append(Model.Section(id: -1 - section, rows: rows))
    }
    snapshot = model.snapshot
    nextID = next
  }

  /// One edit through the public interface, and the same on the model; some that must be refused.
  mutating func edit(_ input: inout FuzzedBytes) throws {
    switch input.next() % 10 {
    case 0, 1: try insertItems(&input)
    case 2: try deleteItems(&input)
    case 3, 4: try moveItem(&input)
    case 5: try renewItem(&input)
    case 6: try insertSection(&input)
    case 7: try deleteSection(&input)
    case 8: try moveSection(&input)
    default: try refuse(&input)
    }
  }

  private func position(_ input: inout FuzzedBytes) -> ListPosition? {
    let filled = model.sections.indices.filter { !model.sections[$0].rows.isEmpty }
    guard !filled.isEmpty else { return nil }
    let section = filled[input.next(below: filled.count)]
    return ListPosition(
      section: section, item: input.next(below: model.sections[section].rows.count))
  }

  private mutating func insertItems(_ input: inout FuzzedBytes) throws {
    let choice = input.next()
    let ids = Array(nextID..<(nextID + (choice > 250 ? 150 : 1 + choice % 4)))
    let rows = ids.map { Model.Row(id: $0) }
    if let anchor = position(&input) {
      nextID += ids.count
      let isAfter = choice & 1 == 0
      if isAfter {
        try snapshot.insertItems(ids, afterItem: model[anchor].id)
      } else {
        try snapshot.insertItems(ids, beforeItem: model[anchor].id)
      }
      model.sections[anchor.section].rows.insert(
        contentsOf: rows, at: anchor.item + (isAfter ? 1 : 0))
    } else if !model.sections.isEmpty {
      nextID += ids.count
      let section = input.next(below: model.sections.count)
      try snapshot.appendItems(ids, toSection: model.sections[section].id)
      model.sections[section].rows += rows
    }
  }

  /// Deletes a row, or several that follow one another.
  private mutating func deleteItems(_ input: inout FuzzedBytes) throws {
    guard let position = position(&input) else { return }
    let choice = input.next()
    let rows = model.sections[position.section].rows
    let end = min(rows.count, position.item + (choice > 200 ? choice : 1))
    try snapshot.deleteItems(rows[position.item..<end].map(\.id))
    model.sections[position.section].rows.removeSubrange(position.item..<end)
  }

  private mutating func moveItem(_ input: inout FuzzedBytes) throws {
    guard let from = position(&input), let anchor = position(&input), from != anchor else { return }
    let row = model[from]
    let anchorID = model[anchor].id
    let isAfter = input.next() & 1 == 0
    if isAfter {
      try snapshot.moveItem(row.id, afterItem: anchorID)
    } else {
      try snapshot.moveItem(row.id, beforeItem: anchorID)
    }
    model.sections[from.section].rows.remove(at: from.item)
    let rows = model.sections[anchor.section].rows
    let target = rows.firstIndex { $0.id == anchorID } ?? 0
    model.sections[anchor.section].rows.insert(row, at: target + (isAfter ? 1 : 0))
  }

  private mutating func renewItem(_ input: inout FuzzedBytes) throws {
    guard let position = position(&input) else { return }
    let isReload = input.next() & 1 == 0
    if isReload {
      try snapshot.reloadItems([model[position].id])
    } else {
      try snapshot.reconfigureItems([model[position].id])
    }
    model.sections[position.section].rows[position.item].version += isReload ? 1 << 32 : 1
  }

  private mutating func insertSection(_ input: inout FuzzedBytes) throws {
    guard model.sections.count < 12 else { return }
    let id = -1000 - nextID
    nextID += 1
    let index = input.next(below: model.sections.count + 1)
    if index < model.sections.count {
      try snapshot.insertSections([id], beforeSection: model.sections[index].id)
    } else {
      try snapshot.appendSections([id])
    }
    model.sections.insert(Model.Section(id: id, rows: []), at: index)
  }

  private mutating func deleteSection(_ input: inout FuzzedBytes) throws {
    guard !model.sections.isEmpty else { return }
    let index = input.next(below: model.sections.count)
    try snapshot.deleteSections([model.sections[index].id])
    model.sections.remove(at: index)
  }

  /// Moves a section, or reloads it.
  private mutating func moveSection(_ input: inout FuzzedBytes) throws {
    guard !model.sections.isEmpty else { return }
    let index = input.next(below: model.sections.count)
    let anchor = input.next(below: model.sections.count)
    let anchorID = model.sections[anchor].id
    guard anchor != index else {
      try snapshot.reloadSections([anchorID])
      model.sections[index].version += 1 << 32
      return
    }
    let isAfter = input.next() & 1 == 0
    if isAfter {
      try snapshot.moveSection(model.sections[index].id, afterSection: anchorID)
    } else {
      try snapshot.moveSection(model.sections[index].id, beforeSection: anchorID)
    }
    let section = model.sections.remove(at: index)
    let target = model.sections.firstIndex { $0.id == anchorID } ?? 0
    model.sections.insert(section, at: target + (isAfter ? 1 : 0))
  }

  /// Tries what must be refused; later comparisons show whether it left something behind.
  private mutating func refuse(_ input: inout FuzzedBytes) throws {
    let known = position(&input).map { model[$0].id }
    let unknown = nextID + 1
    func expectError(_ code: ListSnapshotError.Code, _ body: () throws -> Void) throws {
      do { try body() } catch let error as ListSnapshotError where error.code == code { return }
      throw Wrong("no error \(code.rawValue)")
    }
    try expectError(.unknownItem) { try snapshot.deleteItems([unknown]) }
    try expectError(.unknownSection) { try snapshot.deleteSections([unknown]) }
    guard let known else { return }
    try expectError(.repeatedItem) { try snapshot.appendItems([unknown, known]) }
    try expectError(.repeatedItem) {
      try snapshot.insertItems([unknown, unknown], beforeItem: known)
    }
    try expectError(.unknownItem) { try snapshot.deleteItems([known, unknown]) }
    try expectError(.unknownItem) { try snapshot.moveItem(known, afterItem: unknown) }
    try expectError(.ownAnchor) { try snapshot.moveItem(known, afterItem: known) }
    try expectError(.unknownItem) { try snapshot.reloadItems([known, unknown]) }
  }
}
