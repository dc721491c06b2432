/// The sections of a snapshot and the rows in them, by key and position.
struct Forest: Sendable {
  struct Section: Sendable {
    var key: Int64
    var version: ListVersion
    var rows: ContiguousArray<ItemRow>
  }
  var sections: ContiguousArray<Section> = []

  var sectionCount: Int { sections.count }
  var itemCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  func sectionKey(at index: Int) -> Int64 { sections[index].key }
  func sectionVersion(at index: Int) -> ListVersion { sections[index].version }
  func rowCount(inSection index: Int) -> Int { sections[index].rows.count }
  func rows(inSection index: Int) -> ContiguousArray<ItemRow> { sections[index].rows }
  func row(at position: ListPosition) -> ItemRow { sections[position.section].rows[position.item] }

  func sectionIndex(of key: Int64) -> Int? { sections.firstIndex { $0.key == key } }

  func position(of key: Int64) -> ListPosition? {
    for (number, section) in sections.enumerated() {
      if let item = section.rows.firstIndex(where: { $0.key == key }) {
        return ListPosition(section: number, item: item)
      }
    }
    return nil
  }

  /// How many rows there are in the sections before `section`.
  func rowCount(beforeSection section: Int) -> Int {
    sections[..<section].reduce(0) { $0 + $1.rows.count }
  }

  mutating func insert(_ row: ItemRow, at position: ListPosition) {
    sections[position.section].rows.insert(row, at: position.item)
  }

  mutating func append(_ rows: ContiguousArray<ItemRow>, toSection section: Int) {
    sections[section].rows += rows
  }

  mutating func remove(at position: ListPosition) -> ItemRow {
    sections[position.section].rows.remove(at: position.item)
  }

  mutating func setVersion(_ version: ListVersion, at position: ListPosition) {
    sections[position.section].rows[position.item].version = version
  }

  mutating func insertSection(key: Int64, version: ListVersion, at index: Int) {
    sections.insert(Section(key: key, version: version, rows: []), at: index)
  }

  mutating func removeSection(at index: Int) {
    sections.remove(at: index)
  }

  mutating func moveSection(from: Int, to: Int) {
    sections.insert(sections.remove(at: from), at: to)
  }

  mutating func setSectionVersion(_ version: ListVersion, at index: Int) {
    sections[index].version = version
  }

  mutating func removeAllRows() {
    for index in sections.indices { sections[index].rows = [] }
  }
}
