/// What one commit changed.
package struct ChangeSet: Sendable {
  /// The commit's number; the last one's, where others have made several.
  package let commit: Int64
  /// The number of the first commit; of commits of ours the same.
  package var firstCommit: Int64
  /// Whether another workspace or process committed it.
  package let isForeign: Bool
  /// The changes of record types, by type number.
  package var types: [Int64: TypeChanges]
  /// The changes of dictionaries.
  package var dictionary: [DictionaryChange]
  /// Whether anything may have changed, as the commit log has a gap: fetch everything again.
  package var isGap: Bool
  /// Whether there is a gap because the store was put back to an older state, so that numbers come again.
  package var isPutBack = false

  /// Makes a change set.
  package init(
    commit: Int64, isForeign: Bool = false, types: [Int64: TypeChanges] = [:],
    dictionary: [DictionaryChange] = [], isGap: Bool = false
  ) {
    self.commit = commit
    firstCommit = commit
    self.isForeign = isForeign
    self.types = types
    self.dictionary = dictionary
    self.isGap = isGap
  }
}

/// What a commit changed in one type.
package enum TypeChanges: Sendable {
  /// Rows with their bytes, one each, in order of row id: a commit of ours, of a type watched at BEGIN.
  case rows([RowChange])
  /// Row ids in order, each once, without bytes: a foreign commit, or a type not watched at BEGIN.
  case rowIDs([Int64])
  /// Any row may have changed: fetch again.
  case everything
}

/// A row's bytes before and after a commit; nil where the row is absent.
package struct RowChange: Sendable, Hashable {
  /// The row id.
  package let rowID: Int64
  /// The bytes before the commit.
  package let before: [UInt8]?
  /// The bytes after the commit.
  package var after: [UInt8]?

  /// Makes a change of a row.
  package init(rowID: Int64, before: [UInt8]?, after: [UInt8]?) {
    self.rowID = rowID
    self.before = before
    self.after = after
  }
}

/// One entry of a dictionary that a commit changed or removed.
package struct DictionaryChange: Sendable, Hashable {
  /// What the entry is after the commit.
  package enum Content: Sendable, Hashable {
    /// This value; nil if it was removed.
    case value(DictionaryValue?)
    /// To be read: a commit of others, or a value too large to keep.
    case unknown
  }

  /// The row id in `__dictionary`.
  package let rowID: Int64
  /// The entry's namespace and key; nil where a foreign commit removed an entry that was never read here.
  package let entry: DictionaryEntryID?
  /// What the entry is after the commit.
  package var content: Content

  /// Makes a change of an entry.
  package init(rowID: Int64, entry: DictionaryEntryID?, content: Content = .unknown) {
    self.rowID = rowID
    self.entry = entry
    self.content = content
  }
}

/// The namespace and the key of a dictionary's entry; both compare by their UTF-8 bytes.
package struct DictionaryEntryID: Sendable, Hashable {
  /// The namespace; empty for the workspace's own dictionary.
  package let namespace: String
  /// The key.
  package let key: String
  /// What the bytes mix up to, found out once, as an entry is looked up in several places.
  private let digest: UInt64

  /// Makes an entry's name.
  package init(namespace: String, key: String) {
    self.namespace = namespace
    self.key = key
    let digest = key.utf8Digest(0)
    self.digest = namespace.isEmpty ? digest : namespace.utf8Digest(digest)
  }

  /// Whether two entries have the same bytes.
  package static func == (a: DictionaryEntryID, b: DictionaryEntryID) -> Bool {
    a.digest == b.digest && a.key.hasSameUTF8(as: b.key) && a.namespace.hasSameUTF8(as: b.namespace)
  }

  /// Hashes the bytes, as Swift's own strings hash canonical equivalents alike.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// Whether the entry is in a namespace.
  package func isIn(_ namespace: String) -> Bool {
    self.namespace.hasSameUTF8(as: namespace)
  }
}
