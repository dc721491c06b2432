/// One edit of a list; positions are those of the moment at which it is made.
public enum ListStep: Sendable, Hashable {
  /// Remove the row at a position.
  case deleteItem(ListPosition)
  /// Insert, so that it is at `at`, the row that is at `new` in the new list.
  case insertItem(at: ListPosition, new: ListPosition)
  /// Take out the row at `from` and put it in, so that it is then at `to`.
  case moveItem(from: ListPosition, to: ListPosition)
  /// Show the row at `at` with its content of the new list, where it is at `new`.
  case updateItem(at: ListPosition, new: ListPosition, kind: ListUpdate.Kind)
  /// Remove an empty section.
  case deleteSection(Int)
  /// Insert an empty section, which is number `new` in the new list.
  case insertSection(at: Int, new: Int)
  /// Take out a section with its rows and put it in, so that it is then number `to`.
  case moveSection(from: Int, to: Int)
  /// Show the section `at` itself anew; it is number `new` in the new list.
  case updateSection(at: Int, new: Int)
}

extension ListChanges {
  /// These changes as single edits, one after another, for views that know no batches.
  ///
  /// First come updates, at old positions, then deletes from the back, then sections that move and
  /// come; then rows, from the front, each put where it belongs; at last sections that go, which are
  /// empty by then.
  ///
  /// There are none if the changes are those of no list, as one that was put together by hand may be: a section
  /// that goes twice, or comes to where another does.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var steps: [ListStep] {
    // Sections behind all changes stay, so it does not matter how many there are.
    guard let bound = sectionBound, let order = SectionOrder(of: self, oldCount: bound) else {
      return []
    }
    var steps: [ListStep] = itemUpdates.map { .updateItem(at: $0.old, new: $0.new, kind: $0.kind) }
    steps += sectionUpdates.map { .updateSection(at: $0.old, new: $0.new) }
    steps += itemDeletes.reversed().map { .deleteItem($0) }

    var sections = StepSequence()
    sections.add(
      deletes: [], moves: sectionMoves.map { (0, $0.old, 0, order.placeOfNew[$0.new]) },
      inserts: sectionInserts.map { (0, order.placeOfNew[$0]) })
    for step in sections.steps() {
      switch step {
      case .insert(_, let at, let place):
        steps.append(.insertSection(at: at, new: order.newNumber(atPlace: place)))
      case .move(_, let from, _, let to): steps.append(.moveSection(from: from, to: to))
      }
    }

    var rows = StepSequence()
    rows.add(
      deletes: itemDeletes.map { (order.placeOfOld[$0.section], $0.item) },
      moves: itemMoves.map {
        (
          order.placeOfOld[$0.old.section], $0.old.item, order.placeOfNew[$0.new.section],
          $0.new.item
        )
      },
      inserts: itemInserts.map { (order.placeOfNew[$0.section], $0.item) })
    for step in rows.steps() {
      switch step {
      case .insert(let section, let at, let item):
        steps.append(
          .insertItem(
            at: ListPosition(section: section, item: at),
            new: ListPosition(section: order.newNumber(atPlace: section), item: item)))
      case .move(let section, let from, let target, let to):
        steps.append(
          .moveItem(
            from: ListPosition(section: section, item: from),
            to: ListPosition(section: target, item: to)))
      }
    }
    steps += sectionDeletes.map { order.placeOfOld[$0] }.sorted().reversed()
      .map { .deleteSection($0) }
    return steps
  }

  /// A number of old sections behind which nothing changes; nil if the number of one is negative.
  private var sectionBound: Int? {
    var numbers = [0] + sectionDeletes + sectionInserts
    numbers += (sectionMoves + sectionUpdates).flatMap { [$0.old, $0.new] }
    numbers += (itemDeletes + itemInserts).map(\.section)
    numbers += itemMoves.flatMap { [$0.old.section, $0.new.section] }
    guard let least = numbers.min(), least >= 0, let most = numbers.max() else { return nil }
    return most + 1 + sectionDeletes.count
  }
}

extension SectionOrder {
  fileprivate func newNumber(atPlace place: Int) -> Int {
    guard case .staying(_, let new) = sections[place] else { return place }
    return new
  }
}
