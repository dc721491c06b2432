/// The value of a dictionary's key, as of a commit.
public struct EntryUpdate<Value: Codable & Sendable>: Sendable {
  /// The value; nil if there is none, or it can't be read.
  public let value: Value?
  /// The commits that the update covers; a value set outside transactions is told before it is committed.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first value: once for each subscription.
  public let isInitial: Bool
  /// Why the value can't be read: it is damaged, or of another type; or the store can't be read, and the value is what
  /// it was.
  public let error: WorkspaceError?
}

/// Makes updates of a dictionary's entry.
struct EntryReceiver<Value: Codable & Sendable>: UpdateReceiver {
  private let key: String
  private var last: LiveEntry?
  private var hasInitial = false

  init(key: String) {
    self.key = key
  }

  mutating func receive(_ pending: PendingUpdate) -> EntryUpdate<Value>? {
    guard let entry = pending.value as? LiveEntry else { return nil }
    if let last, last.isSame(as: entry) { return nil }
    let isInitial = !hasInitial && !entry.isUnread
    hasInitial = hasInitial || isInitial
    last = entry
    var (value, error): (Value?, WorkspaceError?) = (nil, entry.error)
    // What could not be read is what it was.
    if let stored = entry.value, error == nil || entry.isUnread {
      do throws(WorkspaceError) {
        value = try DictionaryCoding.decode(stored, as: Value.self)
      } catch var mismatch {
        mismatch.key = key
        error = error ?? mismatch
      }
    }
    return EntryUpdate(value: value, commits: pending.commits, isInitial: isInitial, error: error)
  }
}

/// Which keys of a dictionary's namespace have other values now.
public struct NamespaceUpdate: Sendable, Hashable {
  /// The keys that were set or removed, in order of their UTF-8 bytes; in the first update, all keys.
  ///
  /// If `isEverything`, all keys that there are; those that are not among them are gone.
  public let keys: [String]
  /// Whether any key may have changed.
  public let isEverything: Bool
  /// The commits that the update covers; a value set outside transactions is told before it is committed.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first update: once for each subscription.
  public let isInitial: Bool
  /// Why the keys could not be read, so that they are what they were; the subscription goes on.
  public let error: WorkspaceError?
}

/// Makes updates of a dictionary's namespace.
struct NamespaceReceiver: UpdateReceiver {
  private var hasInitial = false

  mutating func receive(_ pending: PendingUpdate) -> NamespaceUpdate? {
    guard let value = pending.value as? LiveNamespace else { return nil }
    let isInitial = !hasInitial && value.error == nil
    hasInitial = hasInitial || isInitial
    return NamespaceUpdate(
      keys: value.keys.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      isEverything: value.isEverything, commits: pending.commits, isInitial: isInitial,
      error: value.error)
  }
}
