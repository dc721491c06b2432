/// A row that a persistent tree keeps.
protocol TreeRow: Sendable {
  /// Equal for the same row in two trees, and unique within one.
  var key: Int64 { get }
  /// How many items the row stands for.
  var weight: Int { get }
  /// Whether `other`, of the same key, has the same content.
  func isSame(as other: Self) -> Bool
  /// The most rows in one leaf.
  static var leafCapacity: Int { get }
}

/// An item in a section's tree: its key and version.
struct ItemRow: TreeRow {
  var key: Int64
  var version: ListVersion = 0

  var weight: Int { 1 }

  static var leafCapacity: Int { 96 }

  func isSame(as other: ItemRow) -> Bool { version == other.version }
}

/// A section in the tree of sections: its key, its version and the tree of its items.
struct SectionRow: TreeRow {
  var key: Int64
  var version: ListVersion = 0
  var items = Tree<ItemRow>()

  var weight: Int { items.count }

  static var leafCapacity: Int { 32 }

  /// Whether version and items are the same; equal items in different nodes count as different.
  func isSame(as other: SectionRow) -> Bool {
    version == other.version && items.root?.tag == other.items.root?.tag
  }
}
