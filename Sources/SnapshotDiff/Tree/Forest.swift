/// The sections of a snapshot and the rows in them, by key and position: a persistent tree of
/// sections, each of which has a persistent tree of rows.
struct Forest: Sendable {
  /// What tells forests that descend from one another from all others.
  final class Lineage: Sendable {}

  private(set) var sections = Tree<SectionRow>()
  private(set) var lineage = Lineage()
  private var nextNumber: UInt32 = 0
  /// Whether there is an index that edits keep up to date.
  private(set) var hasIndex = false
  /// That index.
  ///
  /// No optional, as a look at part of one counts references to all of it.
  private var keptIndex = ForestIndex()
  private var lazyIndex = LazyIndex()

  /// A forest with no section.
  init() {}

  /// A forest of these sections, of the lineage of `parent`; `edit` made their trees.
  init(_ rows: ContiguousArray<SectionRow>, after parent: Forest, _ edit: TreeEdit) {
    lineage = parent.lineage
    var edit = edit
    sections = Tree(rows, &edit)
    nextNumber = edit.nextNumber
  }

  /// An edit that begins where this forest left off.
  var newEdit: TreeEdit { TreeEdit(nextNumber: nextNumber, isRecording: false) }

  var sectionCount: Int { sections.count }
  var itemCount: Int { sections.weight }

  func section(at index: Int) -> SectionRow { sections.row(at: index) }

  func row(at position: ListPosition) -> ItemRow {
    sections.row(at: position.section).items.row(at: position.item)
  }

  /// How many rows there are in the sections before `section`.
  func rowCount(beforeSection section: Int) -> Int { sections.weight(before: section) }
}

// MARK: Positions

extension Forest {
  /// The index, made now if there is none.
  var index: ForestIndex {
    hasIndex ? keptIndex : lazyIndex.index { ForestIndex(of: self) }
  }

  /// The number of the section with `key`, or nil.
  func sectionIndex(of key: Int64) -> Int? {
    defer { withExtendedLifetime(self) {} }
    if let root = sections.root, root.node.isLeaf {
      return Uncounted(root.node).onlyLeafOffset(of: key)
    }
    return path(ofSection: key).flatMap { sections.offset(of: key, path: $0) }
  }

  /// The place of the row with `key`, or nil.
  func position(of key: Int64) -> ListPosition? {
    defer { withExtendedLifetime(self) {} }
    guard !hasIndex else { return keptPosition(of: key) }
    guard let path = index.items.path(to: key), let section = sectionIndex(of: Int64(path.owner))
    else { return nil }
    return sections.root.flatMap {
      Uncounted($0.node).position(of: key, path, inSection: section)
    }
  }

  /// The same where there is a kept index.
  ///
  /// What is needed is read at once and not counted as referred to: versions share most of it, and threads
  /// that look up ids in any of them would wait for each other's counts. The caller keeps this forest meanwhile.
  @inline(__always)
  func keptPosition(of key: Int64) -> ListPosition? {
    let (items, sections) = (keptIndex.items.maps, keptIndex.sections.maps)
    guard let root = self.sections.root.map({ Uncounted($0.node) }),
      let path = items.path(to: key)
    else { return nil }
    let owner = Int64(path.owner)
    var section = root.onlyLeafOffset(of: owner)
    if section == nil, let path = sections.path(to: owner) {
      section = root.offset(of: owner, path: path)
    }
    guard let section else { return nil }
    return root.position(of: key, path, inSection: section)
  }

  private func path(ofSection key: Int64) -> NodePath? {
    hasIndex ? keptIndex.sections.path(to: key) : index.sections.path(to: key)
  }

  /// Lets go of the index, which is then made anew when somebody asks.
  mutating func forgetIndex() {
    hasIndex = false
    keptIndex = ForestIndex()
    lazyIndex = LazyIndex()
  }
}

// MARK: Edits

extension Forest {
  mutating func insert(_ row: ItemRow, at position: ListPosition) {
    editItems(ofSection: position.section) { $0.insert(row, at: position.item, &$1) }
  }

  mutating func append(_ rows: ContiguousArray<ItemRow>, toSection section: Int) {
    editItems(ofSection: section) { $0.append(rows, &$1) }
  }

  mutating func remove(at position: ListPosition) -> ItemRow {
    editItems(ofSection: position.section) { $0.remove(at: position.item, &$1) }
  }

