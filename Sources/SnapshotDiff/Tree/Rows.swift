/// One row of a section: its key and version.
package struct ItemRow: Sendable, Hashable {
  package var key: Int64
  package var version: ListVersion

  package init(key: Int64, version: ListVersion = 0) {
    self.key = key
    self.version = version
  }
}
