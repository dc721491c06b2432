/// Puts moves and inserts into an order in which each can be made alone.
///
/// Deleted rows are gone already. Rows that stay part a section into slots: slot *s* lies before
/// staying row number *s*. Targets are dealt with from the front; each goes to the end of those
/// already in its slot, before the rows of the slot that still wait to be moved away. So where a row
/// is at any moment is a matter of counting: rows that stay, targets made, rows that wait.
struct StepSequence {
  enum Step {
    /// Insert at `at`; it belongs at `item` in the end.
    case insert(section: Int, at: Int, item: Int)
    case move(section: Int, from: Int, target: Int, to: Int)
  }

  fileprivate struct Section {
    var gone: [Int] = []
    /// Old positions of rows that wait, rising, and their slots.
    var waiting: [Int] = []
    var waitingSlots: [Int] = []
    /// How many of the waiting rows are left, summed as in a Fenwick tree.
    var left: [Int] = []
    /// The slots of targets made so far, rising.
    var made: [Int] = []
    /// Targets, by item, and the move that each is; −1 for an insert.
    var targets: [(item: Int, move: Int)] = []
  }

  private var sections: [Int: Section] = [:]
  private var moves: [(section: Int, old: Int, target: Int, new: Int)] = []

  /// Takes what is to be done, by section and item.
  mutating func add(
    deletes: [(Int, Int)], moves: [(Int, Int, Int, Int)], inserts: [(Int, Int)]
  ) {
    for (section, item) in deletes { sections[section, default: Section()].gone.append(item) }
    for (section, old, target, new) in moves {
      sections[section, default: Section()].waiting.append(old)
      sections[target, default: Section()].targets.append((new, self.moves.count))
      self.moves.append((section, old, target, new))
    }
    for (section, item) in inserts {
      sections[section, default: Section()].targets.append((item, -1))
    }
  }

  /// The steps, each at the positions of its moment; rows that are in place by then need none.
  mutating func steps() -> [Step] {
    for key in sections.keys { sections[key]?.prepare() }
    var steps: [Step] = []
    for key in sections.keys.sorted() {
      for (count, target) in (sections[key]?.targets ?? []).enumerated() {
        let slot = target.item - count
        var source: (section: Int, from: Int)?
        if target.move >= 0 {
          let move = moves[target.move]
          let from = sections[move.section]?.takeOut(move.old) ?? 0
          source = (move.section, from)
        }
        let at = target.item + (sections[key]?.waiting(beforeSlot: slot) ?? 0)
        sections[key]?.made.append(slot)
        if let source {
          guard source != (key, at) else { continue }
          steps.append(.move(section: source.section, from: source.from, target: key, to: at))
        } else {
          steps.append(.insert(section: key, at: at, item: target.item))
        }
      }
    }
    return steps
  }
}

extension StepSequence.Section {
  fileprivate mutating func prepare() {
    gone.sort()
    waiting.sort()
    targets.sort { $0.item < $1.item }
    var deleted = 0
    for (index, old) in waiting.enumerated() {
      while deleted < gone.count, gone[deleted] < old { deleted += 1 }
      waitingSlots.append(old - deleted - index)
    }
    left = Array(repeating: 0, count: waiting.count + 1)
    for index in waiting.indices { count(index, by: 1) }
  }

  private mutating func count(_ index: Int, by change: Int) {
    var place = index + 1
    while place < left.count {
      left[place] += change
      place += place & -place
    }
  }

  /// How many of the first `index` waiting rows still wait.
  private func waiting(before index: Int) -> Int {
    var place = index
    var sum = 0
    while place > 0 {
      sum += left[place]
      place &= place - 1
    }
    return sum
  }

  /// How many rows still wait in slots before `slot`.
  fileprivate func waiting(beforeSlot slot: Int) -> Int {
    waiting(before: waitingSlots.partition { $0 < slot })
  }

  /// Where the waiting row `old` is now; from here on it no longer waits.
  fileprivate mutating func takeOut(_ old: Int) -> Int {
    let index = waiting.partition { $0 < old }
    let slot = waitingSlots[index]
    let place = slot + waiting(before: index) + made.partition { $0 <= slot }
    count(index, by: -1)
    return place
  }
}

extension [Int] {
  /// The first index at which `isBefore` no longer holds.
  fileprivate func partition(_ isBefore: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
