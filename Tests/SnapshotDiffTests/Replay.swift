import SnapshotDiff

/// A list as the tests know it: sections of rows, each with an id and a version.
struct Model: Equatable {
  struct Row: Hashable {
    var id: Int
    var version: UInt64 = 0
  }
  struct Section: Equatable {
    var id: Int
    var version: UInt64 = 0
    var rows: [Row]
  }
  var sections: [Section] = []

  /// A list without sections.
  init(rows: [Row]) {
    sections = [Section(id: 0, rows: rows)]
  }

  init(_ sections: [Section] = []) {
    self.sections = sections
  }

  subscript(position: ListPosition) -> Row { sections[position.section].rows[position.item] }
}

/// What is wrong with changes, or with a batch, found by replay.
struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Checks changes by their definition: applied to `old` they give `new`; nothing is told twice; no
/// update is missing or needless; there are exactly as few moves as there can be.
func verify(_ changes: ListChanges, from old: Model, to new: Model) throws {
  let sectionOf = try replaySections(changes, old, new)
  let sources = try replayRows(changes, old, new, sectionOf)
  try verifyUpdates(changes, old, new, sectionOf, sources)
  try verifyMoves(changes, old, new, sectionOf, sources)
  try verifyOrder(changes)
}

/// For each new section the old one it was, or nil.
private func replaySections(_ changes: ListChanges, _ old: Model, _ new: Model) throws -> [Int?] {
  var gone = Set(changes.sectionDeletes)
  gone.formUnion(changes.sectionMoves.map(\.old))
  var sources = [Int?](repeating: nil, count: new.sections.count)
  var isFilled = [Bool](repeating: false, count: new.sections.count)
  for index in changes.sectionInserts { isFilled[index] = true }
  for move in changes.sectionMoves {
    sources[move.new] = move.old
    isFilled[move.new] = true
  }
  var staying = old.sections.indices.filter { !gone.contains($0) }[...]
  for index in sources.indices where !isFilled[index] { sources[index] = staying.popFirst() }
  guard staying.isEmpty else { throw Wrong("sections are left over") }
  for (index, source) in sources.enumerated() {
    if let source {
      guard old.sections[source].id == new.sections[index].id else {
        throw Wrong("section \(index) is not what it should be")
      }
    } else if !changes.sectionInserts.contains(index) {
      throw Wrong("section \(index) comes from nowhere")
    }
  }
  return sources
}

/// For each new row the old position it was at, or nil.
private func replayRows(
  _ changes: ListChanges, _ old: Model, _ new: Model, _ sectionOf: [Int?]
) throws -> [[ListPosition?]] {
  var gone = Set(changes.itemDeletes)
  guard gone.count == changes.itemDeletes.count else { throw Wrong("a row is deleted twice") }
  for move in changes.itemMoves where !gone.insert(move.old).inserted {
    throw Wrong("row \(move.old) goes twice")
  }
  var came = Set(changes.itemInserts)
  guard came.count == changes.itemInserts.count else { throw Wrong("a row is inserted twice") }
  var sources = new.sections.map { [ListPosition?](repeating: nil, count: $0.rows.count) }
  for move in changes.itemMoves {
    guard came.insert(move.new).inserted else { throw Wrong("row \(move.new) comes twice") }
    sources[move.new.section][move.new.item] = move.old
  }
  for (index, section) in old.sections.enumerated() where !sectionOf.contains(index) {
    for item in section.rows.indices
    where !gone.contains(ListPosition(section: index, item: item)) {
      throw Wrong("row \(index).\(item) stays in a section that goes")
    }
  }
  for (index, source) in sectionOf.enumerated() {
    var staying: [ListPosition] = []
    if let source {
      staying = old.sections[source].rows.indices.map { ListPosition(section: source, item: $0) }
        .filter { !gone.contains($0) }
    }
    var rest = staying[...]
    for item in new.sections[index].rows.indices {
      let position = ListPosition(section: index, item: item)
      if !came.contains(position) {
        guard let next = rest.popFirst() else { throw Wrong("no row is left for \(position)") }
        sources[index][item] = next
      }
      if let source = sources[index][item], old[source].id != new[position].id {
        throw Wrong("row \(position) is \(old[source].id) and should be \(new[position].id)")
      }
    }
    guard rest.isEmpty else { throw Wrong("rows of section \(index) are left over") }
  }
  return sources
}

