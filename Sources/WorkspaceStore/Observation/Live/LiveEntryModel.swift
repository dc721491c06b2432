/// A dictionary's entry: its visible value, read again when it may have changed.
package struct LiveEntryModel: LiveModel {
  /// Reads the visible value; on a fetch's queue and on the writer's.
  package typealias Reader = @Sendable () throws(WorkspaceError) -> DictionaryValue?

  private let read: Reader
  /// The value now.
  package var value: any LiveValue { entry }
  private var entry = LiveEntry(value: nil)

  /// Makes the model of an entry.
  package init(read: @escaping Reader) {
    self.read = read
  }

  package func failure(_ error: WorkspaceError) -> any LiveValue {
    LiveEntry(value: entry.value, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    .entry(current)
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .entry(let fetched) = fetched, !fetched.isSame(as: entry) else { return false }
    entry = fetched
    return true
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    load(.entry(current)) ? .changed : .unchanged
  }

  /// A value that can't be read is told like any other; the next change of the entry may mend it.
  private var current: LiveEntry {
    do throws(WorkspaceError) {
      return LiveEntry(value: try read())
    } catch {
      return LiveEntry(value: nil, error: error)
    }
  }
}

/// The value of a dictionary's entry at one commit.
package final class LiveEntry: LiveValue {
  /// The value; nil if there is none.
  package let value: DictionaryValue?
  /// Why it could not be read.
  package let error: WorkspaceError?

  /// Makes a value.
  package init(value: DictionaryValue?, error: WorkspaceError? = nil) {
    self.value = value
    self.error = error
  }

  /// Whether two values are stored alike.
  package func isSame(as other: LiveEntry) -> Bool {
    guard error == other.error else { return false }
    guard let value, let theirs = other.value else { return value == nil && other.value == nil }
    return value.isStored(as: theirs)
  }
}