  /// Moves a row so that it is then at `to`.
  mutating func move(from: ListPosition, to: ListPosition) {
    guard from.section == to.section else { return insert(remove(at: from), at: to) }
    editItems(ofSection: from.section) { items, edit in
      let row = items.remove(at: from.item, &edit)
      // It comes back at once, and has to be placed in the index, not taken out first.
      edit.forgetLastRemoval()
      items.insert(row, at: to.item, &edit)
    }
  }

  mutating func update(at position: ListPosition, _ change: (inout ListVersion) -> Void) {
    editItems(ofSection: position.section) { items, _ in
      items.update(at: position.item) { change(&$0.version) }
    }
  }

  mutating func insertSection(_ row: SectionRow, at index: Int) {
    editSections { $0.insert(row, at: index, &$1) }
  }

  mutating func removeSection(at index: Int) {
    editItems(ofSection: index) { items, edit in items.leave(&edit) }
    _ = editSections { $0.remove(at: index, &$1) }
  }

  mutating func moveSection(from: Int, to: Int) {
    let row = editSections { $0.remove(at: from, &$1) }
    editSections { $0.insert(row, at: to, &$1) }
  }

  mutating func updateSection(at index: Int, _ change: (inout ListVersion) -> Void) {
    sections.update(at: index) { change(&$0.version) }
    outdateIndex()
  }

  /// Runs an edit of one section's rows and brings the index up to date.
  private mutating func editItems<Result>(
    ofSection section: Int, _ body: (inout Tree<ItemRow>, inout TreeEdit) -> Result
  ) -> Result {
    startAnewBeforeNumbersRunOut()
    adoptLazyIndex()
    var edit = TreeEdit(nextNumber: nextNumber, isRecording: hasIndex)
    let result = sections.update(at: section) { row in
      let rootBefore = row.items.root?.number
      let result = body(&row.items, &edit)
      if edit.isRecording, let root = row.items.root?.number, root != rootBefore {
        edit.adopted.append((root, ForestIndex.owner(row.key)))
      }
      return result
    }
    nextNumber = edit.nextNumber
    if hasIndex { keptIndex.items.apply(edit) }
    return result
  }

  /// Runs an edit of the tree of sections and brings the index up to date.
  private mutating func editSections<Result>(
    _ body: (inout Tree<SectionRow>, inout TreeEdit) -> Result
  ) -> Result {
    startAnewBeforeNumbersRunOut()
    adoptLazyIndex()
    var edit = TreeEdit(nextNumber: nextNumber, isRecording: hasIndex)
    let rootBefore = sections.root?.number
    let result = body(&sections, &edit)
    if edit.isRecording, let root = sections.root?.number, root != rootBefore {
      edit.adopted.append((root, TreeIndex.ownerBit))
    }
    nextNumber = edit.nextNumber
    if hasIndex { keptIndex.sections.apply(edit) }
    return result
  }

  /// Numbers the nodes anew, in a lineage of its own, long before numbers reach what marks an owner.
  private mutating func startAnewBeforeNumbersRunOut() {
    guard nextNumber >= TreeIndex.ownerBit / 2 else { return }
    var edit = TreeEdit(nextNumber: 0, isRecording: false)
    var rows = sections.rows
    for index in rows.indices { rows[index].items = Tree(rows[index].items.rows, &edit) }
    self = Forest(rows, after: Forest(), edit)
  }

  /// Takes over the index that somebody asked this version for; from now on it is kept.
  private mutating func adoptLazyIndex() {
    if !hasIndex, let made = lazyIndex.existing {
      keptIndex = made
      hasIndex = true
    }
    outdateIndex()
  }

  /// Parts with the lazy index, which is that of the version before the edit.
  private mutating func outdateIndex() {
    guard !hasIndex || lazyIndex.existing != nil else { return }
    if !isKnownUniquelyReferenced(&lazyIndex) || lazyIndex.existing != nil {
      lazyIndex = LazyIndex()
    }
  }
}

extension Uncounted<Node<SectionRow>> {
  /// The number of the section with `key`, if one leaf has all sections.
  ///
  /// A look at each is then quicker than an index. Nil also if it is not there.
  @inline(__always)
  fileprivate func onlyLeafOffset(of key: Int64) -> Int? {
    look { node in node.isLeaf ? node.rows.firstIndex { $0.key == key } : nil }
  }

  /// The place of the row with `key`, whose way in the tree of its section is `path`.
  @inline(__always)
  fileprivate func position(
    of key: Int64, _ path: NodePath, inSection section: Int
  ) -> ListPosition? {
    guard let root = row(at: section, { $0.items.root.map { Uncounted<Node<ItemRow>>($0.node) } }),
      let item = root.offset(of: key, path: path)
    else { return nil }
    return ListPosition(section: section, item: item)
  }
}
