import SnapshotDiff

/// The visible rows of a live query as a list, in sections; edited by their places among all visible rows.
struct LiveList<Sections: LiveSections, ID: IntegerListID>: Sendable {
  /// The list.
  private(set) var snapshot: ListSnapshot<Sections.SectionID, ID>
  private let sections: Sections

  /// Makes a list without rows.
  init(_ sections: Sections) {
    self.sections = sections
    snapshot = ListSnapshot()
    if let whole = sections.whole { snapshot.appendSection(whole, unique: []) }
  }

  /// How many rows are visible.
  var count: Int { snapshot.numberOfItems }

  private func position(of place: Int) -> ListPosition {
    sections.whole == nil ? snapshot.position(ofItemAt: place) : ListPosition(item: place)
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
    if sections.whole == nil, snapshot.numberOfItems(inSectionAt: position.section) == 1 {
      try snapshot.removeSection(at: position.section)
    } else {
      try snapshot.remove(at: position)
    }
  }

  /// Puts a row in front of the one at `place`, in a section of its own if its neighbours are of others.
  mutating func insert(
    _ rowID: Int64, payload: UnsafeRawBufferPointer, version: ListVersion, at place: Int
  ) throws(ListSnapshotError) {
    let id = ID(listKey: rowID)
    guard sections.whole == nil else {
      return try snapshot.insert(unique: id, version: version, at: ListPosition(item: place))
    }
    let section = unsafe sections.section(of: payload)
    var next = ListPosition(item: 0)
    if place > 0 {
      let last = snapshot.position(ofItemAt: place - 1)
      if snapshot.sectionIdentifier(at: last.section) == section {
        next = ListPosition(section: last.section, item: last.item + 1)
        return try snapshot.insert(unique: id, version: version, at: next)
      }
      next = ListPosition(section: last.section + 1, item: 0)
    }
    if next.section == snapshot.numberOfSections
      || snapshot.sectionIdentifier(at: next.section) != section
    {
      try snapshot.insertSection(unique: section, at: next.section)
    }
    try snapshot.insert(unique: id, version: version, at: next)
  }

  /// Puts other rows in place of all.
  mutating func replaceAll(with rows: RowTree, in visible: Range<Int>, versions: [ListVersion]) {
    var ids: [ID] = []
    ids.reserveCapacity(visible.count)
    rows.forEachRowID(in: visible) { ids.append(ID(listKey: $0)) }
    if let whole = sections.whole {
      snapshot = ListSnapshot(unique: ids, versions: versions, section: whole)
      return
    }
    var list = ListSnapshot<Sections.SectionID, ID>()
    var start = 0
    while start < visible.count {
      let section = unsafe rows.withPayload(at: visible.lowerBound + start) {
        unsafe sections.section(of: $0)
      }
      var end = start + 1
      while end < visible.count,
        unsafe rows.withPayload(
          at: visible.lowerBound + end, { unsafe sections.section(of: $0) == section })
      {
        end += 1
      }
      list.appendSection(
        section, unique: Array(ids[start..<end]), versions: Array(versions[start..<end]))
      start = end
    }
    snapshot = list
  }
}
