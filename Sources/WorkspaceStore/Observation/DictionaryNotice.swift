/// What became visible in a dictionary.
package enum DictionaryNotice: Sendable, Hashable {
  /// An entry has another value, or none.
  case entry(DictionaryEntryID)
  /// A namespace was emptied, or is what it was before.
  case emptied(DictionaryNamespaceID)
}

/// A namespace of a dictionary; names compare by their UTF-8 bytes.
package struct DictionaryNamespaceID: Sendable, Hashable {
  /// The name; empty for the workspace's own dictionary.
  package let name: String

  /// Names a namespace.
  package init(_ name: String) {
    self.name = name
  }

  /// Whether two names have the same bytes.
  package static func == (a: DictionaryNamespaceID, b: DictionaryNamespaceID) -> Bool {
    a.name.hasSameUTF8(as: b.name)
  }

  /// Hashes the bytes, as Swift's own strings hash canonical equivalents alike.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8Digest(0))
  }
}

extension DictionaryEntryID {
  /// The entry's namespace.
  package var namespaceID: DictionaryNamespaceID { DictionaryNamespaceID(namespace) }
}
