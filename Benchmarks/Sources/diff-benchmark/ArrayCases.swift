import BenchmarkHarness
import SnapshotDiff

/// Differences of two arrays: `diff/<ids>/<n>/<work>`.
struct ArrayCases {
  private let benchmark: Benchmark
  private var isQuick: Bool { benchmark.options.isQuick }

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
  }

  func run() throws {
    for count in isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000] {
      for work in Work.allCases { try integers(count, work) }
    }
    // What is asked of these cases at their full size does not show at a tenth of it.
    if isQuick {
      try integers(100_000, .mixed1)
      try integers(200_000, .shuffle)
    }
    for count in isQuick ? [10_000] : [1_000, 10_000, 100_000] {
      for work in [Work.identical, .mixed1, .shuffle] { try strings(count, work) }
      try sections(count)
    }
    for count in isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000] {
      try repeats(count)
    }
  }

  private func isWanted(_ name: String) -> Bool { benchmark.isWanted(name) }

  private func integers(_ count: Int, _ work: Work) throws {
    let name = "diff/u64/\(count)/\(work.rawValue)"
    guard isWanted(name) else { return }
    var random = Generator(state: UInt64(count))
    let old = (0..<count).map { _ in Row(id: random.next(), version: 0) }
    let new = work.apply(to: old, &random)
    let changes = ours(old, new)
    try check(changes, from: old, to: new, name: name)
    try checkBaselines(old, new, name)
    let least = inOrderMinimum(from: old, to: new)
    guard changes.itemMoves.count == least else {
      throw WrongResult(description: "\(name): \(changes.itemMoves.count) moves, not \(least)")
    }
    // Quadratic where lists differ much: then only at sizes that end.
    let hasStandard: Bool
    switch work {
    case .shuffle, .reverse, .replaced: hasStandard = count <= 1_000
    case .mixed10, .append50: hasStandard = count <= 10_000
    case .mixed1: hasStandard = count <= 100_000
    default: hasStandard = true
    }
    let loops = max(1, 20_000 / count)
    var subjects = [
      Subject("snapshot-diff", loops: loops) { ours(old, new).itemMoves.count },
      Subject("heckel-flat", loops: loops) {
        heckelFlat(old, new, id: { $0.id }, isSame: { $0.version == $1.version }).moves.count
      },
      Subject("heckel-class", loops: loops) {
        heckelClass(old, new, id: { $0.id }, isSame: { $0.version == $1.version }).moves.count
      },
      Subject("floor", loops: loops) { floor(old, new) },
    ]
    if hasStandard {
      // Its moves are inferred afterwards, which is not timed.
      let moves = new.difference(from: old).inferringMoves().insertions.count { $0.isMove }
      subjects.append(
        Subject("stdlib", loops: loops) { new.difference(from: old).isEmpty ? 0 : moves })
    }
    subjects.append(Subject("minimum", loops: 1) { least })
    try benchmark.measure(name, rounds: count > 100_000 ? 9 : 25, seconds: 8, subjects)
  }

  private func checkBaselines(_ old: [Row], _ new: [Row], _ name: String) throws {
    let flat = heckelFlat(old, new, id: { $0.id }, isSame: { $0.version == $1.version })
    try check(flat, from: old, to: new, name: name)
    let classes = heckelClass(old, new, id: { $0.id }, isSame: { $0.version == $1.version })
    try check(classes, from: old, to: new, name: name)
  }

  private func ours(_ old: [Row], _ new: [Row]) -> ListChanges {
    ListChanges(from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
  }

  private func strings(_ count: Int, _ work: Work) throws {
    let name = "diff/string36/\(count)/\(work.rawValue)"
    guard isWanted(name) else { return }
    var random = Generator(state: UInt64(count) + 1)
    let old = (0..<count).map { _ in Row(id: random.next(), version: 0) }
    let new = work.apply(to: old, &random)
    let oldText = old.map { TextRow(id: uuid($0.id), version: $0.version) }
    let newText = new.map { TextRow(id: uuid($0.id), version: $0.version) }
    func ours() -> ListChanges {
      ListChanges(
        from: oldText, to: newText, id: { $0.id }, isSame: { $0.version == $1.version })
    }
    let least = inOrderMinimum(from: old, to: new)
    let changes = ours()
    try check(changes, from: oldText, to: newText, name: name)
    guard changes.itemMoves.count == least else {
      throw WrongResult(description: "\(name): \(changes.itemMoves.count) moves, not \(least)")
    }
    try check(
      heckelFlat(oldText, newText, id: { $0.id }, isSame: { $0.version == $1.version }),
      from: oldText, to: newText, name: name)
    try check(
      heckelClass(oldText, newText, id: { $0.id }, isSame: { $0.version == $1.version }),
      from: oldText, to: newText, name: name)
    let loops = max(1, 5_000 / count)
    try benchmark.measure(
      name, rounds: 15, seconds: 8,
      [
        Subject("snapshot-diff", loops: loops) { ours().itemMoves.count },
        Subject("heckel-flat", loops: loops) {
          heckelFlat(oldText, newText, id: { $0.id }, isSame: { $0.version == $1.version }).moves
            .count
        },
        Subject("heckel-class", loops: loops) {
          heckelClass(oldText, newText, id: { $0.id }, isSame: { $0.version == $1.version }).moves
            .count
        },
        Subject("minimum", loops: 1) { least },
      ])
  }

  /// A string of 36 characters, as a UUID prints.
  private func uuid(_ id: UInt64) -> String {
    var random = Generator(state: id)
    let digits = Array("0123456789abcdef")
    let text = (0..<36).map { place in
      [8, 13, 18, 23].contains(place) ? "-" : digits[random.place(below: 16)]
    }
    return String(text)
  }

  /// Ten ids only, shuffled.
  private func repeats(_ count: Int) throws {
    let name = "diff/dup10/\(count)/shuffle"
    guard isWanted(name) else { return }
    var random = Generator(state: UInt64(count) + 2)
    let old = (0..<count).map { Row(id: UInt64($0 % 10), version: 0) }
    let new = old.shuffled(using: &random)
    try check(ours(old, new), from: old, to: new, name: name)
    try checkBaselines(old, new, name)
    let loops = max(1, 20_000 / count)
    try benchmark.measure(
      name, rounds: 9, seconds: 8,
      [
        Subject("snapshot-diff", loops: loops) { ours(old, new).itemMoves.count },
        Subject("heckel-flat", loops: loops) {
          heckelFlat(old, new, id: { $0.id }, isSame: { $0.version == $1.version }).moves.count
        },
        Subject("in-order-minimum", loops: loops) { inOrderMinimum(from: old, to: new) },
      ])
  }

  /// A hundred sections; rows move across them.
  private func sections(_ count: Int) throws {
    let name = "diff/sections100/\(count)/mixed1"
    guard isWanted(name) else { return }
    var random = Generator(state: UInt64(count) + 3)
    let old = (0..<count).map { _ in Row(id: random.next(), version: 0) }
    let mixed = Work.mix(old, changes: count / 100, &random)
    let new = mixed.map(\.row)
    let oldSections = old.indices.map { $0 * 100 / count }
    let newSections = mixed.map { $0.place * 100 / count }
    let oldList = sectioned(old, oldSections)
    let newList = sectioned(new, newSections)
    let least = leastMoves((old, oldSections), (new, newSections))
    let changes = newList.changes(from: oldList)
    guard changes.itemMoves.count == least else {
      throw WrongResult(description: "\(name): the moves are not the fewest")
    }
    try check(
      changes, from: groups(old, oldSections), to: groups(new, newSections), name: name)
    let oldFlat = ListSnapshot<WholeList, UInt64>(
      unique: old.map(\.id), versions: old.map(\.version))
    let newFlat = ListSnapshot<WholeList, UInt64>(
      unique: new.map(\.id), versions: new.map(\.version))
    try check(newFlat.changes(from: oldFlat), from: old, to: new, name: name)
    let loops = max(1, 5_000 / count)
    try benchmark.measure(
      name, rounds: 25, seconds: 8,
      [
        Subject("snapshot-diff", loops: loops) {
          newList.changes(from: oldList).itemMoves.count
        },
        Subject("without-sections", loops: loops) {
          newFlat.changes(from: oldFlat).itemMoves.count
        },
        Subject("arrays", loops: loops) { ours(old, new).itemMoves.count },
        Subject("minimum", loops: 1) { least },
      ])
  }

  private func groups(_ rows: [Row], _ sections: [Int]) -> [[Row]] {
    let groups = Dictionary(grouping: rows.indices) { sections[$0] }
    return (0..<100).map { (groups[$0] ?? []).map { rows[$0] } }
  }

  private func sectioned(_ rows: [Row], _ sections: [Int]) -> ListSnapshot<Int, UInt64> {
    var snapshot = ListSnapshot<Int, UInt64>()
    for (section, part) in groups(rows, sections).enumerated() {
      snapshot.appendSection(section, unique: part.map(\.id), versions: part.map(\.version))
    }
    return snapshot
  }

  /// Rows whose section changed, and those that are not in the longest rise of their section.
  private func leastMoves(
    _ old: (rows: [Row], sections: [Int]), _ new: (rows: [Row], sections: [Int])
  ) -> Int {
    let places = Dictionary(uniqueKeysWithValues: old.rows.indices.map { (old.rows[$0].id, $0) })
    var kept: [Int: [Int]] = [:]
    var moves = 0
    for (index, row) in new.rows.enumerated() {
      guard let place = places[row.id] else { continue }
      if old.sections[place] == new.sections[index] {
        kept[new.sections[index], default: []].append(place)
      } else {
        moves += 1
      }
    }
    return kept.values.reduce(moves) { $0 + $1.count - longestRise($1) }
  }
}

extension CollectionDifference.Change {
  /// Whether a row that is inserted is one that was removed elsewhere.
  fileprivate var isMove: Bool {
    if case .insert(_, _, associatedWith: .some) = self { true } else { false }
  }
}

extension Subject {
  /// Work that is too short for the clock: done `loops` times, and the time divided.
  init(_ name: String, loops: Int, _ work: @escaping () -> Int) {
    self.init(timing: name) {
      var count = 0
      let time = ContinuousClock().measure {
        for _ in 0..<loops { count = work() }
      }
      return Round(nanoseconds: time.nanoseconds / Double(loops), count: count)
    }
  }
}
