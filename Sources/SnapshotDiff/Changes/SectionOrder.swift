/// The sections of two lists in one order: those of the new list, and among them the ones that will
/// go, each after the section that it followed.
///
/// Sections that stay and sections that go are in old order, so from the old list to this one just
/// the moved sections move, and from this one to the new list none.
struct SectionOrder {
  enum Section {
    /// A section that goes, by old number.
    case going(old: Int)
    /// A section of the new list, with its old number if it had one.
    case staying(old: Int?, new: Int)
  }

  private(set) var sections: [Section] = []
  /// Place in this order by old number.
  private(set) var placeOfOld: [Int]
  /// Place in this order by new number.
  private(set) var placeOfNew: [Int] = []

  /// The order for lists of these changes; nil if they are those of no list with so many sections.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - oldCount: How many sections the old list has.
  init?(of changes: ListChanges, oldCount: Int) {
    let newCount = oldCount - changes.sectionDeletes.count + changes.sectionInserts.count
    guard newCount >= 0 else { return nil }
    placeOfOld = Array(repeating: 0, count: oldCount)
    var isGoing = Array(repeating: false, count: oldCount)
    var isMoved = Array(repeating: false, count: oldCount)
    var isNew = Array(repeating: false, count: newCount)
    var oldOfNew = Array(repeating: -1, count: newCount)
    for old in changes.sectionDeletes {
      guard isGoing.indices.contains(old), !isGoing[old] else { return nil }
      isGoing[old] = true
    }
    for new in changes.sectionInserts {
      guard isNew.indices.contains(new), !isNew[new] else { return nil }
      isNew[new] = true
    }
    for move in changes.sectionMoves {
      guard isMoved.indices.contains(move.old), !isMoved[move.old], !isGoing[move.old],
        isNew.indices.contains(move.new), !isNew[move.new], oldOfNew[move.new] < 0
      else { return nil }
      isMoved[move.old] = true
      oldOfNew[move.new] = move.old
    }

    var next = 0
    func appendGoing() {
      while next < oldCount, isGoing[next] || isMoved[next] {
        if isGoing[next] { append(.going(old: next)) }
        next += 1
      }
    }
    appendGoing()
    for new in 0..<newCount {
      if isNew[new] {
        append(.staying(old: nil, new: new))
      } else if oldOfNew[new] >= 0 {
        append(.staying(old: oldOfNew[new], new: new))
      } else {
        append(.staying(old: next, new: new))
        next += 1
        appendGoing()
      }
    }
  }

  private mutating func append(_ section: Section) {
    switch section {
    case .going(let old): placeOfOld[old] = sections.count
    case .staying(let old, _):
      if let old { placeOfOld[old] = sections.count }
      placeOfNew.append(sections.count)
    }
    sections.append(section)
  }
}
