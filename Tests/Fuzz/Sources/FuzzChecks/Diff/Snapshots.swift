@testable import SnapshotDiff

typealias Snapshot = ListSnapshot<Int, Int>

// What the oracles of SnapshotDiffTests, Replay.swift and ViewRules.swift, ask for; here through the public interface.
extension Model {
  /// A snapshot of this list, related to no other.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    for section in sections {
      snapshot.appendSection(
        section.id, unique: section.rows.map(\.id), versions: section.rows.map(\.version),
        version: section.version)
    }
    return snapshot
  }

  /// What `snapshot` holds.
  init(_ snapshot: Snapshot) {
    self.init(
      (0..<snapshot.numberOfSections).map { section in
        let rows = (0..<snapshot.numberOfItems(inSectionAt: section)).map { item in
          let position = ListPosition(section: section, item: item)
          return Row(
            id: snapshot.itemIdentifier(at: position), version: snapshot.version(at: position))
        }
        return Section(
          id: snapshot.sectionIdentifier(at: section),
          version: snapshot.version(ofSectionAt: section), rows: rows)
      })
  }
}

/// Checks that positions and ids of a snapshot lead to one another, and that its parts add up.
func checkInvariants(_ snapshot: Snapshot) throws {
  var flat: [Int] = []
  for (section, id) in snapshot.sectionIdentifiers.enumerated() {
    guard snapshot.indexOfSection(id) == section else { throw Wrong("section \(section) is lost") }
    let rows = try snapshot.itemIdentifiers(inSection: id)
    for (item, id) in rows.enumerated() {
      let position = ListPosition(section: section, item: item)
      guard snapshot.itemIdentifier(at: position) == id, snapshot.position(of: id) == position,
        snapshot.indexOfItem(id) == flat.count
      else { throw Wrong("row \(id) is not at \(position)") }
      flat.append(id)
    }
  }
  guard flat == snapshot.itemIdentifiers, flat.count == snapshot.numberOfItems else {
    throw Wrong("the sections' rows are not all rows")
  }
}
