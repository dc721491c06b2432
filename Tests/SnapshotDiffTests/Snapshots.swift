@testable import SnapshotDiff

typealias Snapshot = ListSnapshot<Int, Int>

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
    let sections = snapshot.sectionIdentifiers
    self.init(
      sections.indices.map { index in
        let rows = snapshot.forest.section(at: index).items.rows.map { row in
          Row(id: snapshot.itemKeys.id(of: row.key), version: row.version)
        }
        return Section(
          id: sections[index], version: snapshot.version(ofSectionAt: index), rows: rows)
      })
  }
}

/// Checks all that a snapshot promises about itself: the shape of its trees, and, if `index`, that
/// positions and ids lead to one another.
func checkInvariants(_ snapshot: Snapshot, index: Bool = true) throws {
  try snapshot.forest.sections.check()
  var ids = Set<Int>()
  for section in snapshot.forest.sections.rows {
    try section.items.check()
    for row in section.items.rows where !ids.insert(snapshot.itemKeys.id(of: row.key)).inserted {
      throw Wrong("a row is there twice")
    }
  }
  guard ids.count == snapshot.numberOfItems else { throw Wrong("wrong number of items") }
  guard index else { return }
  var flat = 0
  for (section, id) in snapshot.sectionIdentifiers.enumerated() {
    guard snapshot.indexOfSection(id) == section else { throw Wrong("section \(section) is lost") }
    for item in 0..<snapshot.numberOfItems(inSectionAt: section) {
      let position = ListPosition(section: section, item: item)
      let id = snapshot.itemIdentifier(at: position)
      guard snapshot.position(of: id) == position else {
        throw Wrong(
          "row \(id) is at \(position), not \(String(describing: snapshot.position(of: id)))")
      }
      guard snapshot.indexOfItem(id) == flat,
        snapshot.position(ofItemAt: flat) == snapshot.position(of: id)
      else { throw Wrong("row \(id) has a wrong index") }
      flat += 1
    }
  }
}

extension Tree {
  func check() throws {
    guard let root else { return }
    try Self.check(root, isRoot: true, height: root.node.height)
    var numbers = Set<UInt32>()
    var nodes = [root]
    while let node = nodes.popLast() {
      guard numbers.insert(node.number).inserted else { throw Wrong("a number is there twice") }
      nodes += node.node.children
    }
  }

  private static func check(_ child: Child<Row>, isRoot: Bool, height: Int) throws {
    let node = child.node
    guard child.tag == ObjectIdentifier(node) else { throw Wrong("a tag is old") }
    let limit = height == 0 ? Row.leafCapacity : fanOut
    guard node.isLeaf == (height == 0), node.fill <= limit else { throw Wrong("a node is too big") }
    guard node.fill >= (isRoot ? (height == 0 ? 1 : 2) : limit / 3) else {
      throw Wrong("a node is too small")
    }
    let count =
      node.isLeaf ? node.rows.count : node.children.reduce(0) { $0 + Int($1.count) }
    let weight =
      node.isLeaf
      ? node.rows.reduce(0) { $0 + $1.weight } : node.children.reduce(0) { $0 + Int($1.weight) }
    guard Int(child.count) == count, Int(child.weight) == weight else {
      throw Wrong("a wrong count")
    }
    for grandchild in node.children {
      try check(grandchild, isRoot: false, height: height - 1)
    }
  }
}
