/// An element of the lists: an id and a version, 16 bytes.
struct Row: Hashable {
  var id: UInt64
  var version: UInt64
}

/// The same with a string for an id.
struct TextRow: Hashable {
  var id: String
  var version: UInt64
}
