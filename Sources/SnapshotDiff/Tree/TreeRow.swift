/// A row that a persistent tree keeps.
protocol TreeRow: Sendable {
  /// Equal for the same row in two trees, and unique within one.
  var key: Int64 { get }
  /// How many items the row stands for.
  var weight: Int { get }
  /// Whether `other`, of the same key, has the same content.
  func isSame(as other: Self) -> Bool
  /// How many items all of `rows` stand for.
  static func weight(of rows: ContiguousArray<Self>) -> Int
  /// The most rows in one leaf.
  static var leafCapacity: Int { get }
}

/// An item in a section's tree: its key and version.
struct ItemRow: TreeRow {
  var key: Int64
  var version: ListVersion = 0

  var weight: Int { 1 }

  static var leafCapacity: Int { 96 }

  static func weight(of rows: ContiguousArray<ItemRow>) -> Int { rows.count }

  func isSame(as other: ItemRow) -> Bool { version == other.version }
}

/// A section in the tree of sections: its key, its version and the tree of its items.
struct SectionRow: TreeRow {
  var key: Int64
  var version: ListVersion = 0
  var items = Tree<ItemRow>()

  var weight: Int { items.count }

  static var leafCapacity: Int { 32 }

  static func weight(of rows: ContiguousArray<SectionRow>) -> Int {
    rows.reduce(0) { $0 + $1.weight }
  }

  /// Whether version and items are the same; equal items in different nodes count as different.
  func isSame(as other: SectionRow) -> Bool {
    version == other.version && items.root?.tag == other.items.root?.tag
  }
}

/// Rows of these keys, in order; versions are zero if none are given.
func itemRows(
  of keys: ContiguousArray<Int64>, versions: [ListVersion]? = nil
) -> ContiguousArray<ItemRow> {
  var rows = ContiguousArray<ItemRow>()
  rows.reserveCapacity(keys.count)
  if let versions {
    for index in keys.indices { rows.append(ItemRow(key: keys[index], version: versions[index])) }
  } else {
    for key in keys { rows.append(ItemRow(key: key)) }
  }
  return rows
}
