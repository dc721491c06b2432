/// A dictionary's entry: its visible value.
package struct LiveEntryModel: LiveModel {
  private let name: DictionaryEntryID
  private let dictionary: DictionaryStore
  /// The value now.
  package var value: any LiveValue { entry }
  private var entry = LiveEntry(value: nil)

  /// Makes the model of an entry; `dictionary` knows what is not yet committed.
  package init(_ name: DictionaryEntryID, in dictionary: DictionaryStore) {
    self.name = name
    self.dictionary = dictionary
  }

  package func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
    LiveEntry(value: entry.value, error: error, isUnread: true)
  }

  /// Reads the value as of the connection's read transaction, not what is cached: changes up to its commit are passed
  /// over.
  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    let commit = try connection.newestCommit().number
    switch dictionary.uncommitted(name, asOf: commit) {
    case .value(let value): return .entry(LiveEntry(value: value))
    case .removed: return .entry(LiveEntry(value: nil))
    case .nothing: break
    }
    let (entry, rowID) = try connection.liveEntry(name)
    // So that its removal elsewhere can be told by its name.
    if entry.error == nil {
      dictionary.keep(name, entry.value, rowID: rowID, commit: commit)
    }
    return .entry(entry)
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .entry(let fetched) = fetched, !fetched.isSame(as: entry) else { return false }
    entry = fetched
    return true
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch changes {
    case .entries(let entries):
      guard let last = entries.last(where: { $0.name == name }) else { return .unchanged }
      return load(.entry(last.entry)) ? .changed : .unchanged
    case .everything: return .refetch
    case .rows, .current: return .unchanged
    }
  }
}

/// The value of a dictionary's entry at one commit.
package final class LiveEntry: LiveValue {
  /// The value; nil if there is none.
  package let value: DictionaryValue?
  /// Why it could not be read.
  package let error: WorkspaceError?
  /// Whether the error tells that nothing could be read, so that the value is what it was before.
  package let isUnread: Bool

  /// Makes a value.
  package init(value: DictionaryValue?, error: WorkspaceError? = nil, isUnread: Bool = false) {
    self.value = value
    self.error = error
    self.isUnread = isUnread
  }

  package var byteCount: Int { value?.byteCount ?? 0 }

  /// Whether two values are stored alike.
  package func isSame(as other: LiveEntry) -> Bool {
    guard error == other.error, isUnread == other.isUnread else { return false }
    guard let value, let theirs = other.value else { return value == nil && other.value == nil }
    return value.isStored(as: theirs)
  }
}

extension Connection {
  /// The committed value of a dictionary's entry, and its row; one that is damaged is told like any other, and the
  /// next change of the entry may mend it.
  func liveEntry(
    _ name: DictionaryEntryID
  ) throws(WorkspaceError) -> (entry: LiveEntry, rowID: Int64?) {
    guard let row = try dictionaryRow(name) else { return (LiveEntry(value: nil), nil) }
    let error = row.value == nil ? row.damage(of: name, path: path) : nil
    return (LiveEntry(value: row.value, error: error), row.rowID)
  }
}
