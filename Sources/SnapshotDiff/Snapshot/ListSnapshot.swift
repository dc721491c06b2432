/// A list of sections and items at one moment: an immutable value in the shape of UIKit's
/// `NSDiffableDataSourceSnapshot`.
///
/// Copying takes constant time, and an edit of a copy shares all but a few nodes with the original,
/// so keeping every version of a long list is cheap, and the difference of two versions costs only
/// what changed between them. Any snapshot, old or new, can be read on any thread.
///
/// Ids are unique in the whole snapshot: no item twice, in one section or in two, and no section
/// twice. An edit that cannot be made throws, names the ids at fault and leaves the snapshot as it
/// was. Every item and section carries a version, which `reload` and `reconfigure` raise; a
/// difference reports rows whose versions differ as updates.
///
/// Edits by id need an index from id to place, which is made when first asked for, in O(*n* log *n*)
/// time, and kept from edit to edit; edits by position do without it.
public struct ListSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  private(set) var contents: Contents

  /// A snapshot with no section.
  public init() {
    self.init(forest: Forest(), sectionKeys: KeySpace(isDense: true), itemKeys: KeySpace())
  }

  init(
    forest: Forest, sectionKeys: KeySpace<SectionID>, itemKeys: KeySpace<ItemID>,
    marks: ReloadMarks = ReloadMarks()
  ) {
    contents = Contents(forest, sectionKeys, itemKeys, marks)
  }

  /// The number of items, in all sections.
  public var numberOfItems: Int { forest.itemCount }

  /// The number of sections.
  public var numberOfSections: Int { forest.sectionCount }

  /// The ids of the sections, in order.
  ///
  /// - Complexity: O(sections).
  public var sectionIdentifiers: [SectionID] {
    var keys = ContiguousArray<Int64>()
    forest.sections.forEachLeaf { rows, _ in keys.append(contentsOf: rows.lazy.map(\.key)) }
    return sectionKeys.ids(of: keys)
  }

  /// The ids of all items, section by section.
  ///
  /// - Complexity: O(items).
  public var itemIdentifiers: [ItemID] {
    var keys = ContiguousArray<Int64>()
    keys.reserveCapacity(numberOfItems)
    forest.sections.forEachLeaf { sections, _ in
      for section in sections {
        section.items.forEachLeaf { rows, _ in keys.append(contentsOf: rows.lazy.map(\.key)) }
      }
    }
    return itemKeys.ids(of: keys)
  }

  /// The number of items in `section`.
  ///
  /// - Throws: `unknownSection`.
  public func numberOfItems(
    inSection section: SectionID
  ) throws(ListSnapshotError) -> Int {
    forest.section(at: try index(of: section)).items.count
  }

  /// The ids of the items in `section`, in order.
  ///
  /// - Throws: `unknownSection`.
  /// - Complexity: O(items in the section).
  public func itemIdentifiers(
    inSection section: SectionID
  ) throws(ListSnapshotError) -> [ItemID] {
    let section = forest.section(at: try index(of: section))
    return itemKeys.ids(of: ContiguousArray(section.items.rows.lazy.map(\.key)))
  }

  var forest: Forest {
    _read { yield contents.forest }
    _modify {
      detach()
      yield &contents.forest
    }
  }

  var sectionKeys: KeySpace<SectionID> {
    get { contents.sectionKeys }
    set { contents = Contents(forest, newValue, itemKeys, marks) }
  }

  var itemKeys: KeySpace<ItemID> {
    get { contents.itemKeys }
    set { contents = Contents(forest, sectionKeys, newValue, marks) }
  }

  var marks: ReloadMarks {
    _read { yield contents.marks }
    _modify {
      detach()
      yield &contents.marks
    }
  }

  /// Makes the contents this snapshot's own.
  private mutating func detach() {
    if !isKnownUniquelyReferenced(&contents) {
      contents = Contents(
        contents.forest, contents.sectionKeys, contents.itemKeys, contents.marks)
    }
  }

  /// What a snapshot is made of, in one object: so a copy costs one count, and threads that copy
  /// different versions do not count at one place.
  final class Contents: @unchecked Sendable {
    // Safe because an edit changes contents only if it holds the one reference to them.
    var forest: Forest
    var marks: ReloadMarks
    let sectionKeys: KeySpace<SectionID>
    let itemKeys: KeySpace<ItemID>

    init(
      _ forest: Forest, _ sectionKeys: KeySpace<SectionID>, _ itemKeys: KeySpace<ItemID>,
      _ marks: ReloadMarks
    ) {
      self.forest = forest
      self.sectionKeys = sectionKeys
      self.itemKeys = itemKeys
      self.marks = marks
    }

    /// The place of `item`, or nil.
    func position(of item: ItemID) -> ListPosition? {
      guard let key = itemKeys.key(of: item) else { return nil }
      // What the look-up does not count lives as long as this does.
      defer { withExtendedLifetime(self) {} }
      return forest.hasIndex ? forest.keptPosition(of: key) : unindexedPosition(of: key)
    }

    @inline(never)
    private func unindexedPosition(of key: Int64) -> ListPosition? { forest.position(of: key) }
  }

  func index(of section: SectionID) throws(ListSnapshotError) -> Int {
    guard let index = indexOfSection(section) else {
      throw ListSnapshotError(.unknownSection, ids: [section])
    }
    return index
  }
}
