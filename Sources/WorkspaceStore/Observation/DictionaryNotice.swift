/// What became visible in a dictionary.
package enum DictionaryNotice: Sendable, Hashable {
  /// An entry has another value, or none.
  case entry(DictionaryEntryID)
  /// A namespace was emptied, or is what it was before.
  case emptied(DictionaryNamespaceID)
}

/// The name of a dictionary's namespace, which compares by its UTF-8 bytes; empty for the workspace's own dictionary.
package typealias DictionaryNamespaceID = UTF8Key

extension DictionaryEntryID {
  /// The entry's namespace.
  package var namespaceID: DictionaryNamespaceID { DictionaryNamespaceID(namespace) }
}
