import FlatBufferCoding
import SnapshotDiff

/// The visible rows of a live query as a list, in sections; edited by their places among all visible rows.
struct LiveList: Sendable {
  /// The list; without sections, all rows are in one.
  private(set) var snapshot = ListSnapshot<QuerySection, Int64>()
  /// What sections are made by: sections come and go with their rows, which stand together.
  private let sections: Evaluator?

  /// Makes a list without rows, in sections if there is an expression that makes them.
  init(sections: Evaluator?) {
    self.sections = sections
    if sections == nil { snapshot.appendSection(Self.whole, unique: []) }
  }

  /// The one section of a list without sections.
  private static var whole: QuerySection { QuerySection(.null) }

  /// Whether sections come and go with their rows.
  var isSectioned: Bool { sections != nil }

  /// How many rows are visible.
  var count: Int { snapshot.numberOfItems }

  /// Where a row is, by its place among all visible rows.
  func position(of place: Int) -> ListPosition {
    sections == nil ? ListPosition(item: place) : snapshot.position(ofItemAt: place)
  }

  /// The version of a row.
  func version(at place: Int) -> ListVersion { snapshot.version(at: position(of: place)) }

  /// Gives a row another version.
  mutating func touch(at place: Int, version: ListVersion) throws(ListSnapshotError) {
    try snapshot.setVersion(version, at: position(of: place))
  }

  /// Takes a row out, and its section with the last one.
  mutating func remove(at place: Int) throws(ListSnapshotError) {
    let position = position(of: place)
    if sections != nil, snapshot.numberOfItems(inSectionAt: position.section) == 1 {
      try snapshot.removeSection(at: position.section)
    } else {
      try snapshot.remove(at: position)
    }
  }

  /// Puts a row in front of the one at `place`, in a section of its own if its neighbours are of others.
  mutating func insert(
    _ rowID: Int64, payload: UnsafeRawBufferPointer, version: ListVersion, at place: Int
  ) throws(ListSnapshotError) {
    guard let sections else {
      return try snapshot.insert(unique: rowID, version: version, at: ListPosition(item: place))
    }
    let section = unsafe QuerySection(sections.value(of: payload))
    var next = ListPosition(item: 0)
    if place > 0 {
      let last = snapshot.position(ofItemAt: place - 1)
      if snapshot.sectionIdentifier(at: last.section) == section {
        next = ListPosition(section: last.section, item: last.item + 1)
        return try snapshot.insert(unique: rowID, version: version, at: next)
      }
      next = ListPosition(section: last.section + 1, item: 0)
    }
    if next.section == snapshot.numberOfSections
      || snapshot.sectionIdentifier(at: next.section) != section
    {
      try snapshot.insertSection(unique: section, at: next.section)
    }
    try snapshot.insert(unique: rowID, version: version, at: next)
  }

  /// Puts other rows in place of all.
  mutating func replaceAll(with rows: RowTree, in visible: Range<Int>, versions: [ListVersion]) {
    var ids: [Int64] = []
    ids.reserveCapacity(visible.count)
    rows.forEachRowID(in: visible) { ids.append($0) }
    guard let sections else {
      snapshot = ListSnapshot(unique: ids, versions: versions, section: Self.whole)
      return
    }
    var list = ListSnapshot<QuerySection, Int64>()
    var section: QuerySection?
    var start = 0
    for place in 0...visible.count {
      let next: QuerySection? =
        place == visible.count
        ? nil
        : unsafe rows.withPayload(at: visible.lowerBound + place) {
          unsafe QuerySection(sections.value(of: $0))
        }
      guard next != section else { continue }
      if let section {
        list.appendSection(
          section, unique: Array(ids[start..<place]), versions: Array(versions[start..<place]))
      }
      (section, start) = (next, place)
    }
    snapshot = list
  }
}