private func verifyUpdates(
  _ changes: ListChanges, _ old: Model, _ new: Model, _ sectionOf: [Int?],
  _ sources: [[ListPosition?]]
) throws {
  var expected: [SectionPair] = []
  var expectedRows = Set<ListUpdate>()
  for (index, source) in sectionOf.enumerated() {
    if let source, old.sections[source].version != new.sections[index].version {
      expected.append(SectionPair(old: source, new: index))
    }
    for (item, from) in sources[index].enumerated() {
      guard let from else { continue }
      let to = ListPosition(section: index, item: item)
      let versions = (old[from].version, new[to].version)
      if versions.0 != versions.1 {
        let isReload = versions.0 >> 32 != versions.1 >> 32
        expectedRows.insert(
          ListUpdate(old: from, new: to, kind: isReload ? .reload : .reconfigure))
      }
    }
  }
  guard changes.sectionUpdates == expected else {
    throw Wrong("section updates \(changes.sectionUpdates), not \(expected)")
  }
  guard Set(changes.itemUpdates) == expectedRows,
    changes.itemUpdates.count == expectedRows.count
  else { throw Wrong("updates \(changes.itemUpdates), not \(expectedRows)") }
}

/// Counts moves against a quadratic reference, given who became who.
private func verifyMoves(
  _ changes: ListChanges, _ old: Model, _ new: Model, _ sectionOf: [Int?],
  _ sources: [[ListPosition?]]
) throws {
  // Nobody is deleted and inserted who could have been kept.
  let before = old.sections.flatMap(\.rows).reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
  let after = new.sections.flatMap(\.rows).reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
  let common = before.reduce(0) { $0 + min($1.value, after[$1.key] ?? 0) }
  let kept = sources.joined().count { $0 != nil }
  guard kept == common else { throw Wrong("\(kept) rows are kept, not \(common)") }
  let ids = Set(old.sections.map(\.id)).intersection(new.sections.map(\.id))
  let keptSections = sectionOf.compactMap { $0 }
  guard keptSections.count == ids.count else { throw Wrong("a common section is not kept") }

  let sectionMoves = keptSections.count - quadraticLIS(keptSections)
  guard changes.sectionMoves.count == sectionMoves else {
    throw Wrong("\(changes.sectionMoves.count) section moves, not \(sectionMoves)")
  }
  var moves = 0
  for (index, rows) in sources.enumerated() {
    let own = rows.compactMap { $0 }.filter { $0.section == sectionOf[index] }
    moves += rows.count { $0 != nil } - quadraticLIS(own.map(\.item))
  }
  guard changes.itemMoves.count == moves else {
    throw Wrong("\(changes.itemMoves.count) moves, not \(moves)")
  }
}

private func verifyOrder(_ changes: ListChanges) throws {
  guard changes.itemDeletes == changes.itemDeletes.sorted(),
    changes.itemInserts == changes.itemInserts.sorted(),
    changes.itemMoves.map(\.new) == changes.itemMoves.map(\.new).sorted(),
    changes.itemUpdates.map(\.new) == changes.itemUpdates.map(\.new).sorted(),
    changes.sectionDeletes == changes.sectionDeletes.sorted(),
    changes.sectionInserts == changes.sectionInserts.sorted(),
    changes.sectionMoves.map(\.new) == changes.sectionMoves.map(\.new).sorted()
  else { throw Wrong("changes are not in order") }
}

/// The length of the longest rising subsequence of numbers that are all different, by the definition.
///
/// Numbers that follow one another are taken together: what rises with one of them rises with all.
func quadraticLIS(_ positions: [Int]) -> Int {
  var runs: [Range<Int>] = []
  for position in positions {
    if let last = runs.last, last.upperBound == position {
      runs[runs.count - 1] = last.lowerBound..<(position + 1)
    } else {
      runs.append(position..<(position + 1))
    }
  }
  var longest = runs.map(\.count)
  for end in runs.indices {
    for start in 0..<end where runs[start].lowerBound < runs[end].lowerBound {
      longest[end] = max(longest[end], longest[start] + runs[end].count)
    }
  }
  return longest.max() ?? 0
}
