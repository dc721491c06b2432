import TestSupport

@testable import SnapshotDiff

/// A snapshot and its model, edited alike.
struct SnapshotEditor {
  var snapshot: Snapshot
  var model: Model
  var nextID: Int

  init(random: inout SeededGenerator, sections: Int, sizes: [Int] = [0, 5, 150, 1200]) {
    var next = 0
    model = Model(
      (0..<sections).map { section in
        let count = Int.random(
          in: 0...(sizes.randomElement(using: &random) ?? 3), using: &random)
        let rows = (0..<count).map { Model.Row(id: next + $0) }
        next += count
        return Model.Section(id: -1 - section, rows: rows)
      })
    snapshot = model.snapshot
    nextID = next
  }

  /// A row chosen at random, or nil if there is none.
  private func somePosition(_ random: inout SeededGenerator) -> ListPosition? {
    let filled = model.sections.indices.filter { !model.sections[$0].rows.isEmpty }
    guard let section = filled.randomElement(using: &random) else { return nil }
    return ListPosition(
      section: section, item: Int.random(in: 0..<model.sections[section].rows.count, using: &random)
    )
  }

  /// One random edit through the public interface.
  mutating func step(_ random: inout SeededGenerator, sectionShare: Int = 8) throws {
    if Int.random(in: 0..<100, using: &random) < sectionShare { return try editSections(&random) }
    switch Int.random(in: 8..<100, using: &random) {
    case 8..<30:
      let ids = (0..<Int.random(in: 1...3, using: &random)).map { nextID + $0 }
      nextID += ids.count
      let rows = ids.map { Model.Row(id: $0) }
      if let anchor = somePosition(&random) {
        let isAfter = Bool.random(using: &random)
        if isAfter {
          try snapshot.insertItems(ids, afterItem: model[anchor].id)
        } else {
          try snapshot.insertItems(ids, beforeItem: model[anchor].id)
        }
        model.sections[anchor.section].rows.insert(
          contentsOf: rows, at: anchor.item + (isAfter ? 1 : 0))
      } else if !model.sections.isEmpty {
        try snapshot.appendItems(ids)
        model.sections[model.sections.count - 1].rows += rows
      }
    case 30..<50:
      guard let position = somePosition(&random) else { return }
      try snapshot.deleteItems([model[position].id])
      model.sections[position.section].rows.remove(at: position.item)
    case 50..<75: try move(&random)
    default:
      guard let position = somePosition(&random) else { return }
      if Bool.random(using: &random) {
        try snapshot.reloadItems([model[position].id])
        model.sections[position.section].rows[position.item].version += 1 << 32
      } else {
        try snapshot.reconfigureItems([model[position].id])
        model.sections[position.section].rows[position.item].version += 1
      }
    }
  }

  private mutating func move(_ random: inout SeededGenerator) throws {
    guard let from = somePosition(&random), let anchor = somePosition(&random), from != anchor
    else { return }
    let row = model[from]
    let anchorID = model[anchor].id
    let isAfter = Bool.random(using: &random)
    if isAfter {
      try snapshot.moveItem(row.id, afterItem: anchorID)
    } else {
      try snapshot.moveItem(row.id, beforeItem: anchorID)
    }
    model.sections[from.section].rows.remove(at: from.item)
    guard let target = model.sections[anchor.section].rows.firstIndex(where: { $0.id == anchorID })
    else { return }
    model.sections[anchor.section].rows.insert(row, at: target + (isAfter ? 1 : 0))
  }

  private mutating func editSections(_ random: inout SeededGenerator) throws {
    let count = model.sections.count
    let index = count == 0 ? 0 : Int.random(in: 0..<count, using: &random)
    switch count == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
    case 0:
      let id = -1000 - nextID
      nextID += 1
      let isBefore = count > 0
      if isBefore {
        try snapshot.insertSections([id], beforeSection: model.sections[index].id)
      } else {
        try snapshot.appendSections([id])
      }
      model.sections.insert(Model.Section(id: id, rows: []), at: index)
    case 1 where count > 1:
      try snapshot.deleteSections([model.sections[index].id])
      model.sections.remove(at: index)
    case 2 where count > 1:
      let anchor = Int.random(in: 0..<count, using: &random)
      guard anchor != index else { return }
      let anchorID = model.sections[anchor].id
      try snapshot.moveSection(model.sections[index].id, afterSection: anchorID)
      let section = model.sections.remove(at: index)
      let target = model.sections.firstIndex { $0.id == anchorID } ?? 0
      model.sections.insert(section, at: target + 1)
    default:
      try snapshot.reloadSections([model.sections[index].id])
      model.sections[index].version += 1 << 32
    }
  }
}
