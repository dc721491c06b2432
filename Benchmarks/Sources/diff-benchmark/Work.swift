import BenchmarkHarness

/// What happens to a list between the old and the new one.
enum Work: String, CaseIterable {
  case identical
  case oneUpdate = "one-update"
  case insertFront = "insert-front"
  case deleteMiddle = "delete-middle"
  case moveEndFront = "move-end-front"
  case moveFrontEnd = "move-front-end"
  case mixed1
  case mixed10
  case shuffle
  case reverse
  case replaced
  case append50

  /// The new list; fresh rows get ids from `fresh`.
  func apply(to old: [Row], _ random: inout Generator) -> [Row] {
    var new = old
    switch self {
    case .identical:
      // Another buffer, so that nobody gets away with comparing addresses.
      new.reserveCapacity(old.count + 1)
    case .oneUpdate: new[old.count / 3].version += 1
    case .insertFront: new.insert(Row(id: random.next(), version: 0), at: 0)
    case .deleteMiddle: new.remove(at: old.count / 2)
    case .moveEndFront: new.insert(new.removeLast(), at: 0)
    case .moveFrontEnd: new.append(new.removeFirst())
    case .mixed1: new = Self.mix(old, changes: max(4, old.count / 100), &random).map(\.row)
    case .mixed10: new = Self.mix(old, changes: max(4, old.count / 10), &random).map(\.row)
    case .shuffle: new.shuffle(using: &random)
    case .reverse: new.reverse()
    case .replaced: new = old.map { _ in Row(id: random.next(), version: 0) }
    case .append50:
      new += (0..<(old.count / 2)).map { _ in Row(id: random.next(), version: 0) }
    }
    return new
  }

  /// A quarter each of updates, deletes, inserts and moves, anywhere, in linear time; each row with
  /// the place in the old list at or before which it now stands.
  static func mix(
    _ old: [Row], changes: Int, _ random: inout Generator
  ) -> [(row: Row, place: Int)] {
    let quarter = changes / 4
    var isUsed = [Bool](repeating: false, count: old.count)
    func unused() -> Int {
      while true {
        let place = random.place(below: old.count)
        if !isUsed[place] {
          isUsed[place] = true
          return place
        }
      }
    }
    var kept = old
    for _ in 0..<quarter { kept[unused()].version += 1 }
    var isGone = [Bool](repeating: false, count: old.count)
    for _ in 0..<quarter { isGone[unused()] = true }
    var before: [Int: [Row]] = [:]
    for _ in 0..<quarter {
      before[random.place(below: old.count), default: []].append(Row(id: random.next(), version: 0))
    }
    for _ in 0..<quarter {
      let place = unused()
      isGone[place] = true
      before[random.place(below: old.count), default: []].append(old[place])
    }
    var new: [(row: Row, place: Int)] = []
    new.reserveCapacity(old.count + quarter)
    for place in old.indices {
      if let rows = before[place] { new += rows.map { ($0, place) } }
      if !isGone[place] { new.append((kept[place], place)) }
    }
    return new
  }
}
